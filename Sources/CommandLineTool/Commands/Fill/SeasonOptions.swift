import ArgumentParser
import Draft
import Interchange

/// Facts that files about a season do not contain.
struct SeasonOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The year in which the season begins.", valueName: "year"))
    var season: UInt64?
    @Option(help: ArgumentHelp("The name of the scoring.", valueName: "name"))
    var scoring: String?
    @Option(help: ArgumentHelp("The reason, as free text.", valueName: "text"))
    var reason: String?
    @Flag(name: .customLong("final"), help: "For scores: mark the weeks of the files as final.")
    var isFinal = false
    @Option(
        help: ArgumentHelp("For adp: the day, if the files do not state it.", valueName: "day"), transform: Self.day)
    var date: Timestamp?
    @Option(help: ArgumentHelp("The site (default for adp and csv: unknown).", valueName: "name"))
    var site: String?

    @Option(
        help: ArgumentHelp(
            "For adp: the slate of the site, such as superflex (default: the main one).", valueName: "name")
    )
    var slate: String?

    static func day(_ text: String) throws -> Timestamp {
        guard let day = PlayerNoteFile.day(text) else {
            throw ValidationError("'\(text)' is not a day. Write one such as 2026-05-24.")
        }
        return day
    }

    func check(for dialect: ImportDialect) throws {
        if ImportStatement.season.dialects.contains(dialect), season == nil {
            throw ValidationError("--input-format \(dialect.rawValue) needs the season: --season YEAR.")
        }
        let said: [(ImportStatement, Bool)] = [
            (.season, season != nil), (.reason, reason != nil), (.scoring, scoring != nil), (.final, isFinal),
            (.date, date != nil), (.site, site != nil), (.slate, slate != nil),
        ]
        for (statement, isThere) in said where isThere && !statement.dialects.contains(dialect) {
            let known = statement.dialects.map(\.rawValue).joined(separator: ", ")
            throw ValidationError("--\(statement.rawValue) needs --input-format \(known).")
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
