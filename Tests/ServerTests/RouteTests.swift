import HummingbirdCore
import DraftLedger
import Draft
import Foundation
import HTTPTypes
import LedgerTesting
import NIOPosix
import TextFormats
import Testing

@testable import Server  // the table of routes is the module's own

/// The addresses: that each is described, and what those that are not lead to.
@Suite struct RouteTests {
    @Test func everyRouteIsDescribedAndTheOtherWayRound() async throws {
        let table = try await Table()
        let described = try #require(try JSONDocument(OpenAPI.document).root["paths"]).members
            .flatMap { path, item in item.members.map { "\($0.name.uppercased()) \(path)" } }
        let house = try House(table.ledger, devOptions, readers: .singleton)
        let served = DraftServer.routes(of: house).map {
            "\($0.method.rawValue) \($0.path.replacing("*}", with: "}"))"
        }
        #expect(described.sorted() == served.sorted())
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
            ("DELETE", "/v1/rooms", "GET"), ("GET", "/v1/commands", "POST"), ("PATCH", "/livez", "GET"),
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
            Route(.get, "/a/b") { _ in .init(status: .ok) }, Route(.get, "/a/{x}") { _ in .init(status: .ok) },
            Route(.put, "/a/{x}") { _ in .init(status: .ok) }, Route(.get, "/c/{x}") { _ in .init(status: .ok) },
            Route(.get, "/c/d") { _ in .init(status: .ok) },
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
        let table = RouteTable([Route(.get, template) { _ in .init(status: .ok) }])
        if case .found(_, let parameters) = table.match(.get, path) {
            #expect(parameters == expected)
        } else {
            #expect(expected == nil)
        }
    }
}
