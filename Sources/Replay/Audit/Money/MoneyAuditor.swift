import Draft
import DraftLedger
import Records

/// Checks a ledger's money at every prefix: each event against the accounts before it, each append as a whole.
///
/// One value for the whole ledger, since a contest's pot spans wallets: it sees the wallets' and tournaments' events,
/// and of the rooms what moves fees. About one event in fifty of a live ledger.
struct MoneyAuditor {
    var notes = AuditNotes()

    private var balances: [Account: Cents] = [:]
    var wallets: [UserID: WalletState] = [:]
    var tournaments: [TournamentID: TournamentState] = [:]
    var books: [TournamentID: ContestBooks] = [:]
    var rooms: [RoomID: RoomFees] = [:]
    var cases: [CaseID: CaseState] = [:]
    var users: [UserID: UserState] = [:]
    /// In whose wallet each deposit was recorded first.
    var depositors: [WalletState.PaymentReference: UserID] = [:]
    private var commands: [StreamKey: [CommandKey: UInt32]] = [:]

    private var statements = StatementWatch()
    private var unpaid = UnpaidWatch()
    private var group: CommandGroup?

    /// Whether every stream is seen from its first event: what spans streams can only be judged then.
    let isWhole: Bool

    /// The times without decisions.
    private let delays: Delays

    /// The events before the place from which the audit was resumed; nil for an audit that has seen all.
    private var earlier: EarlierEvents?

    /// The rooms whose entries' fees have moved since then.
    private(set) var feeRooms: Set<RoomID> = []

    init(isWhole: Bool, delays: Delays = Delays()) {
        self.isWhole = isWhole
        self.delays = delays
    }

    /// The events of a room that move fees.
    struct RoomFees: Codable {
        var tournament: TournamentID?
        var fee: Cents?
        /// The user of each entry that sits in the room.
        var members: [EntryID: UserID] = [:]
        var status = RoomStatus.waiting
    }

    /// Whether an event is this audit's business.
    static func concerns(_ recorded: RecordedEvent) -> Bool {
        switch recorded.stream {
        case .queue, .clock: return false
        case .room: return recorded.event.traits.contains(.roomFees)
        default: return true
        }
    }

    /// Writes or reads what the auditor knows, between two commands. Commands are read again by stream.
    ///
    /// - Parameters:
    ///   - house: has the states of users, wallets, contests and cases, which both auditors fold alike.
    ///   - earlier: the events that were audited; nil for writing.
    mutating func keep(
        in sections: inout KeptSections, with house: LedgerState, earlier: EarlierEvents?
    ) throws {
        closeGroup()
        group = nil
        try sections.value("money.notes", &notes)
        try sections.table("money.balances", &balances)
        try sections.value("money.books", &books)
        try sections.table("money.rooms", &rooms)
        try sections.table("money.depositors", &depositors)
        try sections.value("money.statements", &statements)
        try sections.value("money.unpaid", &unpaid)
        guard sections.isReading else { return }
        (wallets, users, tournaments, cases) = (house.wallets, house.users, house.tournaments, house.disputes)
        self.earlier = earlier
    }

    mutating func audit(_ recorded: RecordedEvent) {
        if group?.takes(recorded) == true {
            group?.events.append(recorded)
        } else {
            closeGroup()
            group = CommandGroup(events: [recorded])
        }
    }

    /// Judges what is still open. The end of the history, as far as it goes.
    mutating func finish() {
        closeGroup()
        group = nil
        if isWhole {
            statements.remark(on: &notes)
            unpaid.remark(on: &notes, tournaments, books)
        }
        let total = balances.values.reduce(Cents.zero, +)
        if isWhole, total != .zero {
            notes.add(
                AuditFinding(
                    position: nil, stream: nil, rule: .balance, expected: "0 cents", actual: "\(total.value) cents",
                    message: "Unbalanced: account balances sum to a non-zero total."))
        }
    }

    private mutating func closeGroup() {
        guard let group else { return }
        checkIdentity(group)
        if case .room = group.first.stream {} else { notes.checkArrival(of: group, delays) }
        for event in group.events {
            if case .room = event.stream {} else { notes.counts.events += 1 }
            checkHome(event)
            checkHolds(event)
            if isWhole { checkContest(event, in: group) }
            checkAuthority(event)
            remarkOnRemedy(event)
            fold(event)
            post(event)
            statements.note(event)
            if earlier != nil, let room = event.event.feeRoom { feeRooms.insert(room) }
            unpaid.note(event, contest: rooms[event.stream.room ?? 0]?.tournament)
        }
        checkFees(group)
    }

