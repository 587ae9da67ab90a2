public import Draft
public import DraftLedger
import Merkle
import Platform
import Records

/// Verifies the signature of every recorded command, on all cores.
///
/// A separate pass, because it costs some 100 microseconds per signature and core: `Audit` recomputes whose key a command
/// needs and assumes that the key has signed. This pass verifies the bytes: by the key that was the
/// sender's at that place, over exactly what was signed, with the anchor's root from the ledger's own tree. Commands that
/// were refused for their signature must not verify, else an honest one was turned away.
public struct SignatureAudit: Sendable {
    /// Events that are read at once.
    private static let wave: UInt64 = 1 << 18

    let ledger: DraftLedger

    public init(_ ledger: DraftLedger) { self.ledger = ledger }

    /// Verifies all signatures of the ledger as it is when this is called.
    ///
    /// Without findings, the verified size is stored in the ledger's directory (`VerifiedSignatures`) if that is writable.
    ///
    /// - Parameters:
    ///   - isIgnoringCache: verify also the signatures that the stored file lists as verified.
    ///   - progress: counts events.
    /// - Throws: `DraftLedgerError` when the ledger cannot be read.
    public func run(
        ignoringCache isIgnoringCache: Bool = false, progress: ProgressHandler? = nil
    ) throws(DraftLedgerError) -> SignatureReport {
        let begin = ContinuousClock.now
        let size = try ledger.size
        let stored = isIgnoringCache ? nil : try VerifiedSignatures.read(in: ledger)
        let known = stored.flatMap { $0.size <= size ? $0 : nil }
        var keys = KeyRing()
        let start = known?.size ?? 0
        try ledger.signedEvents(in: 0..<start, reading: .keys) {
            keys.add($0)
            return false
        }
        let roots = LedgerRoots(ledger: ledger)
        var notes = SignatureNotes()
        var next = start
        while next < size {
            let end = min(next + Self.wave, size)
            notes.merge(try verify(next..<end, &keys, roots))
            next = end
            progress?(next - start, size - start)
        }
        var counts = notes.counts
        if let known { counts.add(known.counts) }
        let (findings, count) = notes.findings
        if count == 0, size > start {
            let root = try ledger.treeEdge(at: size).root
            // A convenience: who may only read verifies everything the next time.
            try? VerifiedSignatures(size: size, root: root, counts: counts).write(in: ledger)
        }
        return SignatureReport(
            size: size, room: nil, counts: counts, before: known.map { ($0.size, $0.counts.total) }, findings: findings,
            findingCount: count, duration: begin.duration(to: .now))
    }

    /// One wave: every core reads a part of it, then the signatures are shared out one by one.
    private func verify(
        _ positions: Range<UInt64>, _ keys: inout KeyRing, _ roots: LedgerRoots
    ) throws(DraftLedgerError) -> SignatureNotes {
        let portions = try Cores.map(Audit.shares(of: positions)) { positions throws(DraftLedgerError) in
            var portion = SignedPortion(positions)
            try ledger.signedEvents(in: positions) { portion.add($0) }
            return portion
        }
        for event in portions.flatMap(\.keyEvents) { keys.add(event) }
        let groups = portions.flatMap(\.groups)
        let check = SignatureCheck(ledger: try ledger.origin ?? "", keys: keys, roots: roots)
        let notes = try Cores.accumulate(groups.count, from: { SignatureNotes() }) {
            (number: Int, notes: inout SignatureNotes) throws(DraftLedgerError) in
            notes.note(try check.judge(groups[number], as: try commands(of: groups[number])))
        }
        return notes.reduce(into: SignatureNotes()) { $0.merge($1) }
    }

    /// The candidates for a command; if its events do not determine them, with the room's state.
    private func commands(of group: CommandGroup) throws(DraftLedgerError) -> [Command] {
        if let told = group.commandsTold { return told }
        guard let room = group.first.stream.room else { return [] }
        let history = try RoomHistory(of: room, in: ledger)
        let view = history.view()
        for event in history.events.prefix(while: { $0.position < group.first.position }) { view.fold(event) }
        return CommandRebuilder(view)?.acceptedCandidates(group).map(\.command) ?? []
    }
}

extension SignatureAudit {
    /// Verifies the signatures of one room and its queues.
    ///
    /// - Throws: `unknownRoom`, or what keeps the ledger from being read.
    public func run(room id: RoomID) throws(DraftLedgerError) -> SignatureReport {
        let begin = ContinuousClock.now
        let history = try RoomHistory(of: id, in: ledger)
        let signatures = try RoomSignatures(of: history, in: ledger)
        return SignatureReport(
            size: try ledger.size, room: id, counts: signatures.counts, before: nil, findings: signatures.findings,
            findingCount: signatures.findings.count, duration: begin.duration(to: .now))
    }
}

/// The signed commands of a part of the ledger, and what it says about keys.
private struct SignedPortion: Sendable {
    private let positions: Range<UInt64>
    private(set) var keyEvents: [RecordedEvent] = []
    private(set) var groups: [CommandGroup] = []
    /// Whether the last group continues with the next event, if that has the same command.
    private var isOpen = false

    init(_ positions: Range<UInt64>) { self.positions = positions }

    /// - Returns: whether the next event can belong to the same command.
    mutating func add(_ event: RecordedEvent) -> Bool {
        switch event.stream {
        case .staff, .user: if positions.contains(event.position) { keyEvents.append(event) }
        default: break
        }
        if isOpen, groups[groups.count - 1].takes(event) {
            groups[groups.count - 1].events.append(event)
        } else {
            isOpen = event.origin?.signature != nil && positions.contains(event.position)
            if isOpen { groups.append(CommandGroup(events: [event])) }
        }
        return isOpen
    }
}

/// The roots of a ledger's own tree, each computed once: many clients have seen the same checkpoint.
final class LedgerRoots: AnchorRootSource {
    private let ledger: DraftLedger
    private let known = Guarded<[UInt64: Digest256]>([:])

    /// Roots that are kept at once.
    private static let capacity = 1 << 16

    init(ledger: DraftLedger) { self.ledger = ledger }

    func root(at size: UInt64) throws(DraftLedgerError) -> Digest256? {
        if let root = known.withLock({ $0[size] }) { return root }
        guard size <= (try ledger.size) else { return nil }
        let root = Digest256(bytes: try ledger.treeEdge(at: size).root.bytes)
        known.withLock { roots in
            if roots.count >= Self.capacity { roots = [:] }
            roots[size] = root
        }
        return root
    }
}
