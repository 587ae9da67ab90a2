package import Draft
package import DraftLedger
import Records
import TextFormats

/// An action of staff, a provider or an importer, with its subject, reason and approvers.
package struct StaffAction {
    let recorded: RecordedEvent
    let actor: Sender

    /// In a word or two, so that acts of one kind can be counted.
    let kind: String

    /// The affected user; nil for actions about no user or all users.
    package let user: UserID?

    /// How long the pause that it begins lasted; nil for other actions, and while the pause lasts.
    let length: Interval?

    /// - Parameter ledger: the ledger that tells the length of pauses; nil where it is not at hand.
    /// - Returns: nil for other events.
    package init?(
        _ recorded: RecordedEvent, names: any NameBook, in ledger: DraftLedger? = nil
    ) throws(DraftLedgerError) {
        guard recorded.isStaffAct, let actor = recorded.origin?.actor else { return nil }
        self.recorded = recorded
        if case .access(let read) = recorded.event.account {
            self.actor = .admin(read.reader)
        } else {
            self.actor = actor
        }
        kind = Self.kind(of: recorded)
        user = Self.user(of: recorded, names) ?? actor.onBehalfOf
        length = try ledger?.length(ofPause: recorded)
    }

    /// The room in which it was done.
    package var room: RoomID? {
        if case .room(let room) = recorded.stream { return room }
        if case .queue(let room, _) = recorded.stream { return room }
        if case .opened(let opened) = recorded.event.caseStep { return opened.room }
        if case .access(let read) = recorded.event.account { return read.room }
        return nil
    }

    /// The seat that it was done to.
    var seat: Seat? {
        if case .queue(_, let seat) = recorded.stream { return seat }
        if case .opened(let opened) = recorded.event.caseStep { return opened.seat }
        return recorded.event.seat
    }

    /// The case that it is part of, or follows from.
    var dispute: CaseID? {
        if case .dispute(let id) = recorded.stream { id } else { recorded.event.dispute }
    }

    /// The requester, if the event states it.
    var requestedBy: UserID? {
        if case .paused(let paused) = recorded.event.clock { return paused.requestedBy }
        return if case .corrected(let corrected) = recorded.event.pick { corrected.requestedBy } else { nil }
    }

    /// The owner; of what is done to a clock, who is to pick.
    private static func user(of recorded: RecordedEvent, _ names: any NameBook) -> UserID? {
        if let owner = recorded.owner(holder: names.user(of:in:)) { return owner }
        guard case .room(let room) = recorded.stream, case .extended(let extended) = recorded.event.clock else {
            return nil
        }
        return names.seat(ofPick: extended.pick, in: room).flatMap { names.user(of: $0, in: room) }
    }

    private static func kind(of recorded: RecordedEvent) -> String {
        kind(of: recorded.event) ?? otherKind(of: recorded.stream)
    }

    /// The name of a kind of act; nil for acts that are named by their stream.
    private static func kind(of event: Event) -> String? {
        switch event.family {
        case .room(let event): kind(of: event)
        case .refusal: "refused"
        case .queueChange: event.isQueueEdit ? "queue edit" : nil
        case .payment(let payment): kind(of: payment)
        case .feeStep(.prize), .contest(.prizes): "prize"
        case .contest(.cancelled): "cancellation"
        case .caseStep(.opened), .caseStep(.evidence): "case"
        case .caseStep(.resolved): "resolution"
        case .account(.limits), .account(.excluded), .account(.closed): "limits"
        case .account(.access(let access)): access.kind.isRead ? "read of private data" : "sign-out"
        case .service(.statement): "statement"
        case .service(.payout): "payout"
        case .service, .listing, .contest, .feeStep, .account, .staffChange, .approval, .score, .alias, .note: nil
        }
    }

    private static func kind(of event: Event.Room) -> String? {
        switch event {
        case .clock(.extended): "extension"
        case .clock(.paused): "pause"
        case .clock(.resumed): "resumption"
        case .pick(.made): "pick by hand"
        case .pick(.automated): "pick by the rules"
        case .pick(.corrected): "correction"
        case .seatChange(.autodraft): "autodraft"
        case .ending(.voided): "void"
        case .ending(.cancelled): "cancellation"
        case .membership: "membership"
        case .preparation, .clock, .seatChange, .ending, .results:
            nil
        }
    }

    private static func kind(of payment: Event.Payment) -> String {
        switch payment {
        case .adjustment: "adjustment"
        case .deposit: "deposit"
        case .held, .approved, .posted, .released: "withdrawal"
        case .chargeback, .settlement: "chargeback"
        case .carried: "account"
        }
    }

    private static func otherKind(of stream: StreamKey) -> String {
        switch stream {
        case .room, .clock, .queue: "room"
        case .tournament: "contest"
        case .pool: "pool"
        case .user, .wallet: "account"
        case .dispute: "case"
        case .staff: "appointment"
        case .measure: "measure"
        case .season: "season"
        case .aliases: "alias"
        case .notes: "note"
        case .system: "ledger"
        }
    }
}

