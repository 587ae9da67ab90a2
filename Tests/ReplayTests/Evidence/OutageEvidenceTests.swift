import Draft
import DraftLedger
import LedgerTesting
import Merkle
import Simulation
import Testing

@testable import Replay  // the archive is packed again with other records

/// Bundles about rooms that drafted when the service was down.
struct OutageEvidenceTests {
    /// Two rooms, both paused by an outage. The last record before it is a tick of the first room.
    private static func house() throws -> TemporaryLedger {
        let house = try TemporaryLedger(simulating: SimulationOptions(rooms: 2, seed: 5))
        try house.ledger.publishCheckpoint()
        return house
    }

    private static func bundle(_ house: TemporaryLedger, pick: PickNumber) throws -> EvidenceBundle {
        let latest = try #require(try house.ledger.publishedCheckpoint())
        return try EvidenceBundle(of: 2, pick: pick, in: house.ledger, latest: latest)
    }

    private static func verify(_ bundle: EvidenceBundle, of house: TemporaryLedger) throws -> EvidenceReport {
        let key = try house.ledger.verifierKey()
        return EvidenceBundle.verify(
            try bundle.archive(signedBy: key), policy: try EvidenceScene.policy(of: key))
    }

    private static func isTickOfOthers(_ item: EvidenceRecord) throws -> Bool {
        if case .clock(let room) = try item.decoded().stream { room != 2 } else { false }
    }

    @Test func aTickOfAnotherRoomShowsTheSilenceAndNothingOfItsDraft() throws {
        let house = try Self.house()
        let events = try house.ledger.stream(.room(2))
        let pause = try #require(
            events.firstIndex { recorded in
                if case .paused(let paused) = recorded.event.clock { paused.kind == .outage } else { false }
            })
        let clock = try #require(
            events[..<pause].reversed().lazy.compactMap { recorded in
                if case .started(let started) = recorded.event.clock { started } else { nil as ClockStarted? }
            }.first)
        let bundle = try Self.bundle(house, pick: clock.pick)
        #expect(try bundle.records.contains(where: Self.isTickOfOthers))
        #expect(try bundle.rooms() == [2])
        let report = try Self.verify(bundle, of: house)
        #expect(report.isProven, "\(report.results)")
        #expect(!report.messages(.completeness).contains { $0.contains("was silent during the outage") })
    }

    /// Where the record before the silence is private, the verdict is the same and has a condition.
    @Test(arguments: [7, 70, 100] as [PickNumber]) func aSilenceThatIsNotShownIsACondition(pick: PickNumber) throws {
        let house = try Self.house()
        let whole = try Self.bundle(house, pick: pick)
        let verdict = try Dispute(house.ledger).judge(room: 2, pick: pick).verdict
        #expect(try Self.verify(whole, of: house).verdict == verdict)
        let less = try whole.with(
            whole.records.filter { try !Self.isTickOfOthers($0) }, provenBy: house.ledger)
        let report = try Self.verify(less, of: house)
        #expect(report.isProven && report.verdict == verdict, "\(report.results)")
        #expect(report.messages(.completeness).contains { $0.contains("was silent during the outage") })
    }
}
