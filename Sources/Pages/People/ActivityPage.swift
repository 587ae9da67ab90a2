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

    /// How many there are of each, by the member in JSON and by the words for people.
    var counts: [(member: String, name: String, count: Int)] {
        func count(_ isCounted: (Event) -> Bool) -> Int { lines.count { isCounted($0.recorded.event) } }
        let all: [(member: String, name: (one: String, many: String), count: Int)] = [
            (
                "seatsTaken", ("seat taken", "seats taken"),
                count { if case .taken = $0.membership { true } else { false } }
            ),
            (
                "picksByHand", ("pick by hand", "picks by hand"),
                count { if case .made = $0.pick { true } else { false } }
            ),
            ("picksByRules", ("autopick", "autopicks"), count { $0.automation.map { $0.source != .unknown } ?? false }),
            (
                "picksUnknown", ("pick of unknown origin", "picks of unknown origin"),
                count { $0.automation?.source == .unknown }
            ),
            ("refusals", ("refusal", "refusals"), lines.reduce(0) { $0 + $1.refusals }),
            ("queueEdits", ("queue edit", "queue edits"), lines.count { $0.kind == .queue }),
            ("cases", ("case", "cases"), count { if case .opened = $0.caseStep { true } else { false } }),
            ("byOthers", ("by others", "by others"), lines.count { $0.isByOther }),
        ]
        return all.map { ($0.member, $0.count == 1 ? $0.name.one : $0.name.many, $0.count) }
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

    /// `{"user","counts":{…},"heldWithdrawals":[…],"events":[…]}`; another user's number is null, and a sender is named without it.
    package var json: JSON {
        [
            "user": .of(user), "counts": .object(counts.map { JSON.Member($0.member, .of($0.count)) }),
            "heldWithdrawals": marks.json, "events": .array(lines.map(json)),
        ]
    }

    package var csv: CSVTable {
        CSVTable(
            [
                "position", "recordedAt", "occurredAt", "kind", "type", "stream", "room", "pickNumber", "code",
                "marginMicroseconds", "amountCents", "actor", "byOther", "text",
            ], objects: lines.map(json))
    }

    private func json(of line: Line) -> JSON {
        let (recorded, event) = (line.recorded, line.recorded.event)
        var refusal: CommandRejected?
        if let rejected = event.refusal { refusal = rejected }
        return [
            "position": .of(recorded.position), "recordedAt": .of(recorded.recordedAt),
            "occurredAt": .of(recorded.origin?.occurredAt), "kind": .of(line.kind.rawValue),
            "type": .of(event.type.name), "stream": .of(recorded.stream.description), "room": .of(line.room),
            "pickNumber": .of(event.pickNumber), "code": .of(refusal?.code.name),
            "marginMicroseconds": .of(refusal?.margin), "amountCents": .of(event.amount),
            "actor": .of(recorded.origin?.actor.text(for: user)), "byOther": .of(line.isByOther),
            "text": .of(line.words.plain),
            "body": .encoded { $0.body(of: recorded.withoutQueueContents.event, for: user) },
        ]
    }
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
