import ArgumentParser
import Draft
import Interchange

/// What files of drafts do not say themselves.
struct DraftFileOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "For a user's own export: what its owner is to be called (default: me).", valueName: "name"))
    var user: String?
    @Option(
        help: ArgumentHelp(
            "The rounds of all drafts, but of mfl (default: what their picks show).", valueName: "1-30"))
    var rounds: UInt8?
    @Option(
        help: ArgumentHelp(
            "For draftkings, drafters and csv: the teams of all drafts (default: what their picks show).",
            valueName: "2-32"))
    var teams: UInt8?
    @Option(
        help: ArgumentHelp(
            "Which column holds what. For csv player, pick and draft at least; else what the dialect calls it.",
            valueName: "name=column,…"))
    var map: [String] = []

    func validate() throws {
        if let user, user.isEmpty || UInt64(user) != nil {
            throw ValidationError("'\(user)' is no name for a user: it would be taken for a number.")
        }
        if let rounds, !Ruleset.allowedRounds.contains(rounds) {
            throw ValidationError("A draft has 1-30 rounds; --rounds says \(rounds).")
        }
        if let teams, !Ruleset.allowedTeams.contains(teams) {
            throw ValidationError("A draft has 2-32 teams; --teams says \(teams).")
        }
    }

    /// Returns the names of columns in the files, as `--map` gives them.
    ///
    /// - Throws: for a map that does not say it.
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
        let tables: [ImportDialect] = [.draftkings, .drafters, .csv]
        try check(user != nil, option: "--user", dialects: [.underdog] + tables, dialect: dialect)
        try check(
            rounds != nil, option: "--rounds", dialects: [.underdog, .bbm] + tables + [.sleeper], dialect: dialect)
        try check(teams != nil, option: "--teams", dialects: tables, dialect: dialect)
        try check(
            !map.isEmpty, option: "--map",
            dialects: [.csv, .bbm, .underdog, .draftkings, .drafters, .rankings, .scores, .adp, .players, .schedule],
            dialect: dialect)
        _ = try columns(of: dialect)
        guard dialect != .csv || !map.isEmpty else {
            throw ValidationError(
                "--as csv: which column is what? Say it with --map player=COLUMN,pick=COLUMN,draft=COLUMN.")
        }
    }

    private func check(
        _ isThere: Bool, option: String, dialects: [ImportDialect], dialect: ImportDialect
    ) throws {
        guard isThere, !dialects.contains(dialect) else { return }
        let names = dialects.map(\.rawValue)
        let last = names.suffix(1).joined()
        let list = names.count > 1 ? "\(names.dropLast().joined(separator: ", ")) and \(last)" : last
        throw ValidationError("\(option) belongs to --as \(list).")
    }

    var terms: TableTerms { terms(of: nil) }

    /// - Parameter site: whose drafts they are, of a table that is mapped.
    func terms(of site: String?) -> TableTerms {
        TableTerms(user: user ?? "me", rounds: rounds, teams: teams, site: site)
    }
}
