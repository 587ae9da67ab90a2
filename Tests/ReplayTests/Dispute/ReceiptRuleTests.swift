import Draft
import DraftLedger
import DraftTesting
import LedgerTesting
import Records
import Replay
import Statements
import Testing

/// A claimant who has a receipt is believed to the microsecond, whatever the ledger says of the command.
struct ReceiptRuleTests {
    typealias At = DraftTable

    private static let pick = Command.room(1, .makePick(MakePick(pick: 1, player: 9)))

    /// Pick 1 ran out at 35 s; a pick of its seat was dated 35.2 s and refused.
    private func table() -> (table: DraftTable, user: UserID, id: CommandID?) {
        var table = DraftTable()
        let user = table.userOnClock
        table.expire()
        table.send(Self.pick, as: .user(user), at: At.at(35.2))
        return (table, user, table.recorded.last?.origin?.commandID)
    }

    private func judge(
        _ table: DraftTable, _ command: Command, from sender: Sender, id: CommandID, receivedAt seconds: Double
    ) throws -> DisputeReport {
        let house = try table.ledger()
        // Every promise has run out by then.
        try house.reopen(by: { At.at(10_000).microseconds })
        let receipt = try house.ledger.receiptSigner(within: .seconds(10)).receipt(
            for: command, from: sender, id: id, receivedAt: At.at(seconds))
        return try Dispute(house.ledger).judge(room: 1, pick: 1, receipt: receipt)
    }

    @Test(
        arguments: [(34.8, .upheld), (35, .upheld), (35.000_001, .rejected), (35.2, .rejected)]
            as [(Double, DisputeResolved.Verdict)])
    func aPickThatWasKeptWaitingCountsFromItsReceipt(received: Double, verdict: DisputeResolved.Verdict) throws {
        let (table, user, id) = table()
        let report = try judge(
            table, Self.pick, from: .user(user), id: try #require(id), receivedAt: received)
        #expect(report.verdict == verdict)
        let reason = try #require(report.reasons.first { $0.rule == .receipt })
        #expect(reason.text.contains(received == 35.2 ? "was kept" : "the ledger dates its arrival"))
        #expect(reason.positions.contains(table.last))
    }

    @Test(arguments: [(20, .upheld), (36, .rejected)] as [(Double, DisputeResolved.Verdict)])
    func aPickThatTheLedgerDoesNotHaveIsJudgedByItsReceipt(
        received: Double, verdict: DisputeResolved.Verdict
    ) throws {
        let (table, user, _) = table()
        let report = try judge(
            table, Self.pick, from: .user(user), id: CommandID(high: 7, low: 7), receivedAt: received)
        #expect(report.verdict == verdict)
        let reason = try #require(report.reasons.first { $0.rule == .receipt })
        #expect(reason.text.contains("the ledger does not have it"))
        #expect(reason.text.contains("a pick of P9"))
    }

    /// A receipt for something else decides nothing about the pick, and neither does another member's.
    @Test func aReceiptOfAnotherCommandDecidesNothing() throws {
        let (table, user, _) = table()
        let other: UserID = user == 1 ? 2 : 1
        let later = Command.room(1, .makePick(MakePick(pick: 3, player: 9)))
        for (command, sender) in [(later, Sender.user(user)), (Self.pick, .user(other))] {
            let report = try judge(table, command, from: sender, id: CommandID(high: 7, low: 7), receivedAt: 20)
            #expect(report.verdict == .rejected)
            #expect(report.reasons.first { $0.rule == .receipt }?.bearing == .some(nil))
        }
    }

    /// A fingerprint has 32 bits, so a liar can find another content for it: a receipt has the content's whole digest.
    @Test(arguments: [true, false]) func aCommandWhoseContentWasReplacedIsNotKept(isReplaced: Bool) throws {
        var table = DraftTable()
        let (user, seat) = (table.userOnClock, table.seatOnClock)
        let sent = Command.queue(1, seat, .setQueue(players: [9, 4], expectedVersion: nil))
        var recorded = QueueSet.blank
        recorded.players = isReplaced ? [3, 4] : [9, 4]
        table.record(
            [StreamEvent(.queue(1, seat), .queueSet(recorded))], of: sent, as: .user(user), at: At.at(5))
        let id = try #require(table.recorded.last?.origin?.commandID)
        table.expire()
        let house = try table.ledger()
        let receipt = try house.ledger.receiptSigner().receipt(
            for: sent, from: .user(user), id: id, receivedAt: At.at(5))
        let verdict = try house.ledger.judge(receipt)
        switch verdict {
        case .replaced: #expect(isReplaced)
        case .kept: #expect(!isReplaced)
        default: Issue.record("\(verdict)")
        }
        guard case .kept = try house.ledger.verdict(on: receipt) else {
            Issue.record("the fingerprints are the same")
            return
        }
        let reason = try #require(
            try Dispute(house.ledger).judge(room: 1, pick: 1, receipt: receipt).reasons.first { $0.rule == .receipt })
        #expect(reason.text.contains(isReplaced ? "is for another command than position" : "was kept"))
    }

