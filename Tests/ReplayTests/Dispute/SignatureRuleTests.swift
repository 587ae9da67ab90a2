import Draft
import DraftLedger
import LedgerTesting
import Records
import Replay
import Testing

/// Disputes about picks that somebody is said to have signed.
@Suite struct SignatureRuleTests {
    private func reason(in ledger: DraftLedger, seat: Seat? = nil) throws -> (DisputeReport, DisputeReport.Reason?) {
        let report = try Dispute(ledger).judge(room: 1, pick: 1, seat: seat)
        return (report, report.reasons.first { $0.rule == .signature })
    }

    @Test func whatTheClaimantHasSignedIsTold() async throws {
        let scene = try await SignedScene()
        let pick = try await scene.pick(3)
        let (_, reason) = try reason(in: scene.ledger)
        #expect(reason?.bearing == nil)
        #expect(reason?.positions == [pick.position])
    }

    @Test func aPickThatTheClaimantHasNotSignedUpholdsTheClaim() async throws {
        let scene = try await SignedScene()
        let pick = try await scene.pick(3)
        let house = try scene.tampered { events in events[Int(pick.position)].origin?.signature?.bytes[9] ^= 1 }
        let (report, reason) = try reason(in: house.ledger)
        #expect(reason?.bearing == .upheld)
        #expect(reason?.positions == [pick.position])
        #expect(report.verdict == .upheld)
    }

    /// The player whom the claimant wanted went by a pick that nobody has signed.
    @Test func anothersForgedPickLeavesTheClaimOpen() async throws {
        let scene = try await SignedScene()
        let pick = try await scene.pick(3)
        let user = try scene.house.userOnClock()
        let seat = try #require(try scene.house.room.seatOnClock)
        // Who has seen what is changed below could not have signed over it.
        let late = try await scene.send(
            .room(1, .makePick(MakePick(pick: 2, player: 3))), as: .user(user), at: .nothing)
        #expect(throws: Refusal.self) { try late.get() }
        let next = try await scene.send(
            .room(1, .makePick(MakePick(pick: 2, player: 4))), as: .user(user), at: .nothing)
        _ = try next.get()
        let house = try scene.tampered { events in events[Int(pick.position)].origin?.signature?.bytes[9] ^= 1 }
        let report = try Dispute(house.ledger).judge(room: 1, pick: 2, seat: seat)
        let reason = report.reasons.first { $0.rule == .signature && $0.bearing != nil }
        #expect(reason?.bearing == .undecidable)
        #expect(reason?.positions == [pick.position])
        #expect(report.verdict != .rejected)
    }

    /// What somebody else sent in the claimant's name was rightly turned away.
    @Test func aPickThatWasRefusedForAForgedSignatureLeavesNothingOpen() async throws {
        let scene = try await SignedScene()
        let user = try scene.house.userOnClock()
        let forged = try await scene.send(.room(1, .makePick(MakePick(pick: 1, player: 2))), as: .user(user)) {
            $0.signature[9] ^= 1
        }
        #expect(throws: Refusal.self) { try forged.get() }
        try await scene.pick(3)
        let report = try Dispute(scene.ledger).judge(room: 1, pick: 1)
        #expect(report.reasons.contains { $0.rule == .arrival && $0.text.contains("not by a key of the sender") })
        #expect(report.verdict == .rejected)
    }

    /// Anybody can write a wrong signature: without another pick of the claimant, the refusal proves nothing.
    @Test func aTimelyPickThatWasRefusedForAWrongSignatureLeavesTheClaimOpen() async throws {
        let scene = try await SignedScene()
        let user = try scene.house.userOnClock()
        let forged = try await scene.send(.room(1, .makePick(MakePick(pick: 1, player: 2))), as: .user(user)) {
            $0.signature[9] ^= 1
        }
        #expect(throws: Refusal.self) { try forged.get() }
        let report = try Dispute(scene.ledger).judge(room: 1, pick: 1)
        let reason = try #require(report.reasons.first { $0.rule == .arrival })
        #expect(reason.bearing == .undecidable)
        #expect(reason.text.contains("If the claimant sent the pick with a right signature, it was in time"))
        #expect(report.verdict == .undecidable)
        let remarks = try Audit(scene.ledger).run().remarks.map(\.message)
        #expect(remarks.contains { $0.hasPrefix("A pick of the seat on the clock was refused in time") }, "\(remarks)")
    }
}
