package import Draft
import DraftLedger
import Records
package import TextFormats

/// The whole answer to `activity`: everything of one user in order of time, without the number of another user.
package struct ActivityPage: Page {
    /// The kind of the entry.
    package enum Kind: String, CaseIterable, Sendable {
        case account, money, entry, room, pick, clock, autodraft, queue, refusal, connection, notice, dispute = "case"
    }

    struct Line {
        var recorded: RecordedEvent
        var kind: Kind
        var room: RoomID?
        var words: StyledText
        /// Whether somebody else's hand did it.
        var isByOther: Bool
    }

    let user: UserID
    let name: String
    private let names: OwnNames
    let marks: PaymentMarks
    private let kinds: Set<Kind>
    private(set) var lines: [Line] = []

    /// The pauses that last, by room.
    private var pauses: [RoomID: RecordedEvent] = [:]

    /// - Parameters:
    ///   - names: the names of the ledger; other users are not named here.
    ///   - marks: the remarks on the user's payments.
    ///   - kinds: the kinds of entries that are kept.
    package init(
        of user: UserID, names: any NameBook, marks: PaymentMarks = .none, only kinds: Set<Kind> = Set(Kind.allCases)
    ) {
        self.user = user
        self.kinds = kinds
        self.marks = marks
        name = names.user(user)
        self.names = OwnNames(reader: user, all: names)
    }

    /// Takes the next of the user's events. Clocks that began and what they showed are left out, and so is what happens in
    /// every room before its draft.
    package mutating func add(_ recorded: RecordedEvent) {
        guard let kind = Self.kind(of: recorded), kinds.contains(kind) else { return }
        let isByOther = recorded.otherActor(holder: names.user(of:in:)) != nil
        let words =
            Narrator(names: names).words(for: recorded.withoutQueueContents) + pauseWords(of: recorded)
            + StyledText(marks.words(on: recorded))
        lines.append(
            Line(
                recorded: recorded, kind: kind, room: Self.room(of: recorded),
                words: words, isByOther: isByOther))
    }

    /// The service as the author of a pause, and the length of a pause when it ends.
    private mutating func pauseWords(of recorded: RecordedEvent) -> StyledText {
        guard case .room(let room) = recorded.stream else { return .empty }
        if case .paused = recorded.event.clock {
            pauses[room] = recorded
            return recorded.origin?.actor.role == .scheduler ? StyledText(", by the service") : .empty
        }
        var isOver = recorded.event.traits.contains(.endsRoom)
        if case .resumed = recorded.event.clock { isOver = true }
        guard isOver, let pause = pauses.removeValue(forKey: room) else { return .empty }
        return StyledText(", paused for \(Figures.duration(recorded.length(since: pause)))")
    }

    private static func kind(of recorded: RecordedEvent) -> Kind? {
        if recorded.event.refusal != nil { return .refusal }
        if case .notices = recorded.event.account { return .notice }
        if case .erased = recorded.event.service { return .account }
        switch recorded.stream {
        case .user: return .account
        case .wallet: return .money
        case .queue: return .queue
        case .dispute: return .dispute
        case .room, .clock, .tournament, .pool, .system, .staff, .measure, .season, .aliases, .notes: break
        }
        switch recorded.event.room {
        case .membership(.taken), .membership(.left), .preparation(.revealed): return .entry
        case .pick(.made), .pick(.automated), .pick(.corrected): return .pick
        case .clock(.extended): return .clock
        case .seatChange(.autodraft): return .autodraft
        case .seatChange(.connection): return .connection
        case .preparation(.begun), .clock(.paused), .clock(.resumed), .ending(.completed), .ending(.cancelled),
            .ending(.voided):
            return .room
        case .preparation(.opened), .preparation(.filled), .preparation(.drawn), .preparation(.countdown),
            .clock(.started), .clock(.ticked), .results, nil:
            return nil
        }
    }

    private static func room(of recorded: RecordedEvent) -> RoomID? {
        if case .room(let room) = recorded.stream { return room }
        if case .queue(let room, _) = recorded.stream { return room }
        if case .opened(let opened) = recorded.event.caseStep { return opened.room }
        if case .notices(let notices) = recorded.event.account { return notices.room }
        return recorded.event.fee?.room
    }

    // MARK: What it comes to

    /// A figure of all lines.
    private struct Count {
        var member: String
        var one: String
        var many: String
        var of: @Sendable ([Line]) -> Int

        init(_ member: String, _ one: String, _ many: String, of lines: @escaping @Sendable ([Line]) -> Int) {
            (self.member, self.one, self.many, self.of) = (member, one, many, lines)
        }

        init(_ member: String, _ one: String, _ many: String, where isCounted: @escaping @Sendable (Event) -> Bool) {
            self.init(member, one, many) { $0.count { isCounted($0.recorded.event) } }
        }
    }

    private static let counted: [Count] = [
        Count("seatsTaken", "seat taken", "seats taken") { if case .taken = $0.membership { true } else { false } },
        Count("picksByHand", "pick by hand", "picks by hand") { if case .made = $0.pick { true } else { false } },
        Count("picksByRules", "autopick", "autopicks") { $0.automation.map { $0.source != .unknown } ?? false },
        Count("picksUnknown", "pick of unknown origin", "picks of unknown origin") {
            $0.automation?.source == .unknown
        },
        Count("refusals", "refusal", "refusals", of: { $0.reduce(0) { $0 + $1.refusals } }),
        Count("queueEdits", "queue edit", "queue edits", of: { $0.count { $0.kind == .queue } }),
        Count("cases", "case", "cases") { if case .opened = $0.caseStep { true } else { false } },
        Count("byOthers", "by others", "by others", of: { $0.count { $0.isByOther } }),
    ]

    /// How many there are of each, by the member in JSON and by the words for people.
    var counts: [(member: String, name: String, count: Int)] {
        Self.counted.map { counted in
            let count = counted.of(lines)
            return (counted.member, count == 1 ? counted.one : counted.many, count)
        }
    }

    package func text(on terminal: Terminal) -> [StyledText] {
        let title =
            StyledText("Activity of \(name)", .bold) + StyledText(name == "user \(user)" ? "" : "  user \(user)", .dim)
        guard !lines.isEmpty else { return [title, .empty, "No events are recorded."] }
        // Only imports have picks whose source does not state how they were made.
        let sum = counts.filter { $0.member != "picksUnknown" || $0.count > 0 }.map {
            StyledText("\(Figures.grouped($0.count)) \($0.name)")
        }
        var table = TextTable([
            .init("position", .trailing), .init("time"), .init("what"), .init("room", .trailing),
            .init("what happened", shrinks: true, wraps: true),
        ])
        table.rows = lines.map { line in
            [
                StyledText(String(line.recorded.position), .dim), StyledText(line.time), StyledText(line.kind.rawValue),
                StyledText(line.room.map { "\($0)" } ?? ""), line.words,
            ]
        }
        return [title] + StyledText.flow(sum, separator: " · ", to: terminal.columns ?? .max) + marks.lines + [.empty]
            + table.lines(on: terminal)
    }

    /// Another user's number is null, and a sender is named without it.
    static let members = Members<ActivityPage>(
        "Activity",
        [
            .init("user") { $0.user },
            .init("counts", Members(nil, counted.map { count in .init(count.member) { count.of($0) } })) { $0.lines },
            .init("heldWithdrawals", each: PaymentMarks.members) { $0.marks.held },
            .init("events", each: event) { $0.rows },
        ])

    private static let event: Members<(line: Line, reader: UserID)> = [
        .init("position") { $0.line.recorded.position }, .init("recordedAt") { $0.line.recorded.recordedAt },
        .init("occurredAt") { $0.line.recorded.origin?.occurredAt }, .init("kind") { $0.line.kind.rawValue },
        .init("type") { $0.line.recorded.event.type.name }, .init("stream") { $0.line.recorded.stream.description },
        .init("room") { $0.line.room }, .init("pickNumber") { $0.line.recorded.event.pickNumber },
        .init("code") { $0.line.recorded.event.refusal?.code.name },
        .init("marginMicroseconds") { $0.line.recorded.event.refusal?.margin },
        .init("amountCents") { $0.line.recorded.event.amount },
        .init("actor") { $0.line.recorded.origin?.actor.text(for: $0.reader) },
        .init("byOther") { $0.line.isByOther }, .init("text") { $0.line.words.plain },
        .init("body", .map(.any)) { row in
            .encoded { $0.body(of: row.line.recorded.withoutQueueContents.event, for: row.reader) }
        },
    ]

    private var rows: [(line: Line, reader: UserID)] { lines.map { ($0, user) } }

    package var json: JSON { Self.members.json(of: self) }

    package var csv: CSVTable { Self.event.csv(of: rows) }
}