    /// Receipts for each kind of command: an honest record has the content of each, accepted or refused.
    @Test(arguments: [("staffed", 50), ("drafting", 20), ("corrected", 10)])
    func whatIsRecordedHasTheContentOfItsReceipt(history: String, count: Int) throws {
        let house =
            switch history {
            case "staffed": HouseScript.staffed
            case "drafting": HouseScript.drafting
            default: HouseScript.corrected
            }
        let ledger = try TemporaryLedger(house.events)
        defer { ledger.ledger.close() }
        let signer = try ledger.ledger.receiptSigner()
        var kinds: Set<CommandKind> = []
        for (command, origin) in house.sent {
            let receipt = try signer.receipt(
                for: command, from: origin.actor, id: origin.commandID, receivedAt: origin.occurredAt ?? house.now)
            guard case .kept = try ledger.ledger.verdict(on: receipt) else { continue }
            kinds.insert(command.kind)
            let verdict = try ledger.ledger.judge(receipt)
            guard case .kept = verdict else {
                Issue.record("\(command): \(verdict)")
                continue
            }
        }
        #expect(kinds.count > count, "\(kinds.count) kinds")
    }

    /// Text is kept outside the log, and the log has its digest.
    @Test func aClaimInWordsHasTheContentOfItsReceipt() async throws {
        let house = try await LiveHouse()
        let room = try await house.startDraft()
        let user = try house.userOnClock()
        let claim = DisputeOpened(
            room: 1, pick: 1, seat: try #require(room.seat(of: user)), roomVersion: room.version, claimant: user,
            claim: "The button did nothing.")
        var handed: Receipt?
        _ = try await house.ledger.send(
            .dispute(9, .openDispute(claim)), as: .user(user), id: house.newID(),
            receiptBy: try house.ledger.receiptSigner()
        ) { handed = $0 }.get()
        guard case .kept = try house.ledger.judge(try #require(handed)) else {
            Issue.record("\(try house.ledger.judge(try #require(handed)))")
            return
        }
    }

    /// Another sender's event under the same id, right before the replaced one, does not hide it.
    @Test func anEventOfAnotherSenderBeforeItHidesNothing() throws {
        var table = DraftTable()
        let (user, seat) = (table.userOnClock, table.seatOnClock)
        let sent = Command.queue(1, seat, .setQueue(players: [9, 4], expectedVersion: nil))
        var changed = QueueSet.blank
        changed.players = [3, 4]
        table.record(
            [StreamEvent(.queue(1, seat), .queueSet(changed))], of: sent, as: .user(user), at: At.at(5))
        table.expire()
        var events = try table.ledger().events
        let place = try #require(events.lastIndex { $0.event.type == .queueSet })
        let id = try #require(events[place].origin?.commandID)
        events[place - 1].origin = CommandOrigin(
            occurredAt: At.at(4), actor: .scheduler, commandID: id, fingerprint: sent.fingerprint)
        let ledger = try TemporaryLedger(events)
        defer { ledger.ledger.close() }
        let receipt = try ledger.ledger.receiptSigner().receipt(
            for: sent, from: .user(user), id: id, receivedAt: At.at(5))
        guard case .replaced = try ledger.ledger.judge(receipt) else {
            Issue.record("\(try ledger.ledger.judge(receipt))")
            return
        }
    }

    /// A queue that never came into the ledger: whom it would have picked is not known.
    @Test func anEditThatTheAutopickMissedLeavesItOpen() throws {
        let (table, user, _) = table()
        let edit = Command.queue(1, table.seat(ofPick: 1), .setQueue(players: [9], expectedVersion: nil))
        for (received, verdict) in [(20, .undecidable), (40, .rejected)] as [(Double, DisputeResolved.Verdict)] {
            let report = try judge(
                table, edit, from: .user(user), id: CommandID(high: 7, low: 7), receivedAt: received)
            #expect(report.verdict == verdict)
        }
    }
}
