import Draft
import DraftLedger
import Records

/// The signatures of one room and its queues, verified: what a dispute about it rests on.
struct RoomSignatures {
    private(set) var counts = SignatureReport.Counts()
    private(set) var findings: [AuditFinding] = []

    /// The positions of the commands whose signatures verify.
    private(set) var genuine: Set<UInt64> = []

    /// The positions of the commands that were refused for a signature that does not verify.
    private(set) var wrong: Set<UInt64> = []

    /// Of a room in which nothing is signed.
    init() {}

    /// Verifies a room's signatures, by the keys that the ledger has.
    ///
    /// Costs a look at the streams of the staff, of the members and of all others who have signed, and 100 microseconds a
    /// signature.
    init(of history: RoomHistory, in ledger: DraftLedger) throws(DraftLedgerError) {
        let signers = Set(history.events.compactMap { $0.origin?.signature == nil ? nil : $0.origin?.actor })
        guard !signers.isEmpty else { return }
        var events = try ledger.stream(.staff)
        for user in Set(signers.compactMap { $0.role == .user ? $0.user : nil } + history.members.compactMap(\.self)) {
            events += try ledger.stream(.user(user))
        }
        var keys = KeyRing()
        for event in events.sorted(by: { $0.position < $1.position }) { keys.add(event) }
        let check = SignatureCheck(ledger: try ledger.origin ?? "", keys: keys, roots: LedgerRoots(ledger: ledger))
        try verify(history, check) { group throws(DraftLedgerError) in
            try CommandGroup(at: group.first.position, in: ledger)
        }
    }

    /// The same without a ledger.
    init<Roots>(of history: RoomHistory, by check: SignatureCheck<Roots>) throws(Roots.Failure) {
        try verify(history, check) { (_: CommandGroup) throws(Roots.Failure) -> CommandGroup? in nil }
    }

    /// - Parameter whole: a command that spans streams, with all its events; nil where they are not at hand.
    private mutating func verify<Roots>(
        _ history: RoomHistory, _ check: SignatureCheck<Roots>,
        whole: (CommandGroup) throws(Roots.Failure) -> CommandGroup?
    ) throws(Roots.Failure) {
        let view = history.view()
        for group in CommandGroup.groups(of: history.events) {
            defer { for event in group.events { view.fold(event) } }
            guard group.origin?.signature != nil else { continue }
            view.position = group.first.position
            guard let group = group.isOfRoomAlone ? group : try whole(group) else {
                counts.untold += 1
                continue
            }
            let commands =
                group.commandsTold ?? CommandRebuilder(view)?.acceptedCandidates(group).map(\.command) ?? []
            switch try check.judge(group, as: commands) {
            case .genuine:
                counts.genuine += 1
                genuine.insert(group.first.position)
            case .wrong:
                counts.refused += 1
                wrong.insert(group.first.position)
            case .untold: counts.untold += 1
            case .broken(let finding): findings.append(finding)
            }
        }
    }
}