extension ActivityPage.Line {
    /// When it reached the system, else when it was recorded: `2026-08-01 20:14:30.250`.
    var time: String {
        let time = (recorded.origin?.occurredAt ?? recorded.recordedAt).iso8601
        return "\(time.prefix(10)) \(time.dropFirst(11).prefix(12))"
    }

    /// How many refusals it stands for.
    fileprivate var refusals: Int {
        if let rejected = recorded.event.refusal { Int(rejected.count) } else { 0 }
    }
}

/// The names of a ledger as one user may be told them: everybody else is another member, another user, or a role.
struct OwnNames: NameBook {
    let reader: UserID
    let all: any NameBook

    func user(_ id: UserID) -> String { id == reader ? all.user(id) : "another user" }

    func holder(of seat: Seat, in room: RoomID) -> String {
        user(of: seat, in: room) == reader ? all.user(reader) : "another member"
    }

    func user(of seat: Seat, in room: RoomID) -> UserID? { all.user(of: seat, in: room) }

    func actor(_ sender: Sender) -> String {
        let behalf = sender.onBehalfOf.map { " for \(user($0))" } ?? ""
        if sender.role == .user, let acting = sender.user { return user(acting) + behalf }
        return "the \(sender.role.name)" + behalf
    }

    func seat(of slot: Slot, in room: RoomID) -> Seat? { all.seat(of: slot, in: room) }

    func seat(ofPick pick: PickNumber, in room: RoomID) -> Seat? { all.seat(ofPick: pick, in: room) }

    func player(_ index: PlayerIndex, in room: RoomID) -> PlayerListing? { all.player(index, in: room) }

    func label(of pick: PickNumber, in room: RoomID) -> String { all.label(of: pick, in: room) }
}

extension RecordedEvent {
    /// The time from an earlier event to this one, by the times that decide. The service states an outage when it is back.
    func length(since earlier: RecordedEvent) -> Interval {
        (origin?.occurredAt ?? recordedAt) - (earlier.origin?.occurredAt ?? earlier.recordedAt)
    }
}

extension Event {
    fileprivate var automation: PickAutomated? { if case .automated(let made) = pick { made } else { nil } }
}
