import ArgumentParser
import Draft
import DraftLedger
import Pages
import Reports

/// Which two players something is said of, and why.
struct AliasOptions: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "Two players, each by name, by outside id or as POOL:INDEX; or a name that two of them have.",
            valueName: "player"))
    var players: [String]
    @Option(help: ArgumentHelp("Why, in a sentence.", valueName: "text")) var reason: String
    @OptionGroup var house: HouseOptions

    func validate() throws {
        guard (1...2).contains(players.count) else {
            throw ValidationError("\(players.count) players were named: expected two, or a name that two have.")
        }
        try Words.require(reason, of: "--reason")
    }

    /// Has a command about the two happen, in the one place or in the other, and says what holds by it.
    ///
    /// - Parameters:
    ///   - words: of what holds: "are one".
    ///   - find: finds the two in a ledger, where they are not named by their places in pools.
    ///   - command: made of the two and of the reason.
    func send(
        on console: Console, _ words: String, find: ([String], DraftLedger) throws -> AliasState.Pair,
        _ command: (PoolPlayer, PoolPlayer, Wording) -> AliasCommand
    ) throws -> ExitStatus {
        let pair = try house.work(on: console) { place in
            let pair = try named(at: place, find)
            try place.send(.aliases(command(pair.first, pair.second, Wording(reason))))
            return pair
        }
        try console.print([StyledText("\(pair.first) and \(pair.second)", .bold) + StyledText(" \(words)")])
        return .done
    }

    private func named(
        at place: any OperatorPlace, _ find: ([String], DraftLedger) throws -> AliasState.Pair
    ) throws -> AliasState.Pair {
        let named = players.compactMap { PoolPlayer($0) }
        return named.count == 2 ? AliasState.Pair(named[0], named[1]) : try place.find(players, find)
    }
}

struct PlayersAliasCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "alias", abstract: "Say that two listed players are one.",
        discussion: """
            Recorded with who says so, when and why; `players withdraw` takes it back by a further event. Reports over \
            several pools count them as one from there on, and as before as of a moment before (--at). Standings, rounds and \
            prizes never follow from it.

            Two of one pool are two players as a rule. But a site's pool grows as its drafts are imported, and then lists \
            whoever is traded meanwhile again, with his new team: --within-pool says that he is one. Whoever was drafted beside \
            the other in a draft stays another, and `players --unmatched` says so.

            EXAMPLE:
              draftledger players alias "Malik Nabers" --reason "Traded to KC in March."
              draftledger players alias "Malik Nabers" --within-pool --reason "Traded to KC in March."
              draftledger players alias "Robbie Anderson" "Robbie Chosen" --reason "Has changed his name."
              draftledger players alias 1:4 2:17 --reason "The same id, misprinted." --as 901 --key anna.key
            """)

    @Flag(help: "Also where they play different positions.") var acrossPositions = false
    @Flag(help: "Also where one pool lists both, as of a player who was traded between drafts.") var withinPool = false
    @OptionGroup var alias: AliasOptions

    func execute(on console: Console) throws -> ExitStatus {
        try alias.send(
            on: console, "are one player",
            find: {
                try Analysis(of: $1, sitesPositions: false).players.pair(toJoin: $0, isWithinPool: withinPool)
            },
            {
                .joinPlayers(
                    PlayersJoined($0, $1, acrossPositions: acrossPositions, withinPool: withinPool, reason: $2))
            })
    }
}

struct PlayersApartCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "apart", abstract: "Say that players of two pools are two.",
        discussion: """
            Whatever their names and ids say. Recorded, and taken back, as `players alias` is.

            EXAMPLE:
              draftledger players apart "Mike Williams" --reason "The other one retired."
              draftledger players apart 1:4 2:17 --reason "Two of one name."
            """)

    @OptionGroup var alias: AliasOptions

    func execute(on console: Console) throws -> ExitStatus {
        try alias.send(
            on: console, "are two players",
            find: { try Analysis(of: $1, sitesPositions: false).players.pair(toPart: $0) },
            { .partPlayers(PlayersParted($0, $1, reason: $2)) })
    }
}

