public import Draft
public import DraftLedger
public import Merkle
import Records

extension EvidenceBundle {
    /// Gathers what a ledger has about a pick.
    ///
    /// Reads the room, one queue, the pool, the cases about the room, one wallet, and by which keys and on whose authority
    /// all that came about; hashes the neighbours of each record. A live draft of seven thousand events takes about a second.
    ///
    /// - Parameters:
    ///   - room: in which the pick was made.
    ///   - pick: its overall number, from 1.
    ///   - seat: the claimant's; nil for the seat whose pick it is.
    ///   - ledger: the ledger to read.
    ///   - latest: a published checkpoint that covers the room.
    ///   - published: earlier ones, which show that the history was the same at the time.
    /// - Throws: `EvidenceError`, `DisputeError`, `DraftLedgerError.proofBroken` for a record that is not the one that was
    ///   signed, `checkpointUnverified` where the key that signed is not here, or what keeps the ledger from being read.
    public init(
        of room: RoomID, pick: PickNumber, seat: Seat? = nil, in ledger: DraftLedger, latest: SignedCheckpoint,
        published: [SignedCheckpoint] = []
    ) throws {
        let report = try Dispute(ledger).judge(room: room, pick: pick, seat: seat)
        let events = try ledger.timeline(of: room)
        guard let state = try ledger.room(room), let member = state.member(at: report.seat) else {
            throw EvidenceError.noClaimant
        }
        let claim = EvidenceClaim(
            origin: latest.unverified.origin, room: room, pick: pick, seat: report.seat, claimant: member.user,
            entry: member.entry)

        var sections: [(EvidenceRecord.Section, [RecordedEvent])] = []
        sections.append((.records, events + (try ledger.stream(.queue(room, report.seat)))))
        sections.append((.pool, try ledger.stream(.pool(state.pool))))
        let wallet = try member.user.map { try ledger.stream(.wallet($0)) } ?? []
        let paying = try Self.cases(of: claim, namedIn: wallet, in: ledger)
        sections.append((.cases, try Self.cases(about: claim, named: events, paying, in: ledger)))
        sections.append(
            (.money, wallet.filter { $0.event.entryPaid == member.entry || paying.contains($0.event.casePaid) }))
        let grounds = try EvidenceGrounds(
            of: sections.filter { $0.0 != .pool }.flatMap(\.1), claimant: member.user, in: ledger)
        sections.append((.keys, grounds.keys))
        sections.append((.authority, grounds.authority))

        let needed = sections.flatMap { $0.1.map { $0.position + 1 } }.max() ?? 0
        guard latest.unverified.size >= needed else {
            throw EvidenceError.notCovered(size: latest.unverified.size, needed: needed)
        }
        let hashes = RememberedHashes(ledger.hashSource)
        var records: [EvidenceRecord] = []
        for (section, events) in sections {
            for event in events.sorted(by: { $0.position < $1.position }) {
                let record = try ledger.record(at: event.position)
                let proof = try hashes.proof(of: record, at: event.position, in: latest.unverified)
                let isWithheld = EvidenceRecord.isWithheld(event, from: report.seat)
                records.append(
                    EvidenceRecord(
                        section: section, position: event.position,
                        record: isWithheld ? try EvidenceRecord.stated(event) : record, proof: proof,
                        withheldLeaf: isWithheld ? .leaf(record) : nil))
            }
        }
        let checkpoints = Self.telling(published, about: events, pick: pick, before: latest) + [latest]
        for checkpoint in checkpoints { try ledger.checkSigned(checkpoint) }
        let seen = EvidenceGrounds.anchors(
            of: sections.filter { ![.pool, .money].contains($0.0) }.flatMap(\.1)
        ).sorted()
        let anchors = try seen.map { size in
            let root = try ledger.treeEdge(at: size).root
            return EvidenceAnchor(
                size: size, root: root, proof: try hashes.consistency(from: size, root, to: latest.unverified))
        }
        self.init(
            claim: claim, checkpoints: checkpoints,
            consistency: try zip(checkpoints, checkpoints.dropFirst()).map {
                try hashes.consistency(from: $0.unverified.size, $0.unverified.root, to: $1.unverified)
            }, records: records, anchors: anchors)
    }

    /// The cases about the entry by which the claimant's wallet was adjusted.
    private static func cases(
        of claim: EvidenceClaim, namedIn wallet: [RecordedEvent], in ledger: DraftLedger
    ) throws -> Set<CaseID?> {
        let named = Set(wallet.compactMap(\.event.casePaid))
        return Set(
            try named.filter { id in
                guard case .disputeOpened(let opened)? = try ledger.stream(.dispute(id)).first?.event else {
                    return false
                }
                return claim.isOfEntry(opened)
            })
    }