/// Acts one a line, as they are read, however many there are.
package struct StaffActionLines {
    private let format: OutputFormat
    private let terminal: Terminal
    private let names: any NameBook

    package init(as format: OutputFormat, on terminal: Terminal, names: any NameBook) {
        self.format = format
        self.terminal = terminal
        self.names = names
    }

    private static let columns = [
        "position", "recordedAt", "occurredAt", "actor", "act", "type", "stream", "room", "seat", "user", "pickNumber",
        "amountCents", "case", "reason", "requestedBy", "approvedBy", "commandID", "text", "durationMicroseconds",
        "action",
    ]

    /// The header with its line end; empty for JSON Lines.
    package var head: String {
        switch format {
        case .json, .jsonArray: ""
        case .csv: CSVWriter.line(Self.columns)
        case .text:
            rendered(
                columns("position", time: "time", act: "act", stream: "stream", words: "action")
                    .restyled(TextStyle(foreground: .bench, bold: true)))
        }
    }

    /// The names in text of kinds that JSON and CSV call otherwise.
    private static let titles = ["pick by the rules": "autopick", "measure": "approval request"]

    /// An act's line, with its end.
    package func line(of act: StaffAction) -> String {
        switch format {
        case .json, .jsonArray: return json(of: act).compact + "\n"
        case .csv:
            let json = json(of: act)
            return CSVTable.line(Self.columns.map { json[$0] })
        case .text:
            let time = act.recorded.recordedAt.iso8601
            let words = Narrator(names: names).words(for: act.recorded)
            // Senders on behalf of a user already state it.
            let unnamed = act.user == act.actor.onBehalfOf ? nil : act.user
            let whom = unnamed.map { StyledText("; user \($0)", .dim) } ?? .empty
            let line = columns(
                String(act.recorded.position), time: "\(time.prefix(10)) \(time.dropFirst(11).prefix(8))",
                act: Self.titles[act.kind] ?? act.kind,
                stream: act.recorded.stream.description, words: words + provider(of: act) + pause(by: act) + whom)
            return rendered(terminal.columns.map { line.truncated(to: $0) } ?? line)
        }
    }

    /// The narrator omits a provider that the event names; here the provider is the subject.
    private func provider(of act: StaffAction) -> StyledText {
        guard act.actor.role == .provider, act.recorded.otherActor(holder: names.user(of:in:)) == nil else {
            return .empty
        }
        return StyledText(", by \(names.actor(act.actor))")
    }

    /// The authors of a pause whom the narrator leaves out, and its length.
    private func pause(by act: StaffAction) -> StyledText {
        guard case .paused = act.recorded.event.clock else { return .empty }
        let service = act.actor.role == .scheduler ? ", by the service" : ""
        let asker = act.requestedBy.map { ", requested by \(names.user($0))" } ?? ""
        return StyledText(service + asker + (act.length.map { ", for \(Figures.duration($0))" } ?? ", not over yet"))
    }

    private func columns(
        _ position: String, time: String, act: String, stream: String, words: StyledText
    ) -> StyledText {
        StyledText("\(position.leftPadded(to: 8))  ", .dim) + StyledText("\(time.rightPadded(to: 19))  ")
            + StyledText(act.rightPadded(to: 17) + "  ", .bold) + StyledText(stream.rightPadded(to: 12) + "  ", .dim)
            + words
    }

    private func rendered(_ line: StyledText) -> String { line.trimmed.rendered(terminal.colors) + "\n" }

    private static let kind = Member<(act: StaffAction, names: any NameBook)>("action") { $0.act.kind }

    static let members = Members<(act: StaffAction, names: any NameBook)>(
        "StaffAction",
        [
            .init("position") { $0.act.recorded.position }, .init("recordedAt") { $0.act.recorded.recordedAt },
            .init("occurredAt") { $0.act.recorded.origin?.occurredAt }, .init("actor") { $0.act.actor.text }, kind,
            .init("type") { $0.act.recorded.event.type.name },
            .init("stream") { $0.act.recorded.stream.description }, .init("room") { $0.act.room },
            .init("seat") { $0.act.seat }, .init("user") { $0.act.user },
            .init("pickNumber") { $0.act.recorded.event.pickNumber },
            .init("amountCents") { $0.act.recorded.event.amount }, .init("case") { $0.act.dispute },
            .init("reason") { $0.act.recorded.event.reason }, .init("requestedBy") { $0.act.requestedBy },
            .init("approvedBy") { $0.act.recorded.event.approvers },
            .init("commandID") { $0.act.recorded.origin?.commandID.description },
            .init("text") { Narrator(names: $0.names).words(for: $0.act.recorded).plain },
            .init("durationMicroseconds") { $0.act.length }, kind.former("act"),
        ])

    private func json(of act: StaffAction) -> JSON { Self.members.json(of: (act, names)) }
}

extension DraftLedger {
    /// The time from a pause to the resumption or the end of its room; nil for other events, and while the pause lasts.
    ///
    /// - Complexity: a fold of the room's stream.
    fileprivate func length(ofPause recorded: RecordedEvent) throws(DraftLedgerError) -> Interval? {
        guard case .paused = recorded.event.clock else { return nil }
        let end = try stream(recorded.stream).first { event in
            guard event.position > recorded.position else { return false }
            if case .resumed = event.event.clock { return true }
            return event.event.traits.contains(.endsRoom)
        }
        return end.map { $0.length(since: recorded) }
    }
}