struct PlayersWithdrawCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "withdraw", abstract: "Take back what was said of who is who.",
        discussion: """
            What was said stays on record, and holds as of every moment before. `players aliases` lists what holds.

            EXAMPLE:
              draftledger players withdraw "Malik Nabers" --reason "Was another one."
            """)

    @OptionGroup var alias: AliasOptions

    func execute(on console: Console) throws -> ExitStatus {
        try alias.send(
            on: console, "are what their names and ids say", find: Self.pair,
            { .withdrawAlias(AliasWithdrawn($0, $1, reason: $2)) })
    }

    /// The one statement that is about somebody of each name.
    private static func pair(_ names: [String], _ draft: DraftLedger) throws -> AliasState.Pair {
        var listings: [PoolPlayer: PlayerListing] = [:]
        func goes(_ player: PoolPlayer, by name: String) throws -> Bool {
            if PoolPlayer(name) == player { return true }
            if listings[player] == nil { listings[player] = try draft.pool(player.pool)?.player(player.player) }
            guard let listing = listings[player] else { return false }
            return listing.externalID == name
                || PlayerName.normalized(listing.name) == PlayerName.normalized(name)
        }
        let found = try draft.aliases().statements.map(\.pair).filter { pair in
            try names.allSatisfy { try goes(pair.first, by: $0) || goes(pair.second, by: $0) }
        }
        if let only = found.first, found.count == 1 { return only }
        let named = names.map { "'\($0)'" }.joined(separator: " and ")
        guard !found.isEmpty else {
            throw ToolError(.noInput, "Nothing that holds is about \(named). `players aliases` lists what does.")
        }
        let several = found.prefix(5).map { "\($0.first) \($0.second)" }
        throw ToolError(.noInput, "\(named) could be \(several.joined(separator: ", ")). Name the two so.")
    }
}

extension PlayerCatalogue {
    /// Two who could be one: of one name, or of two.
    fileprivate func pair(toJoin names: [String], isWithinPool: Bool) throws -> AliasState.Pair {
        func pair(_ first: [PoolPlayer], _ second: [PoolPlayer]) throws -> AliasState.Pair {
            if isWithinPool, let one = first.last, let other = second.last(where: { $0.pool == one.pool }) {
                return AliasState.Pair(one, other)
            }
            return try AliasState.Pair(first, second)
                ?? notOfTwoPools(names, " as a rule. --within-pool says that these are one")
        }
        if names.count == 2 { return try pair(places(of: names[0]), places(of: names[1])) }
        let found = players(named: names[0])
        guard found.count != 1 else {
            throw ToolError(.noInput, "'\(names[0])' is one player already: name the other one too.")
        }
        guard found.count == 2 else { throw unclear(names[0], found) }
        return try pair(found[0].places, found[1].places)
    }

    /// Two who were matched.
    fileprivate func pair(toPart names: [String]) throws -> AliasState.Pair {
        if names.count == 2 {
            let (first, second) = (try places(of: names[0]), try places(of: names[1]))
            guard first.count == 1, second.count == 1 else { throw severalPools(names, first + second) }
            return try AliasState.Pair(first, second) ?? notOfTwoPools(names)
        }
        let places = try places(of: names[0])
        guard places.count == 2 else { throw severalPools(names, places) }
        return AliasState.Pair(places[0], places[1])
    }

    /// Where the one player is listed that a name means: as whom the name or the id calls him, if it is not what all call him.
    private func places(of name: String) throws -> [PoolPlayer] {
        if let place = PoolPlayer(name) { return [place] }
        let found = players(named: name)
        guard let only = found.first, found.count == 1 else { throw unclear(name, found) }
        let named = only.listings.filter { place in
            told(place).map {
                $0.listing.externalID == name || PlayerName.normalized($0.listing.name) == PlayerName.normalized(name)
            } ?? false
        }
        return named.isEmpty ? only.places : named.map { PoolPlayer($0.pool, $0.index) }
    }

    private func unclear(_ name: String, _ found: [PlayerIdentity]) -> ToolError {
        guard !found.isEmpty else {
            return ToolError(
                .noInput,
                "There is no player '\(name)' in the pools of these drafts, by name or id. `players` lists them."
                    + hint(for: name))
        }
        let several = found.prefix(5).map { player in
            "\(player.name) (\(player.position.abbreviation) \(player.team), "
                + "\(player.places.map(\.description).joined(separator: " ")))"
        }
        return ToolError(.noInput, "'\(name)' could be \(several.joined(separator: ", ")). Name them as POOL:INDEX.")
    }

    private func notOfTwoPools(_ names: [String], _ hint: String = "") throws -> AliasState.Pair {
        throw ToolError(
            .noInput,
            "\(names.map { "'\($0)'" }.joined(separator: " and ")): the same pools list both, and two of one pool are two "
                + "players\(hint).")
    }

    private func severalPools(_ names: [String], _ places: [PoolPlayer]) -> ToolError {
        ToolError(
            .noInput,
            "\(names.map { "'\($0)'" }.joined(separator: " and ")): which two of "
                + "\(places.map(\.description).joined(separator: ", ")) are meant? Name them so.")
    }
}

extension PlayerIdentity {
    fileprivate var places: [PoolPlayer] { listings.map { PoolPlayer($0.pool, $0.index) } }
}

extension AliasState.Pair {
    /// The last of each that are of different pools; nil where there are none.
    fileprivate init?(_ first: [PoolPlayer], _ second: [PoolPlayer]) {
        for one in first.reversed() {
            guard let other = second.last(where: { $0.pool != one.pool }) else { continue }
            self.init(one, other)
            return
        }
        return nil
    }
}
