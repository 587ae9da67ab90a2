/// The result of an import.
package struct ImportSummary: Hashable, Sendable {
    /// Drafts that went in; of a `rankings` file its pool, of `scores` weeks, of `jsonl` nothing, as its lines are counted as `events`.
    package var imported = 0

    /// Drafts that were there already, event for event, but for what a site states of their results.
    package var skipped = 0

    /// Why drafts or files did not go in. A refused draft leaves no trace in the ledger.
    package var refused: [ImportIssue] = []

    /// Drafts that did not go in, each counted once.
    package var refusedDrafts: Int { refused.reduce(0) { $0 + $1.draftCount } }

    /// Events appended; in a dry run those that would be.
    package var events: UInt64 = 0

    /// Notes for the caller, though nothing is wrong.
    package var notes: [String] = []

    package init() {}

    /// Whether everything in the files is in the ledger now, or would be.
    package var isComplete: Bool { refused.isEmpty }
}

/// Counts of an import that are not errors, for its caller.
struct ImportRemarks {
    /// Drafts whose source has no times.
    var undated = 0

    /// Drafts that turned out to have other rounds than their rooms.
    var reopened = 0

    /// Drafts that were there already, of which the site states results that were not on record.
    var restated = 0

    /// Drafts of an export that are there as somebody else's, by that user's name.
    var others: [String: Int] = [:]

    /// Players who were imported without a team and have one now, each with it.
    var teams: [String] = []

    /// Players who were imported with another team than they have now, each with both.
    var otherTeams: [String] = []

    /// Players who were imported under the same id with another name or position, each with both.
    var otherNames: [String] = []

    /// Players whose bye week was imported otherwise, or not at all, each with the week.
    var otherByeWeeks: [String] = []

    var notes: [String] {
        var notes = others.sorted { $0.key < $1.key }.map { name, count in
            "\(drafts(count)) there already as \(name)'s and stay that user's."
        }
        if reopened > 0 {
            notes.append(
                reopened == 1
                    ? "1 draft has other rounds than before: its room is voided, and it has a new one."
                    : "\(reopened) drafts have other rounds than before: their rooms are voided, and they have new ones."
            )
        }
        if restated > 0 {
            notes.append(
                "New results that the site states were recorded for "
                    + "\(restated == 1 ? "1 draft" : "\(restated) drafts") of the ledger. Earlier ones stay recorded.")
        }
        if let first = teams.first {
            notes.append(
                "\(teams.count == 1 ? "A player" : "\(teams.count) players") came without a team before and "
                    + "\(teams.count == 1 ? "has" : "have") one now: \(first)\(teams.count == 1 ? "" : " and others"). "
                    + "Pools do not change: only a new ledger would have the teams.")
        }
        if let first = otherTeams.first {
            let isOne = otherTeams.count == 1
            notes.append(
                "\(isOne ? "A player has" : "\(otherTeams.count) players have") another team than in the "
                    + "pool: \(first)\(isOne ? "" : " and others"). Stacks use the team of the pool.")
        }
        if let first = otherNames.first {
            let isOne = otherNames.count == 1
            notes.append(
                "\(isOne ? "A player is" : "\(otherNames.count) players are") listed under another name or position: "
                    + "\(first)\(isOne ? "" : " and others"). Reports use the name and position of the pool.")
        }
        if let first = otherByeWeeks.first {
            let isOne = otherByeWeeks.count == 1
            notes.append(
                "\(isOne ? "A player's bye week is" : "The bye weeks of \(otherByeWeeks.count) players are") different from "
                    + "\(isOne ? "the pool" : "the pools"): \(first)\(isOne ? "" : " and others"). "
                    + "`import --input-format players` records bye weeks that a pool does not have.")
        }
        if undated > 0 {
            notes.append("\(drafts(undated)) without a time: weekly series and date filters leave them out.")
        }
        return notes
    }

    private func drafts(_ count: Int) -> String { count == 1 ? "1 draft is" : "\(count) drafts are" }
}