    /// A case that moves money of another user than its claimant, and a case that pays the same wallet again: rules before
    /// `SoftwareStarted.rulesOfClaimants` allow the first, rules before `SoftwareStarted.rulesOfCauses` the second.
    private mutating func remarkOnRemedy(_ recorded: RecordedEvent) {
        guard case .wallet(let user) = recorded.stream, case .adjustment(let paid) = recorded.event.payment,
            let dispute = paid.dispute
        else { return }
        if let claimant = cases[dispute]?.opened.claimant, claimant != user {
            notes.remark(
                at: recorded,
                paid.amount > .zero
                    ? "Case \(dispute) of user \(claimant) paid user \(user) \(paid.amount.value) cents."
                    : "Case \(dispute) of user \(claimant) took \(-paid.amount.value) cents from user \(user).")
        }
        guard paid.amount > .zero, let earlier = wallets[user]?.remedies[dispute], earlier > .zero else { return }
        notes.remark(
            at: recorded,
            "Case \(dispute) paid user \(user) \(paid.amount.value) cents, after \(earlier.value) cents that it had paid before."
        )
    }

    private mutating func checkHome(_ recorded: RecordedEvent) {
        if case .room = recorded.stream { return }
        guard !recorded.event.type.isAtHome(in: recorded.stream) else { return }
        notes.note(
            recorded.event.type.isOfQueue ? .privacy : .stream, at: recorded, expected: "its own kind of stream",
            actual: "\(recorded.stream)",
            "\(recorded.event.type.name.withCapitalArticle) does not belong in this stream.")
    }

    /// Moves the money, and looks at every account that must cover what it pays.
    private mutating func post(_ recorded: RecordedEvent) {
        for posting in postings(of: recorded.event, in: recorded.stream) {
            notes.counts.postings += 1
            balances[posting.from, default: .zero] -= posting.amount
            balances[posting.to, default: .zero] += posting.amount
            let left = balances[posting.from] ?? .zero
            guard left < .zero, posting.from.mustCover, isWhole || posting.from.user != nil else { continue }
            notes.note(
                .balance, at: recorded, expected: "0 cents or more", actual: "\(left.value) cents",
                "\(posting.from) paid \(posting.amount.value) cents more than its balance.")
        }
    }

    /// Folds an event into the states that the rules ask about.
    private mutating func fold(_ recorded: RecordedEvent) {
        switch recorded.stream {
        case .wallet(let user): wallets[user, default: WalletState()].fold(recorded)
        case .tournament(let id): tournaments[id].fold(recorded)
        case .dispute(let id): cases[id].fold(recorded)
        case .user(let user): users[user, default: UserState()].fold(recorded)
        case .room(let id): foldRoom(id, recorded)
        default: break
        }
        if let contest = ContestBooks.contest(of: recorded.event, in: recorded.stream) {
            books[contest, default: ContestBooks()].evolve(recorded.event)
        }
    }

    private mutating func foldRoom(_ id: RoomID, _ recorded: RecordedEvent) {
        let old = rooms[id]?.status
        switch recorded.event.room {
        case .preparation(.opened(let opened)):
            rooms[id] = RoomFees(tournament: opened.tournament, fee: opened.entryFee)
        case .membership(.taken(let taken)): if let user = taken.user { rooms[id]?.members[taken.entry] = user }
        case .preparation(.begun): rooms[id]?.status = .active
        case .ending(.completed): rooms[id]?.status = .complete
        case .ending(.cancelled): rooms[id]?.status = .cancelled
        case .ending(.voided): rooms[id]?.status = .voided
        case .membership, .preparation, .clock, .pick, .seatChange, .results, nil:
            break
        }
        guard let room = rooms[id], room.status != old, let tournament = room.tournament else { return }
        books[tournament, default: ContestBooks()].rooms.move(from: old, to: room.status)
    }

    /// The commands with events in a stream.
    private mutating func commands(in stream: StreamKey) -> [CommandKey: UInt32] {
        if let known = commands[stream] { return known }
        guard let earlier else { return [:] }
        var known: [CommandKey: UInt32] = [:]
        for recorded in earlier.events(of: stream) where recorded.event.refusal?.code != .duplicateCommand {
            guard let origin = recorded.origin, known[origin.key] == nil else { continue }
            known[origin.key] = origin.fingerprint
        }
        commands[stream] = known
        return known
    }

    /// One id of a sender, one command, in each stream.
    private mutating func checkIdentity(_ group: CommandGroup) {
        guard let origin = group.origin else { return }
        var seen: Set<StreamKey> = []
        for recorded in group.events {
            if case .room = recorded.stream { continue }
            guard seen.insert(recorded.stream).inserted else { continue }
            let earlier = commands(in: recorded.stream)[origin.key]
            guard let earlier else {
                let isConflict = group.rejection?.code == .duplicateCommand
                if isWhole, isConflict, commands(in: .system)[origin.key] == nil {
                    notes.note(
                        .idempotency, at: recorded, expected: "a used id", actual: "a new id",
                        "The command was refused for its id \(origin.commandID), which was new.")
                }
                // The first use is in the ledger's own stream: who repeats this is refused again.
                if !isConflict { commands[recorded.stream, default: [:]][origin.key] = origin.fingerprint }
                continue
            }
            if earlier != origin.fingerprint, group.rejection?.code == .duplicateCommand { continue }
            notes.note(
                .idempotency, at: recorded,
                expected: earlier == origin.fingerprint ? "nothing appended" : "refused as duplicateCommand",
                actual: recorded.event.type.name, "The command id \(origin.commandID) was already used in this stream.")
        }
    }
}
