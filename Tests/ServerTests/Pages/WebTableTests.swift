import Draft
import Foundation
import LedgerTesting
import Pages
import Simulation
import Testing

@testable import Server  // the text of its pages is the server's own

/// What pages know of the ledger's kinds without asking: each list there against the type that it is about.
@Suite struct WebTableTests {
    /// The words in quotes, or the keys, of a list or a map in a page's script.
    private func words(of name: String, in file: String) throws -> Set<String> {
        let script = String(decoding: try #require(WebFiles.contents[file]), as: UTF8.self)
        let start = try #require(script.range(of: "const \(name) = "), "\(file) has no \(name)").upperBound
        let end = try #require(script[start...].range(of: ";")).lowerBound
        let body = script[start..<end]
        let found = body.hasPrefix("{") ? body.matches(of: #/(\w+): /#) : body.matches(of: #/"([^"]+)"/#)
        return Set(found.map { String($0.1) })
    }

    @Test func thePageOfAUserOffersEveryKindOfActivity() throws {
        #expect(try words(of: "kinds", in: "desk-user.js") == Set(ActivityPage.Kind.allCases.map(\.rawValue)))
    }

    @Test func staffProposeWhatAlwaysNeedsApproval() throws {
        let kinds = CommandKind.allCases.filter { $0.authority.staff?.needs.contains(.measure) ?? false }
        #expect(try words(of: "measures", in: "staff-acting.js") == Set(kinds.map(\.name)))
    }

    @Test func thePageOfStaffKnowsEveryRole() throws {
        let script = String(decoding: try #require(WebFiles.contents["staff-people.js"]), as: UTF8.self)
        let names = StaffRole.allCases.map { "\"\($0.name)\"" }.joined(separator: ", ")
        #expect(script.contains("const roles = [\(names)];"), "roles are told by the bits of their numbers")
        #expect(try words(of: "about", in: "staff-people.js") == Set(StaffRole.allCases.map(\.name)))
    }

    /// Of a simulated season, and all of them types of events.
    @Test func aStatementHasWordsForEveryTypeThatMovesMoney() throws {
        let named = try words(of: "postings", in: "profile.js")
        let house = try TemporaryLedger()
        _ = try Simulation(SimulationOptions(rooms: 6, seed: 11, teams: 4, rounds: 6)).run(into: house.ledger)
        var types: Set<String> = []
        for recorded in try house.events {
            guard case .wallet = recorded.stream, !postings(of: recorded.event, in: recorded.stream).isEmpty else {
                continue
            }
            types.insert(recorded.event.type.name)
        }
        #expect(types.count > 6 && types.subtracting(named).isEmpty, "\(types.subtracting(named))")
        #expect(named.subtracting(EventType.allCases.map(\.name)).isEmpty)
    }
}
