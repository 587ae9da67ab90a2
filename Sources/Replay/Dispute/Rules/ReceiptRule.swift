import Draft
import DraftLedger
import Records
import Statements

/// Judges by the claimant's signed receipt. It proves that a command was received, and when, against the ledger's own word.
enum ReceiptRule {
    static func judge(_ facts: DisputeFacts) -> [DisputeReport.Reason] {
        guard let (receipt, record) = facts.receipt else { return [] }
        let what = "The receipt for \((receipt.kind?.name ?? "command").withArticle) of \(receipt.actor.words)"
        guard receipt.stream.isOf(facts.room.id), seat(of: receipt, in: facts.room) == facts.seat else {
            return [
                .init(
                    .receipt, for: nil,
                    "\(what) is not for a command of the claimant in this room. It decides nothing here.",
                    [])
            ]
        }
        switch record {
        case .kept(let position, _, _):
            return [.init(.receipt, for: nil, "\(what) was kept: the ledger has the command and its time.", [position])]
        case .pending:
            return [
                .init(.receipt, for: nil, "\(what) is not due yet, and the ledger does not have the command yet.", [])
            ]
        case .late(let position, _, _, let delay):
            return [
                late(at: position, what + " was recorded \(delay.seconds()) after its promised time", receipt, facts)
            ]
        case .waited(let position, _, _, let arrival, let delay):
            let text =
                what + " proves that it was received at \(receipt.receivedAt.iso8601); the ledger dates its arrival "
                + "\(delay.seconds()) later, at \(arrival.iso8601)"
            return [late(at: position, text, receipt, facts)]
        case .replaced(let position):
            return [
                omission(what + " is for another command than position \(position) has under its id", receipt, facts)
            ]
        case .omitted(let position):
            let counted = position.map { ", unless position \($0) counts it among refusals" } ?? ""
            return [
                omission(
                    what + " proves that it was received at \(receipt.receivedAt.iso8601); the ledger does not have it"
                        + counted, receipt, facts)
            ]
        }
    }

    /// A command that is recorded, and dated or recorded later than the receipt says: what it had come to in time.
    private static func late(
        at position: UInt64, _ text: String, _ receipt: Receipt, _ facts: DisputeFacts
    ) -> DisputeReport.Reason {
        let attempts = facts.turns.flatMap(\.attempts) + facts.early.map(\.attempt)
        guard let attempt = attempts.first(where: { $0.position == position }) else {
            return effect(on: text, [position], receipt, facts)
        }
        guard attempt.pick.pick == facts.pick, attempt.command.refusal != nil else {
            return .init(.receipt, for: nil, text + ". That took nothing from this pick.", [position])
        }
        return outcome(of: attempt.pick, text, at: [position], receipt, facts)
    }

    /// A command that the ledger does not have. A receipt has only the digest of its content, which few picks can have.
    private static func omission(_ text: String, _ receipt: Receipt, _ facts: DisputeFacts) -> DisputeReport.Reason {
        guard receipt.isOfPick != false else { return effect(on: text, [], receipt, facts) }
        guard let pick = pick(of: receipt, facts) else {
            return .init(
                .receipt, for: receipt.kind == nil ? .undecidable : nil,
                text + ". It was not a pick for number \(facts.pick).",
                [])
        }
        return outcome(of: pick, text + ", a pick of \(facts.name(pick.player))", at: [], receipt, facts)
    }

    /// The pick for the disputed number whose content the receipt has the digest of.
    private static func pick(of receipt: Receipt, _ facts: DisputeFacts) -> MakePick? {
        guard let pool = facts.view(before: .max).pool(facts.room.pool) else { return nil }
        for player in pool.players.indices {
            for seat in [nil, facts.seat] {
                let pick = MakePick(pick: facts.pick, player: PlayerIndex(player), seat: seat)
                let command = pick.question(in: facts.room.id).command
                if command.fingerprint == receipt.fingerprint,
                    receipt.kind == nil || command.contentDigest == receipt.content
                {
                    return pick
                }
            }
        }
        return nil
    }

    /// The result of the rules for a pick that arrived at the time of the receipt.
    private static func outcome(
        of pick: MakePick, _ text: String, at positions: [UInt64], _ receipt: Receipt, _ facts: DisputeFacts
    ) -> DisputeReport.Reason {
        let turn = facts.turns.last { turn in turn.clocks.first.map { $0.startedAt <= receipt.receivedAt } ?? false }
        guard let turn else {
            return .init(.receipt, for: nil, text + ". Pick \(facts.pick) was not on the clock then.", positions)
        }
        let all = positions + [turn.ending?.position].compactMap { $0 }
        if let ending = turn.ending, turn.automation?.reason != .clockExpired, ending.moment < receipt.receivedAt {
            return .init(.receipt, for: .rejected, text + ", after the pick had been made.", all)
        }
        let view = facts.view(before: turn.ending?.position ?? .max)
        if let clock = turn.endedUnder { view.change { if $0.clock?.pick == clock.pick { $0.clock = clock } } }
        let origin = CommandOrigin(
            occurredAt: receipt.receivedAt, actor: receipt.actor, commandID: receipt.command,
            fingerprint: receipt.fingerprint)
        let decision = decide(
            pick.question(in: facts.room.id), origin: origin, now: receipt.receivedAt, state: view,
            cryptography: LedgerCryptography(drawMaster: []))
        switch decision {
        case .accepted:
            let margin = turn.endedUnder.map {
                ", \(($0.graceEndsAt - receipt.receivedAt).words) before the end of grace"
            }
            return .init(.receipt, for: .upheld, text + ". It was in time\(margin ?? "").", all)
        case .refused(let refusal):
            let isLate = refusal.code == .clockExpired
            return .init(
                .receipt, for: isLate ? .rejected : .undecidable,
                text + ". At that time the rules refuse it: \(refusal.message)", all)
        }
    }

    /// A command other than a pick: an edit of the queue or a switch of autodraft, which an autopick may have missed.
    private static func effect(
        on text: String, _ positions: [UInt64], _ receipt: Receipt, _ facts: DisputeFacts
    ) -> DisputeReport.Reason {
        let missed = facts.turns.first { turn in
            guard turn.automation?.seat == facts.seat, let ending = turn.ending else { return false }
            return receipt.receivedAt <= ending.moment && positions.allSatisfy { $0 > ending.position }
        }
        guard let missed, let ending = missed.ending else {
            return .init(.receipt, for: nil, text + ". No autopick of this pick missed it.", positions)
        }
        return .init(
            .receipt, for: .undecidable,
            text + ". The autopick was made without it, so it is unknown which player it would have picked.",
            positions + [ending.position])
    }

    private static func seat(of receipt: Receipt, in room: RoomState) -> Seat? {
        (receipt.actor.role == .user ? receipt.actor.user : receipt.actor.onBehalfOf).flatMap { room.seat(of: $0) }
    }
}
