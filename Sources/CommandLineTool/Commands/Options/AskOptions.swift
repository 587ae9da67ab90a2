import ArgumentParser
import Draft
import DraftLedger

/// Who sent something, where somebody asks for it.
enum ActorArgument {
    static func parse(_ text: String) throws -> ActorPattern {
        guard let actor = ActorPattern(text) else {
            throw ValidationError("'\(text)' is no actor: expected a role, a user's number, or both, such as admin/7.")
        }
        return actor
    }
}

/// Between which times, by the ledger's clock.
struct TimeOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Only what was recorded then or later.", valueName: "time"), transform: Self.time)
    var since: Timestamp?
    @Option(help: ArgumentHelp("Only what was recorded before then.", valueName: "time"), transform: Self.time)
    var until: Timestamp?

    func validate() throws {
        if let since, let until, since >= until {
            throw ValidationError(
                "--since \(since.iso8601) is not before --until \(until.iso8601): nothing can lie in between.")
        }
    }

    static func time(_ text: String) throws -> Timestamp {
        guard let time = Timestamp(iso8601: text) else {
            throw ValidationError("'\(text)' is no time: expected a date or a time such as 2026-08-01T20:15:00Z.")
        }
        return time
    }
}

/// Which of the ledger's events.
struct EventOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Only what is this user's: account, wallet, seats, queues, cases, and what was refused to the user.",
            valueName: "user"))
    var user: String?
    @Option(
        help: ArgumentHelp(
            "Only what this actor sent: a role, a user's number, or both, such as admin, 7 or admin/7.",
            valueName: "actor"), transform: ActorArgument.parse)
    var actor: ActorPattern?
    @Option(
        help: ArgumentHelp(
            "Only the contest's own events and those of its rooms, queues, fees and prizes.", valueName: "contest"))
    var contest: String?
    @Option(help: ArgumentHelp("Only the events of this room.", valueName: "room")) var room: String?
    @OptionGroup var times: TimeOptions

    /// What the filter of a ledger is, and the streams of the room where one is named: its own, and its clock's.
    func filter(in draft: DraftLedger) throws -> (filter: EventFilter, streams: [StreamKey]) {
        let filter = EventFilter(
            actor: actor, since: times.since, until: times.until,
            contest: try contest.map { try draft.resolveTournament($0) })
        let room = try room.map { try draft.resolveRoom($0) }
        return (filter, room.map { [.room($0), .clock($0)] } ?? [])
    }
}
