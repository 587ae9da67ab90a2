import Draft
import DraftLedger
import LedgerTesting
import Merkle
import Records
import Statements
import Testing

@testable import Replay  // the archive is packed again with other records

/// Bundles from which somebody has cut records, with documents written anew from what is left: neither side gains by it.
struct CompleteEvidenceTests {
    typealias At = DraftTable

    /// The seat of pick 1 queues players 5, 6 and 7 and then 8 first; its clock runs out, and so the rules pick 8. A case is
    /// opened and resolved, and the draft ends. The rules keep to the queue.
    private static func whole() throws -> (EvidenceScene, EvidenceReport) {
        var table = DraftTable(teams: 2, rounds: 2)
        let (user, seat) = (table.userOnClock, table.seatOnClock)
        table.must(.queue(1, seat, .setQueue(players: [5, 6, 7], expectedVersion: nil)), as: .user(user), at: At.at(1))
        table.must(
            .queue(1, seat, .addToQueue(player: 8, index: 0, expectedVersion: nil)), as: .user(user), at: At.at(2))
        table.must(
            .queue(1, 1 - seat, .setQueue(players: [9], expectedVersion: nil)), as: .user(table.user(ofPick: 2)),
            at: At.at(3))
        table.expire()
        for player in 20...22 as ClosedRange<PlayerIndex> {
            table.pick(player, at: 36 + Double(player - 20))
        }
        let claim = DisputeOpened(
            room: 1, pick: 1, seat: seat, roomVersion: table.room.version, claimant: user,
            claim: "I had queued another.")
        table.must(.dispute(1, .openDispute(claim)), as: .user(user), at: At.at(50))
        table.must(
            .dispute(1, .resolveDispute(DisputeResolved(verdict: .rejected, resolvedBy: 900, reason: "So it is."))),
            at: At.at(60))
        let scene = try EvidenceScene(table)
        return (scene, EvidenceBundle.verify(scene.archive, policy: try scene.policy()))
    }

    /// What is found of a bundle with some records left out, and documents that follow from the rest where that is possible.
    private func verify(
        _ made: EvidenceScene, without isLeftOut: (RecordedEvent) -> Bool, with proofs: [EvidenceProof] = [],
        statingEnds statesEnds: Bool = false
    ) throws -> EvidenceReport {
        let bundle = try made.bundle()
        let records = try bundle.records.filter { !isLeftOut(try $0.decoded()) }
        let less = try bundle.with(records, provenBy: made.house.ledger, statingEnds: statesEnds)
        let archive =
            (try? less.archive(signedBy: made.house.ledger.verifierKey())) ?? TarArchive(less.primaryFiles).bytes
        return EvidenceBundle.verify(archive, policy: try made.policy(), with: proofs)
    }

    @Test func aWholeBundleSaysHowFarItReaches() throws {
        let (made, report) = try Self.whole()
        #expect(report.isProven && report.verdict == .rejected, "\(report.results)")
        let conditions = report.messages(.completeness)
        #expect(conditions.contains { $0.contains("up to the ends that the operator has signed") }, "\(conditions)")
        #expect(conditions.contains { $0.contains("Case 1 is here up to its resolution: rejected") }, "\(conditions)")
        let end = try made.house.ledger.stream(.room(1)).compactMap { recorded in
            if case .draftCompleted(let completed) = recorded.event { completed } else { nil }
        }
        #expect(end.first?.queueVersions == (made.seat == 0 ? [3, 1] : [1, 3]))
    }

    /// A claimant without his last edit of the queue would have been autopicked against it.
    @Test func aQueueWithoutItsLastEventsIsIncomplete() throws {
        let (made, _) = try Self.whole()
        let queue = try made.house.ledger.stream(.queue(1, made.seat))
        #expect(queue.count == 3)
        for cut in queue {
            let report = try verify(made) { $0.stream == .queue(1, made.seat) && $0.position >= cut.position }
            #expect(report.isIncomplete && !report.isGenuine && report.verdict == nil, "cut at \(cut.position)")
            #expect(report.failures.contains { $0.contains("queue") }, "\(report.failures)")
        }
    }

