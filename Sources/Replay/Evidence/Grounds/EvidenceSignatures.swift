import Draft
import DraftLedger
import Records

/// The signatures in a bundle, verified by the keys and the roots in it.
struct EvidenceSignatures {
    let keys: KeyRing
    /// Of the room and the claimant's queue.
    let room: RoomSignatures
    /// Of everything.
    private(set) var counts: SignatureReport.Counts
    private(set) var findings: [AuditFinding]

    /// - Parameters:
    ///   - history: the room whose commands and those of the claimant's queue are verified, or nil.
    ///   - grounds: the events about keys and staff, in the order of the ledger.
    ///   - commands: others that may be signed.
    /// - Throws: `badFile` if a root that a signature names is missing.
    init(
        of bundle: EvidenceBundle, _ history: RoomHistory? = nil, grounds: [RecordedEvent], commands: [CommandGroup]
    ) throws(EvidenceError) {
        var keys = KeyRing()
        for event in grounds { keys.add(event) }
        let others = (grounds.map { CommandGroup(events: [$0]) } + commands).filter { $0.origin?.signature != nil }
        let known = Set(bundle.earlier.map(\.size))
        let named = EvidenceGrounds.anchors(of: (history?.events ?? []) + others.map(\.first))
        if let missing = named.subtracting(known).min() {
            throw .badFile(EarlierTrees.file, "the root of \(missing) events, which a signature names, is missing")
        }
        let check = SignatureCheck(ledger: bundle.claim.origin, keys: keys, roots: EvidenceRoots(bundle.earlier))
        self.keys = keys
        room = history.map { RoomSignatures(of: $0, by: check) } ?? RoomSignatures()
        counts = room.counts
        findings = room.findings
        for group in others {
            switch check.judge(group, as: group.commandsTold ?? []) {
            case .genuine: counts.genuine += 1
            case .wrong: counts.refused += 1
            case .untold: counts.untold += 1
            case .broken(let finding): findings.append(finding)
            }
        }
    }
}

/// Whether what follows from measures is what two different people agreed on.
struct EvidenceMeasures {
    /// What is wrong, in sentences.
    private(set) var faults: [String] = []
    /// Effects whose approval the bundle does not have.
    private(set) var unsettled: [String] = []
    /// Measures that were approved.
    private(set) var count = 0

    /// - Parameters:
    ///   - authority: the complete streams of staff and of approval requests.
    ///   - events: the events that may follow from them.
    init(_ authority: [RecordedEvent], behind events: [RecordedEvent]) {
        var streams: [StreamKey: [RecordedEvent]] = [:]
        for event in authority { streams[event.stream, default: []].append(event) }
        for (_, events) in streams.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            guard case .proposed(let proposed) = events.first?.event.approval,
                let approval = events.first(where: { $0.event.type == .measureApproved }), let origin = approval.origin
            else { continue }
            count += 1
            if origin.actor.user == events.first?.origin?.actor.user {
                faults.append("Position \(approval.position): the approver of \(approval.stream) also proposed it.")
            }
            approvals[origin.key] = proposed.command
        }
        let began = authority.first { $0.event.foundation != nil }?.position ?? .max
        for event in (authority + events).sorted(by: { $0.position < $1.position }) where event.position > began {
            guard let origin = event.origin, origin.actor.role == .admin else { continue }
            guard let command = approvals[origin.key] else {
                if event.event.traits.contains(.takesApproval) {
                    unsettled.append(
                        "Position \(event.position): \(event.event.type.name.withArticle) follows from no approval request in this bundle."
                    )
                }
                continue
            }
            if event.event.follows(from: command) { continue }
            faults.append(
                "Position \(event.position): \(event.event.type.name.withArticle) differs from the proposal, "
                    + "\(command.kind.name.withArticle).")
        }
    }

    /// The approved commands, by the commands that approved them.
    private var approvals: [CommandKey: Command] = [:]
}

extension Event {
    /// Whether the event is what a command comes to that was proposed and approved; of those that only go with it, yes.
    fileprivate func follows(from command: Command) -> Bool {
        if case .corrected(let made) = pick, case .room(_, .correctPick(let asked)) = command {
            return made.pick == asked.pick && made.mode == asked.mode && made.newPlayer == asked.player
                && made.dispute == asked.dispute && made.reason == asked.reason
        }
        if case .voided(let made) = ending, case .room(_, .voidRoom(_, let reason)) = command {
            return made.reason == reason
        }
        if case .resolved(let made) = caseStep, case .dispute(_, .resolveDispute(let asked)) = command {
            return made.verdict == asked.verdict && made.reason == asked.reason
        }
        if case .adjustment(let made) = payment, case .wallet(_, .adjustBalance(let asked)) = command {
            return made.amount == asked.amount && made.dispute == asked.dispute && made.reason == asked.reason
        }
        if case .appointed(let made) = staffChange, case .staff(.appointStaff(let asked)) = command {
            return made == asked
        }
        return !traits.contains(.takesApproval)
    }
}
