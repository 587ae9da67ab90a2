import Draft
import DraftLedger
import LedgerTesting
import Merkle
import Records
import Testing

@testable import Replay  // the archive is packed again with other records

/// Bundles of genuine records that are not the ones the claim needs: nothing that follows from them is believed.
struct IncompleteEvidenceTests {
    typealias At = DraftTable

    @Test func anotherPoolsRecordsAreNotTheRoomsPoolHoweverGenuine() throws {
        var table = DraftTable()
        let players = table.state.pool(1)!.players.map { player in
            var other = player
            other.adp = UInt32(1_000 - Int(player.index)) * 100
            return other
        }
        table.must(.pool(2, .publishPool(PublishPool(externalID: "", title: "Other", players: players))), at: At.at(1))
        table.expire()
        let made = try EvidenceScene(table)
        let bundle = try made.bundle()
        let ledger = made.house.ledger
        let others = try ledger.stream(.pool(2)).map { try ledger.evidence(at: $0.position) }
        let report = try verify(made, bundle, bundle.records.filter { $0.section != .pool } + others)
        #expect(report.results.first { $0.check == .records }?.outcome == .passed)
        #expect(!report.isGenuine && report.verdict == nil)
        #expect(report.failures.contains { $0.contains("pool/2") })
    }

    @Test(arguments: [EvidenceRecord.Section.pool, .money, .cases])
    func withoutWhatTheClaimRestsOnABundleIsNotBelieved(section: EvidenceRecord.Section) throws {
        let made = try EvidenceScene(Self.corrected())
        #expect(EvidenceBundle.verify(made.archive, policy: try made.policy()).isProven)
        let bundle = try made.bundle()
        let report = try verify(made, bundle, bundle.records.filter { $0.section != section })
        #expect(!report.isGenuine && report.verdict == nil)
        #expect(report.failures.contains { $0.contains("missing") })
    }

    /// A pick that was put right after a case.
    private static func corrected() throws -> DraftTable {
        var table = DraftTable()
        let (user, seat) = (table.userOnClock, table.seatOnClock)
        table.pick(4, at: 3)
        let claim = DisputeOpened(
            room: 1, pick: 1, seat: seat, roomVersion: table.room.version, claimant: user,
            claim: "I tapped the next row.")
        table.must(.dispute(1, .openDispute(claim)), as: .user(user), at: At.at(5))
        let correction = CorrectPick(
            pick: 1, mode: .lastOnly, player: 9, dispute: 1, requestedBy: 900, approvedBy: 901,
            reason: "The client erred.")
        table.must(.room(1, .correctPick(correction)), at: At.at(10))
        return table
    }

    /// Verifies a bundle with other records in the place of its own.
    private func verify(
        _ made: EvidenceScene, _ bundle: EvidenceBundle, _ records: [EvidenceRecord]
    ) throws -> EvidenceReport {
        let changed = try bundle.with(records, provenBy: made.house.ledger)
        return EvidenceBundle.verify(TarArchive(changed.primaryFiles).bytes, policy: try made.policy())
    }
}