    /// The events of the cases about the claim, of those because of which something happened in the room, and of those that
    /// paid.
    private static func cases(
        about claim: EvidenceClaim, named events: [RecordedEvent], _ paying: Set<CaseID?>, in ledger: DraftLedger
    ) throws -> [RecordedEvent] {
        var ids = Set(paying.compactMap { $0 })
        for recorded in events { ids.formUnion(recorded.casesNamed) }
        try ledger.events(type: .disputeOpened) { recorded in
            if case .dispute(let id) = recorded.stream, case .disputeOpened(let opened) = recorded.event,
                claim.isOf(opened)
            {
                ids.insert(id)
            }
            return true
        }
        return try ids.sorted().flatMap { try ledger.stream(.dispute($0)) }
    }

    /// Of all published checkpoints those that tell something: the last before the pick was on the clock, the first that
    /// covers it, the first that covers the end of the draft.
    private static func telling(
        _ published: [SignedCheckpoint], about events: [RecordedEvent], pick: PickNumber,
        before latest: SignedCheckpoint
    ) -> [SignedCheckpoint] {
        let older = published.filter {
            $0.unverified.size > 0 && $0.unverified.size < latest.unverified.size
                && $0.unverified.origin == latest.unverified.origin
        }
        let made = events.last { $0.event.pickMade == pick }?.position
        let onClock = events.first {
            if case .clockStarted(let clock) = $0.event { clock.pick == pick } else { false }
        }?.position
        let end = events.last { $0.event.type == .draftCompleted }?.position
        let begin = onClock ?? made
        var sizes: Set<UInt64> = []
        if let begin, let before = older.last(where: { $0.unverified.size <= begin }) {
            sizes.insert(before.unverified.size)
        }
        for position in [made, end].compactMap({ $0 }) {
            if let covering = older.first(where: { $0.unverified.size > position }) {
                sizes.insert(covering.unverified.size)
            }
        }
        return older.filter { sizes.contains($0.unverified.size) }
    }
}

extension Event {
    /// The entry whose money the event moves; nil for all other events.
    var entryPaid: EntryID? {
        switch self {
        case .entryFeeHeld(let fee): fee.entry
        case .entryFeePosted(let fee): fee.entry
        case .entryFeeReleased(let fee): fee.entry
        case .entryFeeRefunded(let fee): fee.entry
        case .prizeCredited(let prize): prize.entry
        default: nil
        }
    }

    /// The case because of which it puts a pick right; nil for all other events.
    var caseCorrected: CaseID? { if case .pickCorrected(let corrected) = self { corrected.dispute } else { nil } }

    /// The case for which the event adjusts a balance; nil for all other events.
    var casePaid: CaseID? { if case .balanceAdjusted(let adjusted) = self { adjusted.dispute } else { nil } }
}

extension RecordedEvent {
    /// The cases because of which it came about.
    var casesNamed: Set<CaseID> { Set([event.caseCorrected, origin?.dispute].compactMap(\.self)) }
}

/// Hashes of subtrees, each computed once: the proofs of neighbours ask for the same ones.
private final class RememberedHashes {
    private var known: [TreeNodeID: TreeHash] = [:]
    private let ledger: SubtreeHashSource

    init(_ ledger: @escaping SubtreeHashSource) { self.ledger = ledger }

    func hash(of node: TreeNodeID) throws -> TreeHash {
        if let hash = known[node] { return hash }
        let hash = try ledger(node)
        known[node] = hash
        return hash
    }

    private var source: SubtreeHashSource { { try self.hash(of: $0) } }

    /// Proves a record, and checks that a stranger will come to the checkpoint's root by that.
    func proof(of record: [UInt8], at position: UInt64, in checkpoint: Checkpoint) throws -> InclusionProof {
        let proof = try InclusionProof(index: position, size: checkpoint.size, from: source)
        do {
            try proof.verify(leaf: .leaf(record), index: position, size: checkpoint.size, root: checkpoint.root)
        } catch {
            throw DraftLedgerError.proofBroken("The proof of position \(position)", error)
        }
        return proof
    }

    /// Proves that a checkpoint extends an earlier tree, and checks that a stranger will find so.
    func consistency(from size: UInt64, _ root: TreeHash, to new: Checkpoint) throws -> ConsistencyProof {
        let proof = try ConsistencyProof(from: size, to: new.size, from: source)
        do {
            try proof.verify(oldSize: size, oldRoot: root, newSize: new.size, newRoot: new.root)
        } catch {
            throw DraftLedgerError.proofBroken("The growth from \(size) to \(new.size) events", error)
        }
        return proof
    }
}
