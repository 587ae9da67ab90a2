import Draft
import DraftLedger
import Records

/// Says in words what an event was: one line that a reader who has never seen the schema understands.
package struct Narrator {
    var names: any NameBook

    /// The event, its sender if that is neither the stream's own user nor the rules, and its reason.
    func words(for recorded: RecordedEvent) -> StyledText {
        deed(recorded) + otherActor(of: recorded) + Self.because(recorded.event.reason ?? "")
    }

    /// The words for the event, without its sender and its reason.
    ///
    /// An event in a stream where this version does not expect it is at least named. A refusal can be anywhere.
    func deed(_ recorded: RecordedEvent) -> StyledText {
        let stream = recorded.stream
        let isExpected = recorded.event.type.facts.home.map(stream.kind.neighbours.contains) ?? true
        guard case .queue(let room, let seat) = stream else {
            guard isExpected else { return StyledText(recorded.event.type.name) }
            return words(of: recorded, in: stream.room)
        }
        let words = isExpected ? words(of: recorded, in: room) : StyledText("\(recorded.event)")
        return StyledText("queue of \(names.holder(of: seat, in: room)): ", .dim) + words
    }

    func player(_ index: PlayerIndex?, in room: RoomID?) -> StyledText {
        guard let index else { return "no player" }
        return room.flatMap { names.player(index, in: $0) }?.styled ?? StyledText("player \(index)")
    }

    /// `, by admin/7`, or nothing. A refusal names its sender itself.
    private func otherActor(of recorded: RecordedEvent) -> StyledText {
        if recorded.event.refusal != nil { return .empty }
        guard let actor = recorded.otherActor(holder: names.user(of:in:)) else { return .empty }
        return StyledText(", by \(names.actor(actor))")
    }

    /// `: because the server was down`, or nothing.
    private static func because(_ reason: String) -> StyledText { reason.isEmpty ? .empty : StyledText(": \(reason)") }
}

extension Narrator {
    func access(_ read: PrivateDataRead) -> StyledText {
        let room = read.room.map { " of room \($0)" } ?? ""
        let dispute = read.dispute.map { " because of case \($0)" } ?? ""
        let names = read.roles.roles.map(\.name).joined(separator: ", ")
        let roles = names.isEmpty ? "" : " (\(names))"
        guard read.kind.isRead else {
            return StyledText("signed out everywhere", .bold) + StyledText(", by staff \(read.reader)\(roles)")
        }
        return StyledText("private data read: ", .bold)
            + StyledText("\(read.kind.words)\(room), by staff \(read.reader)\(roles)\(dispute)")
    }

    /// "notices about pick 2.05 (17) of room 3: on the clock (push) sent; ten seconds (push) not sent: …"
    func notices(_ recorded: NoticesRecorded) -> StyledText {
        let turn = recorded.pick.map { "pick \(names.label(of: $0, in: recorded.room)) of " } ?? ""
        let told = recorded.notices.map { "\($0.kind.words) (\($0.channel)) \($0.result)" }
        return StyledText("notices", .bold)
            + StyledText(" about \(turn)room \(recorded.room): \(told.joined(separator: "; "))")
    }

    /// "registered in the previous ledger; limits set; 1 device key; excluded until …"
    static func carried(_ carried: MemberCarried) -> StyledText {
        let facts = [
            carried.limits.isEmpty ? nil : "limits set",
            carried.keys.isEmpty ? nil : Figures.plural(carried.keys.count, "device key"),
            carried.excludedUntil.map { "excluded until \($0.iso8601)" }, carried.isClosed ? "account closed" : nil,
        ]
        return StyledText((["registered in the previous ledger"] + facts.compactMap(\.self)).joined(separator: "; "))
    }

    func listing(_ player: PlayerListing) -> StyledText {
        StyledText("\(player.index) ", .dim) + player.styled
            + StyledText(player.adp.map { " ADP \(Figures.hundredths($0))" } ?? "", .dim)
    }

    static func summary(_ alerts: AlertPreferences) -> String {
        let wanted = NoticesRecorded.Kind.allCases.filter { alerts.contains($0.preference) }.map(\.words)
        return wanted.isEmpty ? "none" : wanted.joined(separator: ", ")
    }
}

extension PrivateDataRead.Kind {
    /// The data in words.
    fileprivate var words: String {
        switch self {
        case .queue: "the queue"
        case .draft: "the draft with queues and refusals"
        case .money: "money"
        case .profile: "the profile"
        case .activity: "all activity"
        case .entries: "entries"
        case .cases: "cases"
        case .words: "free text"
        case .records: "stored records"
        case .signOut: "no data"
        }
    }
}
