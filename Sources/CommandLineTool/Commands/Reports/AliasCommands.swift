import ArgumentParser
import Draft
import DraftLedger
import Pages
import Reports
import ToolSupport

/// The two players of a link or a separation, and the reason.
struct AliasOptions: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "Two players, each by name, external ID or POOL:INDEX; or one name that two players have.",
            valueName: "player"))
    var players: [String]
    @Option(help: ArgumentHelp("The reason, as free text.", valueName: "text")) var reason: String
    @OptionGroup var operation: OperatorOptions

    func validate() throws {
        guard (1...2).contains(players.count) else {
            throw ValidationError(
                "\(players.count) players were named. Name two players, or one name that two players have.")
        }
        try FreeText.require(reason, of: "--reason")
    }

    /// Sends a command about the two players, and prints the result.
    ///
    /// - Parameters:
    ///   - words: of what holds: "are one".
    ///   - find: finds the two in a ledger, where they are not named by their places in pools.
    ///   - command: made of the two and of the reason.
    func send(
        on console: Console, _ words: String, find: ([String], DraftLedger) throws -> AliasState.Pair,
        _ command: (PoolPlayer, PoolPlayer, Wording) -> AliasCommand
    ) throws -> ExitStatus {
        let pair = try operation.work(on: console) { place in
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
        commandName: "alias", abstract: "Link two listed players as one player.",
        discussion: """
            The link is recorded with actor, time and reason; `players withdraw` withdraws it with a further event. Reports \
            over several pools then count the two as one player; with --at before the link, as two. Standings, rounds and \
            prizes do not change.

            Two listings of one pool are normally two players. But a site's pool grows with imported drafts, and then lists a \
            traded player again with the new team: --within-pool links the two. Two listings that were drafted in one draft \
            stay two players, and `players --unmatched` lists them.

            EXAMPLE:
              draftledger players alias "Malik Nabers" --reason "Traded to KC in March."
              draftledger players alias "Malik Nabers" --within-pool --reason "Traded to KC in March."
              draftledger players alias "Robbie Anderson" "Robbie Chosen" --reason "Has changed the name."
              draftledger players alias 1:4 2:17 --reason "The same id, misprinted." --staff-id 901 --signing-key anna.key
            """)

    @Flag(help: "Also link players of different positions.") var acrossPositions = false
    @Flag(help: "Also link two players of one pool, such as a traded player.") var withinPool = false
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
        commandName: "apart", abstract: "Separate two matched players.",
        discussion: """
            The two count as different players, even with the same name or ID. Recorded and withdrawn like `players alias`.

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
        commandName: "withdraw", abstract: "Withdraw a link or a separation of players.",
        discussion: """
            The withdrawn record stays in the history, and counts for all moments before. `players aliases` lists the current \
            links and separations.

            EXAMPLE:
              draftledger players withdraw "Malik Nabers" --reason "Was another one."
            """)

    @OptionGroup var alias: AliasOptions

    func execute(on console: Console) throws -> ExitStatus {
        try alias.send(
            on: console, "are what their names and ids say", find: Self.pair,
            { .withdrawAlias(AliasWithdrawn($0, $1, reason: $2)) })
    }

    /// Returns the one link or separation about players of these names.
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
            throw ToolError(.noInput, "No link or separation is about \(named). `players aliases` lists them.")
        }
        let several = found.prefix(5).map { "\($0.first) \($0.second)" }
        throw ToolError(.noInput, "\(named) could be \(several.joined(separator: ", ")). Name two of these.")
    }
}

extension PlayerCatalogue {
    /// Returns two listings that may be one player: of one name, or of two names.
    fileprivate func pair(toJoin names: [String], isWithinPool: Bool) throws -> AliasState.Pair {
        func pair(_ first: [PoolPlayer], _ second: [PoolPlayer]) throws -> AliasState.Pair {
            if isWithinPool, let one = first.last, let other = second.last(where: { $0.pool == one.pool }) {
                return AliasState.Pair(one, other)
            }
            return try AliasState.Pair(first, second)
                ?? notOfTwoPools(names, " normally. --within-pool links them")
        }
        if names.count == 2 { return try pair(places(of: names[0]), places(of: names[1])) }
        let found = players(named: names[0])
        guard found.count != 1 else {
            throw ToolError(.noInput, "'\(names[0])' is one player already. Name the other player too.")
        }
        guard found.count == 2 else { throw unclear(names[0], found) }
        return try pair(found[0].places, found[1].places)
    }

    /// Returns two listings that were matched.
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

    /// Returns the listings of the player with a name: those with exactly this name or ID, if not all have it.
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
            "\(names.map { "'\($0)'" }.joined(separator: " and ")): the same pool lists both, and two players of one pool are two "
                + "players\(hint).")
    }

    private func severalPools(_ names: [String], _ places: [PoolPlayer]) -> ToolError {
        ToolError(
            .noInput,
            "\(names.map { "'\($0)'" }.joined(separator: " and ")): which two of "
                + "\(places.map(\.description).joined(separator: ", ")) are meant? Name two of these.")
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
