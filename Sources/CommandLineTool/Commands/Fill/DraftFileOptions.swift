import ArgumentParser
import Draft
import Interchange

/// Facts that files of drafts do not contain.
struct DraftFileOptions: ParsableArguments {
    @Option(
        name: .customLong("owner"),
        help: ArgumentHelp(
            "The name for the owner of a user's own export (default: me).", valueName: "name"))
    var user: String?
    @Option(
        help: ArgumentHelp(
            "The rounds of a draft, \(Ruleset.allowedRounds.words).", valueName: Ruleset.allowedRounds.dashed))
    var rounds: UInt8?
    @Option(
        help: ArgumentHelp(
            "The teams in a room, \(Ruleset.allowedTeams.words).", valueName: Ruleset.allowedTeams.dashed))
    var teams: UInt8?
    @Option(
        help: ArgumentHelp(
            "Map columns of the files; csv needs at least player, pick and draft.",
            valueName: "name=column,…"))
    var map: [String] = []

    func validate() throws {
        if let user, user.isEmpty || UInt64(user) != nil {
            throw ValidationError("--owner \(user): a number is not a name. Give a name with letters, such as jane.")
        }
        if let rounds, !Ruleset.allowedRounds.contains(rounds) {
            throw ValidationError("--rounds \(rounds): expected \(Ruleset.allowedRounds.words).")
        }
        if let teams, !Ruleset.allowedTeams.contains(teams) {
            throw ValidationError("--teams \(teams): expected \(Ruleset.allowedTeams.words).")
        }
    }

    /// Returns the names of columns in the files, as `--map` gives them.
    ///
    /// - Throws: `ValidationError` for a map that is not valid.
    func columns(of dialect: ImportDialect) throws -> ColumnMap {
        do {
            guard dialect == .csv else { return try ColumnMap(map) }
            _ = try PickMap(map)
            return ColumnMap()
        } catch {
            throw ValidationError(error.message)
        }
    }

    func check(for dialect: ImportDialect) throws {
        let tables = ImportDialect.tables + [.csv]
        try check(user != nil, option: "--owner", dialects: [.underdog] + tables, dialect: dialect)
        try check(
            rounds != nil, option: "--rounds", dialects: [.underdog, .bbm] + tables + [.sleeper], dialect: dialect)
        try check(teams != nil, option: "--teams", dialects: tables, dialect: dialect)
        try check(
            !map.isEmpty, option: "--map",
            dialects: [.csv, .bbm, .underdog] + ImportDialect.tables + [
                .rankings, .scores, .adp, .players, .schedule,
            ],
            dialect: dialect)
        _ = try columns(of: dialect)
        guard dialect != .csv || !map.isEmpty else {
            throw ValidationError(
                "--input-format csv needs the columns of the file: --map player=COLUMN,pick=COLUMN,draft=COLUMN.")
        }
    }

    private func check(
        _ isThere: Bool, option: String, dialects: [ImportDialect], dialect: ImportDialect
    ) throws {
        guard isThere, !dialects.contains(dialect) else { return }
        let names = dialects.map(\.rawValue)
        let last = names.suffix(1).joined()
        let list = names.count > 1 ? "\(names.dropLast().joined(separator: ", ")) or \(last)" : last
        throw ValidationError("\(option) needs --input-format \(list).")
    }

    var terms: TableTerms { terms(of: nil) }

    /// - Parameter site: the site of the drafts in a mapped table.
    func terms(of site: String?) -> TableTerms {
        TableTerms(user: user ?? "me", rounds: rounds, teams: teams, site: site)
    }
}
