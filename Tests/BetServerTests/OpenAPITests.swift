import Pages
import Server
import TestSupport
import Testing
import TextFormats

@testable import BetServer  // the descriptions of routes are the module's own

/// The document describes every operation, once, and refers to nothing that is not there.
@Suite struct OpenAPITests {
    private let root = try? JSONDocument(BetAPI.document).root

    @Test func theDocumentIsTheGoldenOne() throws {
        let text = String(decoding: BetAPI.document, as: UTF8.self)
        #expect(try GoldenFile("statdiscute/openapi.json").difference(from: text) == nil)
    }

    @Test func theDocumentHasTheAddressesOfTheApp() throws {
        // given
        let paths = try #require(root?["paths"]).members
        let known = Set(paths.flatMap { path in path.value.members.map { "\($0.name) \(path.name)" } })
        // then
        #expect(
            known.isSuperset(of: [
                "post /v1/auth/apple", "post /v1/auth/refresh", "delete /v1/auth/logout", "get /v1/games/today",
                "get /v1/games/{gameId}", "get /v1/games/{gameId}/totals-analysis", "get /v1/player-props/tonight",
                "get /v1/players/{playerId}/stats", "get /v1/bets", "post /v1/bets", "patch /v1/bets/{betId}",
                "get /v1/bets/stats", "get /v1/live/scores", "get /v1/live/odds", "get /v1/games/{gameId}/odds",
                "get /v1/games/{gameId}/analyses", "get /v1/bets/{betId}/why", "get /log/checkpoint",
                "get /log/tile/{path}",
            ]))
        #expect(known.count == BetAPI.routes(isDev: true).count)
    }

    @Test func everyReferenceLeadsSomewhere() throws {
        // given
        let text = String(decoding: BetAPI.document, as: UTF8.self)
        let components = try #require(root?["components"])
        // then
        let references = text.matches(of: #/"\$ref":"#\/components\/(\w+)\/(\w+)"/#)
        #expect(references.count > 50)
        for match in references {
            let group = components.members.first { $0.name == match.output.1 }?.value
            let isThere = group?.members.contains { $0.name == match.output.2 } ?? false
            #expect(isThere, "\(match.output.0)")
        }
    }

    @Test func everyShapeHasANameOfItsOwnAndIsUsed() {
        // given
        let catalog = BetAPI.shapes
        let text = String(decoding: BetAPI.document, as: UTF8.self)
        // then
        #expect(catalog.count > 30)
        #expect(Set(catalog.map(\.name)).count == catalog.count)
        for shape in catalog {
            #expect(text.contains("schemas/\(shape.name)\""), "\(shape.name) is not used")
        }
    }

    @Test func operationsAreNamedOnceAndInFewWords() {
        let operations = BetAPI.routes(isDev: true).compactMap(\.operation)
        #expect(Set(operations.map(\.id)).count == operations.count)
        for operation in operations {
            #expect(operation.summary.count <= 60 && operation.summary.hasSuffix("."), "\(operation.id)")
            #expect(RouteDescription.Tag.allOfBets.contains(operation.tag))
        }
    }

    @Test func theServerSendsTheDocument() async throws {
        let table = try await BetTable()
        #expect(Array(try await table.get("/openapi.json").text.utf8) == BetAPI.document)
        try await table.stop()
    }
}
