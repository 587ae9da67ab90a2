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
    @Option(help: ArgumentHelp("For adp and csv: the site that they are of (default: unknown).", valueName: "name"))
    var site: String?

    @Option(
        help: ArgumentHelp(
            "For adp: the site's slate that they are of, such as superflex (default: its main one).", valueName: "name")
    )
    var slate: String?

    static func day(_ text: String) throws -> Timestamp {
        guard let day = PlayerNoteFile.day(text) else {
            throw ValidationError("'\(text)' is no day: expected one such as 2026-05-24.")
        }
        return day
    }

    func check(for dialect: ImportDialect) throws {
        if ImportStatement.season.dialects.contains(dialect), season == nil {
            throw ValidationError("--as \(dialect.rawValue): of which season? Name it with --season.")
        }
        let said: [(ImportStatement, Bool)] = [
            (.season, season != nil), (.reason, reason != nil), (.scoring, scoring != nil), (.final, isFinal),
            (.date, date != nil), (.site, site != nil), (.slate, slate != nil),
        ]
        for (statement, isThere) in said where isThere && !statement.dialects.contains(dialect) {
            let known = statement.dialects.map { "--as \($0.rawValue)" }.joined(separator: ", ")
            throw ValidationError("--\(statement.rawValue) belongs to \(known).")
        }
        if let fault = ImportStatement.fault(ofSite: site, slate: slate) { throw ValidationError(fault) }
    }

    /// - Precondition: they were checked for scores.
    var terms: ScoreTerms {
        ScoreTerms(
            season: SeasonID(season ?? 0), scoring: scoring ?? ScoringSet.halfPPR, reason: reason, isFinal: isFinal)
    }

    /// - Precondition: they were checked for adp, players or schedule.
    var noteTerms: NoteTerms {
        NoteTerms(season: SeasonID(season ?? 0), site: site, slate: slate, day: date, reason: reason)
    }
}
