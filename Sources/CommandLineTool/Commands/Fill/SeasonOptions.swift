import ArgumentParser
import Draft
import Interchange

/// What files about a season do not say themselves.
struct SeasonOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "For scores, adp, players and schedule: the year in which the season begins.", valueName: "year"))
    var season: UInt64?
    @Option(help: ArgumentHelp("For scores: the name of their scoring (default: half-ppr).", valueName: "name"))
    var scoring: String?
    @Option(help: ArgumentHelp("For files about a season: why they correct what is there.", valueName: "text"))
    var reason: String?
    @Flag(name: .customLong("final"), help: "For scores: the weeks of the files are complete by them.")
    var isFinal = false
    @Option(
        help: ArgumentHelp("For adp: the day, where the files do not say it.", valueName: "day"), transform: Self.day)
    var date: Timestamp?
    @Option(help: ArgumentHelp("For adp: whose they are (default: unknown).", valueName: "name"))
    var site: String?

    static func day(_ text: String) throws -> Timestamp {
        guard let day = PlayerNoteFile.day(text) else {
            throw ValidationError("'\(text)' is no day: expected one such as 2026-05-24.")
        }
        return day
    }

    func check(for dialect: ImportDialect) throws {
        let isOfSeason = [.scores, .adp, .players, .schedule].contains(dialect)
        if isOfSeason, season == nil {
            throw ValidationError("--as \(dialect.rawValue): of which season? Name it with --season.")
        }
        let options: [(String, Bool, [ImportDialect])] = [
            ("--season", season != nil, [.scores, .adp, .players, .schedule]),
            ("--reason", reason != nil, [.scores, .adp, .players, .schedule]),
            ("--scoring", scoring != nil, [.scores]), ("--final", isFinal, [.scores]), ("--date", date != nil, [.adp]),
            ("--site", site != nil, [.adp]),
        ]
        for (option, isThere, dialects) in options where isThere && !dialects.contains(dialect) {
            let known = dialects.map { "--as \($0.rawValue)" }.joined(separator: ", ")
            throw ValidationError("\(option) belongs to \(known).")
        }
        if let site, site.isEmpty { throw ValidationError("--site names nobody.") }
    }

    /// - Precondition: they were checked for scores.
    var terms: ScoreTerms {
        ScoreTerms(
            season: SeasonID(season ?? 0), scoring: scoring ?? ScoringSet.halfPPR, reason: reason, isFinal: isFinal)
    }

    /// - Precondition: they were checked for adp, players or schedule.
    var noteTerms: NoteTerms { NoteTerms(season: SeasonID(season ?? 0), site: site, day: date, reason: reason) }
}
