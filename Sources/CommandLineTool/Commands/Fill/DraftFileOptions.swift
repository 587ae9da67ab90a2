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
            valueName: "2-20"))
    var teams: UInt8?
    @Option(
        help: ArgumentHelp(
            "For csv: which column holds what; player, pick and draft at least.", valueName: "role=column,…"))
    var map: [String] = []

    func validate() throws {
        if let user, user.isEmpty || UInt64(user) != nil {
            throw ValidationError("'\(user)' is no name for a user: it would be taken for a number.")
        }
        if let rounds, !Ruleset.allowedRounds.contains(rounds) {
            throw ValidationError("A draft has 1-30 rounds; --rounds says \(rounds).")
        }
        if let teams, !Ruleset.allowedTeams.contains(teams) {
            throw ValidationError("A draft has 2-20 teams; --teams says \(teams).")
        }
        if !map.isEmpty { try checkMap() }
    }

    private func checkMap() throws {
        do {
            _ = try PickMap(map)
        } catch {
            throw ValidationError(error.message)
        }
    }

    func check(for dialect: ImportDialect) throws {
        let tables: [ImportDialect] = [.draftkings, .drafters, .csv]
        try check(user != nil, "--user", [.underdog] + tables, dialect)
        try check(rounds != nil, "--rounds", [.underdog, .bbm] + tables + [.sleeper], dialect)
        try check(teams != nil, "--teams", tables, dialect)
        try check(!map.isEmpty, "--map", [.csv], dialect)
        guard dialect != .csv || !map.isEmpty else {
            throw ValidationError(
                "--as csv: which column is what? Say it with --map player=COLUMN,pick=COLUMN,draft=COLUMN.")
        }
    }

    private func check(
        _ isThere: Bool, _ option: String, _ dialects: [ImportDialect], _ dialect: ImportDialect
    ) throws {
        guard isThere, !dialects.contains(dialect) else { return }
        let names = dialects.map(\.rawValue)
        let last = names.suffix(1).joined()
        let list = names.count > 1 ? "\(names.dropLast().joined(separator: ", ")) and \(last)" : last
        throw ValidationError("\(option) belongs to --as \(list).")
    }

    var terms: TableTerms { TableTerms(user: user ?? "me", rounds: rounds, teams: teams) }
}
