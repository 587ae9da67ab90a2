import Draft
import DraftLedger
import Foundation
import HTTPTypes
import HummingbirdCore
import LedgerTesting
import Pages
import Projections
import Records
import Statements
import TextFormats
import Testing

@testable import Server  // the table of routes is the module's own

/// The addresses: that each is described, and what those that are not lead to.
@Suite struct RouteTests {
    @Test func theDocumentDescribesWhatIsServed() throws {
        let described = try #require(try JSONDocument(OpenAPI.document).root["paths"]).members
            .flatMap { path, item in item.members.map { "\($0.name.uppercased()) \(path)" } }
        let served = DraftServer.routes(isDev: true).map {
            "\($0.method.rawValue) \($0.path.replacing("*}", with: "}"))"
        }
        #expect(described.sorted() == served.sorted())
        #expect(Set(served).count == served.count)
        #expect(DraftServer.routes(isDev: false).allSatisfy { !$0.path.hasPrefix("/dev/") })
    }

    /// Clients of earlier versions get the same answers at the former addresses.
    @Test func formerAddressesAnswerAlike() async throws {
        let table = try await Table()
        let officer = try await table.server.signIn("otto", roles: ["officer", "auditor"]).token
        try await table.note()
        let addresses = DraftServer.describedRoutes.filter { $0.formerPath != nil && $0.method == .get }
        #expect(addresses.count >= 7)
        func filled(_ path: String) -> String {
            path.replacing("{approval}", with: "1").replacing("{season}", with: "2026").replacing(
                "{position}", with: "0")
        }
        var found = 0
        for route in addresses {
            let former = filled(try #require(route.formerPath))
            let today = try await table.server.get(filled(route.path), as: officer)
            let answer = try await table.server.get(former, as: officer)
            // A read of private data is one more action of staff.
            #expect(answer.status == today.status && answer.text.hasPrefix(today.text), "\(former): \(answer.text)")
            #expect(
                former != route.path && !String(decoding: OpenAPI.document, as: UTF8.self).contains("\"\(former)\""))
            if today.status == 200 { found += 1 }
        }
        #expect(found >= 6)
        try await table.server.stop()
    }

    private var devOptions: ServerOptions {
        var options = ServerOptions(software: SoftwareStarted(rulesVersion: 3, version: "", commit: ""))
        options.isDev = true
        return options
    }

    @Test func anAddressThatTakesNotThisMethodSaysWhich() async throws {
        let table = try await Table()
        for (method, path, allowed) in [
            ("DELETE", "/v1/rooms", "GET, HEAD, OPTIONS"), ("GET", "/v1/commands", "POST, OPTIONS"),
            ("PATCH", "/livez", "GET, HEAD, OPTIONS"),
        ] {
            let answer = try await table.server.send(method, path)
            #expect(answer.status == 405 && answer.header("allow") == allowed)
            #expect(answer.code == "methodNotAllowed")
        }
        for path in ["/nothing", "/v1", "/v1/rooms/", "/v1/rooms/1/", "//livez", "/v1/rooms/%31", "/v1/../livez"] {
            let answer = try await table.server.get(path)
            #expect(answer.status == 404, "\(path)")
            #expect(answer.header("content-type") == "application/problem+json")
        }
        #expect(try await table.server.send("HEAD", "/livez").text == "")
        try await table.server.stop()
    }

    @Test func aBrowserIsShownAPageWhereThereIsNoneAndAProgramIsNot() async throws {
        let table = try await Table()
        let asBrowser = ["Accept": "text/html,application/xhtml+xml,*/*;q=0.8"]
        for path in ["/nothing", "/draft", "/draft/1/2", "/v11", "/teams/"] {
            let page = try await table.server.get(path, asBrowser)
            #expect(page.status == 404 && page.header("content-type") == "text/html; charset=utf-8", "\(path)")
            #expect(page.text.contains("Page not found") && page.text.contains("href=\"/teams\""))
            #expect(!page.text.contains("{{") && page.header("content-security-policy") != nil)
            #expect(try await table.server.get(path).header("content-type") == "application/problem+json")
        }
        for path in ["/v1", "/v1/nothing", "/api/nothing", "/log/nothing", "/web/1", "/problems/1/2"] {
            let answer = try await table.server.get(path, asBrowser)
            #expect(answer.status == 404 && answer.header("content-type")?.contains("json") == true, "\(path)")
        }
        // A client that unpacks would miss the body that the headers tell of.
        let unpacked = asBrowser.merging(["Accept-Encoding": "identity"]) { $1 }
        #expect(try await table.server.send("HEAD", "/nothing", nil, unpacked).text == "")
        #expect(try await table.server.send("POST", "/nothing", "", asBrowser).json["code"]?.string == "notFound")
        try await table.server.stop()
    }

    /// The reads that a draft's page begins with go out beside its scripts.
    @Test func aDraftsPageHasABrowserReadItsRoomAtOnce() async throws {
        let table = try await Table()
        let link = try await table.server.get("/draft/12").header("link")
        #expect(
            link == "</v1/session>; rel=preload; as=fetch; crossorigin, "
                + "</v1/rooms/12/draft>; rel=preload; as=fetch; crossorigin")
        for path in ["/draft/x", "/draft/%3E", "/draft/1234567890123456", "/"] {
            #expect(try await table.server.get(path).header("link") == nil, "\(path)")
        }
        try await table.server.stop()
    }

    /// It paints with the first bytes, and the policy names that style sheet alone.
    @Test func aPagesStylesStandInItAndNothingElseMay() async throws {
        let table = try await Table()
        var policies = Set<String>()
        for path in ["/", "/draft/12", "/desk", "/reports", "/terms"] {
            let page = try await table.server.get(path)
            let parts = page.text.split(separator: "<style>", omittingEmptySubsequences: false)
            let style = try #require(parts.last?.split(separator: "</style>").first)
            let policy = try #require(page.header("content-security-policy"))
            #expect(parts.count == 2 && !page.text.contains("stylesheet"), "\(path)")
            #expect(policy.contains("style-src 'self' 'sha256-\(Digest256(hashing: Array(style.utf8)).base64)'; "))
            #expect(policy.contains("script-src 'self'; ") && !policy.contains("unsafe"))
            policies.insert(policy)
        }
        #expect(policies.count > 2)
        try await table.server.stop()
    }

    @Test func everyProblemHasAPage() async throws {
        let table = try await Table()
        for code in Problem.Kind.allCases.map(\.rawValue) + RefusalCode.allCases.map(\.name) {
            let page = try await table.server.get("/problems/\(code)")
            #expect(page.status == 200)
            #expect(try page.json["code"]?.string == code)
        }
        #expect(try await table.server.get("/problems/nonsense").status == 404)
        try await table.server.stop()
    }

    @Test func aServerForDevelopmentAnswersToThisMachineAlone() async throws {
        let table = try await Table()
        let answer = try await table.server.get("/livez", ["Host": "evil.example"])
        #expect(answer.status == 421 && answer.code == "misdirected")
        try await table.server.stop()
    }

    @Test func aFixedPathIsOneAmongThoseThatMatch() {
        let table = RouteTable([
            Route(page: "/a/b", cost: .none) { _ in .init(status: .ok) },
            Route(page: "/a/{x}", cost: .none) { _ in .init(status: .ok) },
            Route(page: "/a/{x}", .put, cost: .none) { _ in .init(status: .ok) },
            Route(page: "/c/{x}", cost: .none) { _ in .init(status: .ok) },
            Route(page: "/c/d", cost: .none) { _ in .init(status: .ok) },
        ])
        func found(_ method: HTTPRequest.Method, _ path: String) -> String? {
            guard case .found(let route, _) = table.match(method, path) else { return nil }
            return route.path
        }
        #expect(found(.get, "/a/b") == "/a/b" && found(.head, "/a/b") == "/a/b" && found(.put, "/a/b") == "/a/{x}")
        // The first one that is named is the one.
        #expect(found(.get, "/c/d") == "/c/{x}")
        guard case .otherMethods(let methods) = table.match(.delete, "/a/b") else {
            Issue.record("DELETE is taken")
            return
        }
        #expect(methods == [.get, .get, .put])
    }

    @Test(
        arguments: [
            ("/a/{x}/b", "/a/1/b", ["x": "1"]), ("/a/{x}/b", "/a//b", nil), ("/a/{x}", "/a/1/2", nil),
            ("/t/{p*}", "/t/0/x001/234", ["p": "0/x001/234"]), ("/t/{p*}", "/t/", nil), ("/a", "/a/", nil),
        ] as [(String, String, [String: String]?)])
    func aPathIsMatchedSegmentBySegment(template: String, path: String, expected: [String: String]?) {
        let table = RouteTable([Route(page: template, cost: .none) { _ in .init(status: .ok) }])
        if case .found(_, let parameters) = table.match(.get, path) {
            #expect(parameters == expected)
        } else {
            #expect(expected == nil)
        }
    }

    @Test func aReadOfTheContestsThatFailedIsDoneAgain() async throws {
        let table = try await Table()
        let threads = ReadingThreads(1)
        let server = try ServerServices(table.ledger, devOptions, threads: threads)
        await #expect(throws: (any Error).self) { try await server.streams.lobby.data(1, from: server.reader) }
        threads.start()
        #expect(try await server.streams.lobby.data(1, from: server.reader).contains("Test"))
        try await threads.shutDown()
        try await table.server.stop()
    }

    @Test func aTileBehindTheLastNumberIsNone() async throws {
        let table = try await Table()
        try table.ledger.publishCheckpoint()
        let auditor = try await table.server.signIn("ada", roles: ["auditor"]).token
        for path in ["7/000", "0/x072/x057/x594/x037/x927/935", "entries/x072/x057/x594/x037/x927/935", "entries/000"] {
            #expect(try await table.server.get("/log/tile/\(path)", as: auditor).status == 404, "\(path)")
        }
        try await table.server.stop()
    }

    @Test func aBalanceOfAnyMomentIsWhatTheAccountsCameToThen() async throws {
        let table = try await Table()
        try await table.draft()
        let user = UserID(table.anna.user)
        let wallet = try table.ledger.stream(.wallet(user))
        #expect(!wallet.isEmpty)
        for position in wallet.flatMap({ [$0.position, $0.position + 1] }) {
            let rows = try table.ledger.balances(at: .position(position)).accountRows.filter { $0.account.user == user }
            let page = BalancesPage(rows: rows, statements: ProviderStatements())
            for (type, format) in [("application/json", OutputFormat.json), ("text/csv", .csv)] {
                let answer = try await table.server.get(
                    "/v1/users/\(user)/balance?at=pos:\(position)", as: table.anna.token, ["Accept": type])
                #expect(answer.text == page.document(as: format), "\(position)")
            }
        }
        try await table.server.stop()
    }
}
