import ArgumentParser
import Draft
import DraftLedger

/// An actor by whom events are filtered.
enum ActorArgument {
    static func parse(_ text: String) throws -> ActorPattern {
        guard let actor = ActorPattern(text) else {
            throw ValidationError("'\(text)' is not an actor. Write a role, a user ID, or both, such as admin/7.")
        }
        return actor
    }
}

/// A range of times, by the ledger's clock.
struct TimeOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Only from this time on.", valueName: "time"), transform: Self.time)
    var since: Timestamp?
    @Option(help: ArgumentHelp("Only before this time.", valueName: "time"), transform: Self.time)
    var until: Timestamp?

    func validate() throws {
        if let since, let until, since >= until {
            throw ValidationError(
                "--since \(since.iso8601) is not before --until \(until.iso8601). Name an earlier --since or a later --until."
            )
        }
    }

    /// Whether a time is within the limits; a time that is not known is only within no limits.
    func contains(_ time: Timestamp?) -> Bool {
        guard let time else { return since == nil && until == nil }
        return (since.map { $0 <= time } ?? true) && (until.map { time < $0 } ?? true)
    }

    static func time(_ text: String) throws -> Timestamp {
        guard let time = Timestamp(iso8601: text) else {
            throw ValidationError("'\(text)' is not a time. Write a date or a time such as 2026-08-01T20:15:00Z.")
        }
        return time
    }
}

/// Filters of events.
struct EventOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Only this user: number, external ID or name.",
            valueName: "user"))
    var user: String?
    @Option(
        help: ArgumentHelp(
            "Only actions of this actor: a role, a user ID, or both, such as admin, 7 or admin/7.",
            valueName: "actor"), transform: ActorArgument.parse)
    var actor: ActorPattern?
    @Option(
        help: ArgumentHelp(
            "Only this contest: number, or a unique external ID or title.", valueName: "contest"))
    var contest: String?
    @Option(help: ArgumentHelp("Only this room.", valueName: "room")) var room: String?
    @OptionGroup var times: TimeOptions

    /// Returns the filter in a ledger, and the streams of the room that is named: its own, and that of its clock.
    func filter(in draft: DraftLedger) throws -> (filter: EventFilter, streams: [StreamKey]) {
        let filter = EventFilter(
            actor: actor, since: times.since, until: times.until,
            contest: try contest.map { try draft.resolveTournament($0) })
        let room = try room.map { try draft.resolveRoom($0) }
        return (filter, room.map { [.room($0), .clock($0)] } ?? [])
    }
}