    /// Of every history, each record and all from each record on: the bundle is not genuine, or it comes to the same.
    @Test func whereverABundleIsCutItGivesNoOtherVerdict() throws {
        let (made, whole) = try Self.whole()
        for item in try made.bundle().records {
            let event = try item.decoded()
            let one = try verify(made) { $0.position == event.position }
            let tail = try verify(made) { $0.stream == event.stream && $0.position >= event.position }
            for report in [one, tail] where report.isGenuine {
                #expect(
                    report.isProven && report.verdict == whole.verdict,
                    "without \(event.stream) from \(event.position): \(report.failures)"
                )
            }
        }
    }

    /// Whoever has not the operator's key cannot leave out anything, wherever it stands.
    @Test func noRecordCanBeLeftOut() throws {
        let (made, _) = try Self.whole()
        for item in try made.bundle().records {
            let event = try item.decoded()
            let report = try verify(made) { $0.position == event.position }
            #expect(!report.isGenuine && report.verdict == nil, "without \(event.stream) \(event.position)")
        }
    }

    /// The operator's own bundle without the end of a history is genuine, and the signature shows who made it.
    @Test func onlyTheOperatorCanMoveAnEnd() throws {
        let (made, _) = try Self.whole()
        func isEnd(_ event: RecordedEvent) -> Bool { event.event.type == .disputeResolved }
        #expect(try verify(made, without: isEnd).isIncomplete)
        #expect(try verify(made, without: isEnd, statingEnds: true).isGenuine)
        let bundle = try made.bundle()
        let note = try #require(bundle.ends?.note)
        let forged = SignerKey(name: try made.house.ledger.verifierKey().name)
        let ends = try HistoryEnds(SignedNote(note.text, signedBy: forged), of: bundle.latest.unverified)
        let other = EvidenceBundle(
            claim: bundle.claim, latest: bundle.latest, earlier: bundle.earlier, ends: ends, records: bundle.records,
            proofs: bundle.proofs)
        let archive = try other.archive(signedBy: made.house.ledger.verifierKey())
        let report = EvidenceBundle.verify(archive, policy: try made.policy())
        #expect(report.outcome(.signatures) == .failed, "\(report.results)")
        let bare = EvidenceBundle(
            claim: bundle.claim, latest: bundle.latest, earlier: bundle.earlier, records: bundle.records,
            proofs: bundle.proofs)
        let stripped = try bare.archive(signedBy: made.house.ledger.verifierKey())
        #expect(!EvidenceBundle.verify(stripped, policy: try made.policy()).isGenuine)
    }

    /// The end of the draft, which the last pick brought, cannot be left out to convict the operator.
    @Test func aCutWithinTheEventsOfACommandIsIncomplete() throws {
        let (made, _) = try Self.whole()
        let report = try verify(made) { $0.event.type == .draftCompleted }
        #expect(report.isIncomplete && report.outcome(.rules) == .passed, "\(report.results)")
        let explained = try verify(made) { $0.event.type == .autopickExplained }
        #expect(explained.isIncomplete && explained.outcome(.rules) == .passed, "\(explained.results)")
    }

    @Test func aPoolWithoutItsLastPlayerIsIncomplete() throws {
        let (made, _) = try Self.whole()
        let pool = try made.house.ledger.stream(.pool(1))
        let player = try #require(pool.last { $0.event.type == .playerListed || $0.event.type == .playerAdded })
        let report = try verify(made) { $0.position == player.position }
        #expect(!report.isGenuine && report.verdict == nil, "\(report.results)")
    }

    /// The rules picked by ADP, and say that the queue was empty; the claimant's edit is not in the bundle.
    @Test func anOperatorThatLeavesTheQueueOutIsAnsweredByAReceipt() async throws {
        var table = DraftTable(teams: 2, rounds: 2)
        let (user, seat) = (table.userOnClock, table.seatOnClock)
        let edit = Command.queue(1, seat, .setQueue(players: [5, 6, 7], expectedVersion: nil))
        table.must(edit, as: .user(user), at: At.at(1))
        let recorded = try #require(table.recorded.last?.origin)
        var automated = PickAutomated.blank
        (automated.pick, automated.slot, automated.seat, automated.player) = (
            1, table.room.ruleset.snake.slot(of: 1), seat, 0
        )
        (automated.reason, automated.source, automated.policyVersion) = (.clockExpired, .adp, 1)
        table.record(
            [StreamEvent(.room(1), .pickAutomated(automated)), table.clock(ofPick: 2, epoch: 2, from: At.at(35.01))],
            of: .room(1, .automatePick(pick: 1, epoch: 1)), as: .scheduler, at: At.at(35.005), now: At.at(35.01))
        let made = try EvidenceScene(table)
        func isQueue(_ event: RecordedEvent) -> Bool { event.stream == .queue(1, seat) }
        let cut = try verify(made, without: isQueue, statingEnds: true)
        #expect(
            cut.isGenuine && cut.messages(.completeness).contains { $0.contains("ends that the operator has signed") })
        let signer = try made.house.ledger.receiptSigner()
        let receipt = try signer.receipt(for: edit, from: .user(user), id: recorded.commandID, receivedAt: At.at(1))
        let proofs = [EvidenceProof.receipt(receipt, by: [signer.verifierKey])]
        let answered = try verify(made, without: isQueue, with: proofs, statingEnds: true)
        #expect(answered.isIncomplete && answered.verdict == nil, "\(answered.results)")
        #expect(
            answered.failures.contains { $0.contains("promises a record in queue/1.\(seat)") }, "\(answered.failures)")
        // The whole bundle has it, and shows what the operator did.
        let whole = EvidenceBundle.verify(made.archive, policy: try made.policy(), with: proofs)
        #expect(whole.isGenuine && !whole.isProven && whole.verdict == .upheld, "\(whole.results)")
        // A receipt of somebody else's making, or about another room, proves nothing.
        let forged = SignerKey(name: signer.verifierKey.name)
        let strangers = try verify(
            made, without: isQueue, with: [.receipt(receipt, by: [forged.verifierKey])], statingEnds: true)
        #expect(
            !strangers.isGenuine && strangers.failures.contains { $0.contains("the receipt") }, "\(strangers.failures)")
    }

    /// A record with its proof, as a member may have taken it from the tiles.
    @Test func aProvenRecordThatABundleLacksShowsThatItWasCut() throws {
        let (made, _) = try Self.whole()
        let ledger = made.house.ledger
        let edit = try #require(try ledger.stream(.queue(1, made.seat)).first)
        let proof = try ProofFile(
            index: edit.position, in: try #require(try ledger.publishedCheckpoint()),
            extra: try ledger.record(at: edit.position), from: ledger.hashSource)
        let cut = try verify(made, without: { $0.stream == .queue(1, made.seat) }, with: [.record(proof)])
        #expect(cut.failures.contains { $0.contains("The bundle does not have it") }, "\(cut.failures)")
        #expect(EvidenceBundle.verify(made.archive, policy: try made.policy(), with: [.record(proof)]).isProven)
    }

    /// Ticks of the disputed turn cannot be left out to say that the clock stood still; those of other turns are not there.
    @Test func ticksOfTheDisputedTurnAreWhole() throws {
        var table = DraftTable(teams: 2, rounds: 2)
        var shown = 0
        for second in 1...9 {
            let clock = table.room.clock
            let remaining = Interval(microseconds: (clock!.deadline - At.at(Double(second))).microseconds)
            table.tick(
                ClockTicked(pick: table.room.currentPickNumber, remaining: UInt32(remaining.microseconds / 1_000)),
                at: At.at(Double(second)))
            shown += 1
            if second.isMultiple(of: 3) { table.pick(PlayerIndex(20 + second), at: Double(second) + 0.5) }
        }
        table.pick(3, at: 10)
        let made = try EvidenceScene(table)
        let bundle = try made.bundle(pick: 2)
        let ticks = try bundle.records.map { try $0.decoded() }.filter { $0.stream == .clock(1) }
        // Three of the turn, and the next one, which names the last of them.
        #expect(ticks.count == 4 && shown == 9)
        let whole = EvidenceBundle.verify(
            try bundle.archive(signedBy: made.house.ledger.verifierKey()), policy: try made.policy())
        #expect(whole.isProven, "\(whole.results)")
        for tick in ticks {
            let less = try bundle.with(
                bundle.records.filter { $0.position != tick.position }, provenBy: made.house.ledger)
            let report = EvidenceBundle.verify(
                try less.archive(signedBy: made.house.ledger.verifierKey()), policy: try made.policy())
            #expect(report.isIncomplete, "without the tick at \(tick.position): \(report.results)")
        }
    }
}
