import CommandTesting
import Draft
import Foundation
import Records
import Testing

/// What is unusual has its measure, what is common, and its rank.
@Suite struct UnusualCommandTests {
    private func findings(_ arguments: String...) throws -> [[String: Any]] {
        let ledger = try #require(AskedLedger.shared)
        let ran = Ran(["--ledger", ledger.path, "unusual"] + arguments + ["--format", "json"])
        #expect(ran.status == 0, "\(ran.messages)")
        return try #require(ran.list)
    }

    @Test func chargebacksAreThoseOnRecord() throws {
        let events = try #require(AskedLedger.shared).events
        let charged = events.compactMap { recorded -> UInt64? in
            guard case .wallet(let user) = recorded.stream, recorded.event.type == .chargebackRecorded else {
                return nil
            }
            return user.number
        }
        let found = try findings("chargebacks", "--top", "100")
        #expect(Set(found.compactMap { ($0["users"] as? [UInt64])?.first }) == Set(charged) && !charged.isEmpty)
        let deposits = events.count { $0.event.type == .depositRecorded }
        #expect(found.first?["base"] as? Double == Double(charged.count) / Double(deposits))
    }

    /// The spread of a user's times from the start of the clock to the pick.
    @Test func reactionsAreTheQuartilesOfTheTimes() throws {
        let events = try #require(AskedLedger.shared).events
        let found = try findings("reactions")
        let first = try #require(found.first)
        let user = try #require((first["users"] as? [UInt64])?.first)
        var starts: [StreamKey: Timestamp] = [:]
        var times: [Int64] = []
        for recorded in events {
            if case .clockStarted = recorded.event { starts[recorded.stream] = recorded.recordedAt }
            guard case .pickMade = recorded.event, recorded.origin?.actor == .user(UserID(user)),
                let start = starts[recorded.stream], let moment = recorded.origin?.occurredAt
            else { continue }
            times.append(max(0, (moment - start).microseconds))
        }
        times.sort()
        #expect(first["chances"] as? Int == times.count)
        let spread = Double(times[times.count * 3 / 4] - times[times.count / 4]) / 1e6
        #expect(first["measure"] as? Double == spread)
        #expect((first["base"] as? Double ?? 0) > spread)
    }

    @Test func everyKindIsRankedAndAccusesNobody() throws {
        let found = try findings("--top", "3")
        for (kind, of) in Dictionary(grouping: found, by: { $0["kind"] as? String ?? "" }) {
            #expect(of.compactMap { $0["rank"] as? Int } == Array(1...of.count), "\(kind)")
            #expect(of.count <= 3)
        }
        let ledger = try #require(AskedLedger.shared)
        let text = ledger.run("unusual").output
        for kind in ["together", "rosters", "feeding", "reactions", "reseated", "chargebacks", "withheld"] {
            #expect(text.contains("\(kind)  "), "\(kind)")
        }
        #expect(text.contains("These are statistical indicators, not proof."))
        #expect(ledger.run("unusual", "devices").status == 64)
        #expect(ledger.run("unusual", "--top", "0").status == 64)
        #expect(ledger.run("unusual", "--help").output.contains("has no devices"))
    }
}
