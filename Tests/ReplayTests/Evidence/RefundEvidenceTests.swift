import Draft
import DraftLedger
import Foundation
import LedgerTesting
import Merkle
import Records
import Testing
import TextFormats

@testable import Replay  // the archive is packed again with other records

/// What cases have paid for an entry belongs to its money.
struct RefundEvidenceTests {
    typealias At = DraftTable

    /// Pick 1 was complained about and paid for: 100 cents for case 1, about the pick, 50 for case 2, about another pick of
    /// the entry; 25 for case 3, about the neighbour's pick, and 12 for no case, are none of the entry's.
    private static func paid(approver: UserID = 902) throws -> EvidenceScene {
        var table = DraftTable()
        let (user, seat) = (table.userOnClock, table.seatOnClock)
        let neighbour = table.user(ofPick: 2)
        for player in 4...7 as ClosedRange<PlayerIndex> { table.pick(player, at: Double(player) - 3) }
        let claims: [(CaseID, UserID, Seat, PickNumber)] = [
            (1, user, seat, 1), (2, user, seat, 4), (3, neighbour, 1 - seat, 2),
        ]
        for (id, claimant, seat, pick) in claims {
            let claim = DisputeOpened(
                room: 1, pick: pick, seat: seat, roomVersion: table.room.version, claimant: claimant, claim: "Mine.")
            table.must(.dispute(id, .openDispute(claim)), as: .user(claimant), at: At.at(20))
            let resolution = DisputeResolved(verdict: .upheld, resolvedBy: 900, reason: "So it is.")
            table.must(.dispute(id, .resolveDispute(resolution)), at: At.at(21))
        }
        for (cents, dispute) in [(100, 1), (50, 2), (25, 3), (12, nil)] as [(Int64, CaseID?)] {
            let adjustment = BalanceAdjusted(
                amount: Cents(cents), firstApprover: 901, secondApprover: approver, dispute: dispute,
                reason: "So it is.")
            table.record(
                [StreamEvent(.wallet(user), .balanceAdjusted(adjustment))],
                of: .wallet(user, .adjustBalance(adjustment)),
                as: .admin(900), at: At.at(22))
        }
        return try EvidenceScene(table)
    }

    /// With their cases.
    @Test func paymentsForCasesAboutTheEntryAreAmongItsMoneyAndNoOthers() throws {
        let made = try Self.paid()
        let report = EvidenceBundle.verify(made.archive, policy: try made.policy())
        #expect(report.isProven, "\(report.results)")
        #expect(try made.bundle().archive(signedBy: made.house.ledger.verifierKey()) == made.archive)
        let archive = try TarArchive(made.archive)
        let statement = try #require(archive["details.json"])
        let postings = try #require(try JSONDocument(statement).root["money"]?["postings"]?.elements)
        let adjusted = postings.filter { $0["type"]?.string == "BalanceAdjusted" }
        #expect(adjusted.compactMap { $0["amountCents"]?.integer(as: Int64.self) } == [100, 50])
        #expect(adjusted.compactMap { $0["case"]?.integer(as: Int64.self) } == [1, 2])
        #expect(adjusted.allSatisfy { $0["from"]?.string == "house/adjustments" })
        let streams = Set(try EvidenceBundle(archive).records.map { try $0.decoded().stream })
        #expect(streams.isSuperset(of: [.dispute(1), .dispute(2)]) && !streams.contains(.dispute(3)))
    }

    @Test(arguments: [1, 2] as [CaseID])
    func aPaymentWhoseCaseIsLeftOutIsFound(dispute: CaseID) throws {
        let made = try Self.paid()
        let bundle = try made.bundle()
        let report = try verify(made, bundle, bundle.records.filter { try $0.decoded().stream != .dispute(dispute) })
        #expect(!report.isGenuine && report.verdict == nil)
        #expect(report.messages.contains { $0.contains("events of case/\(dispute) in ends.txt") })
    }

    @Test func aPaymentForSomebodyElsesCaseIsNotTheEntrys() throws {
        let made = try Self.paid()
        let bundle = try made.bundle()
        let ledger = made.house.ledger
        let added = try ledger.stream(.dispute(3)).map { try ledger.evidence(at: $0.position) }
        let report = try verify(made, bundle, bundle.records + added)
        #expect(!report.isGenuine && report.verdict == nil)
        #expect(report.messages.contains { $0.contains("does not state where case/3 ends") }, "\(report.messages)")
    }

    @Test func aPaymentThatOneUserAloneHasApprovedDoesNotBalance() throws {
        let made = try Self.paid(approver: 901)
        let report = EvidenceBundle.verify(made.archive, policy: try made.policy())
        #expect(report.isGenuine && !report.isProven)
        let postings = try #require(report.results.first { $0.check == .postings })
        #expect(postings.messages.count == 2 && postings.messages[0].contains("approved by users 901 and 901"))
    }

    private func verify(
        _ made: EvidenceScene, _ bundle: EvidenceBundle, _ records: [EvidenceRecord]
    ) throws -> EvidenceReport {
        let changed = try bundle.with(records, provenBy: made.house.ledger)
        return EvidenceBundle.verify(TarArchive(changed.primaryFiles).bytes, policy: try made.policy())
    }
}

extension EvidenceReport {
    fileprivate var messages: [String] { results.flatMap(\.messages) }
}
