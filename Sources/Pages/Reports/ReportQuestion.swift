package import Draft
package import DraftLedger
package import Projections

/// Which entries somebody asks a report to count, as of when: the same on a command line and over a network, down to the
/// words in which a report states it.
package struct ReportQuestion: Hashable, Sendable {
    /// Of whom, as it was asked; nil for all users.
    package var user: String?
    /// Of which contest, as it was asked; nil for all.
    package var contest: String?
    /// Drafts that started then or later.
    package var since: Timestamp?
    /// Drafts that started before then.
    package var until: Timestamp?
    package var slot: Slot?
    /// Whether words tell the slot by its number from 0, as those of earlier versions did; else as drafters say it.
    package var countsSlotsFromZero = false
    package var clock: Ruleset.Preset?
    package var includeUnfinished = false
    package var at = Moment.latest

    package init() {}

    /// The filter that is meant, once it is known whose numbers those are.
    package func filter(user: UserID?, contest: TournamentID?) -> RosterFilter {
        RosterFilter(
            user: user, tournament: contest, slot: slot, preset: clock, startedFrom: since, startedBefore: until,
            includeUnfinished: includeUnfinished)
    }

    /// Which entries were asked for, whomever of theirs a report lists.
    package var words: String {
        var words = [user.map { "user \($0)" } ?? "all users", contest.map { "contest \($0)" } ?? "all contests"]
        if let since { words.append("from \(since.iso8601)") }
        if let until { words.append("before \(until.iso8601)") }
        if let slot { words.append("slot \(countsSlotsFromZero ? "\(slot)" : Figures.slot(Int(slot)))") }
        if let clock { words.append("\(clock) clock") }
        if includeUnfinished { words.append("unfinished rooms too") }
        if case .time(let time) = at { words.append("as of \(time.iso8601)") }
        return words.joined(separator: ", ")
    }

    /// The filter as it was asked for.
    package func words(listing position: PlayerPosition?) -> String {
        ([words] + (position.map { ["\($0.abbreviation) only"] } ?? [])).joined(separator: ", ")
    }
}
