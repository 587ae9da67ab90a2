import Draft
import DraftLedger
import Projections

/// The whole answer to `exposure`: how much of the entries each player is in.
struct ExposurePage: Presentable {
    struct Player: Hashable {
        var id: String
        var name: String
        var position: PlayerPosition
        /// Empty where the pools name none, or not the same one.
        var team: String { teams.count == 1 ? teams.first! : "" }
        var teams: Set<String> = []
        var drafted: UInt64 = 0
        var fees: Int64 = 0
        var pickSum: UInt64 = 0
        var earliest: PickNumber = .max
        var latest: PickNumber = 0
    }

    /// In words, for people.
    var filter: String
    /// Events that the figures include; nil where that was given as a time.
    var position: UInt64?
    private(set) var entries: UInt64 = 0
    private(set) var fees: Int64 = 0
    private(set) var players: [Player] = []

    /// - Parameters:
    ///   - counts: one for each pool; the same player in two pools is one player, known by name and position.
    ///   - only: shows players of this position only; the entries stay what they are.
    init(
        _ counts: [(exposure: Exposure, pool: PoolState)], filter: String, position: UInt64?,
        only: PlayerPosition? = nil
    ) {
        self.filter = filter
        self.position = position
        var found: [Identity: Player] = [:]
        for (exposure, pool) in counts {
            entries += UInt64(exposure.entries)
            fees += exposure.fees.value
            for count in exposure.players {
                let listing = pool.player(count.player)
                guard only == nil || listing?.position == only else { continue }
                let name = listing?.name ?? "player \(count.player)"
                let identity = Identity(name: name, position: listing?.position ?? .other)
                var player = found[identity] ?? Player(id: "", name: name, position: identity.position)
                player.id = listing.flatMap { $0.externalID.isEmpty ? nil : $0.externalID } ?? String(count.player)
                if let team = listing?.team, !team.isEmpty { player.teams.insert(team) }
                player.drafted += UInt64(count.drafted)
                player.fees += count.fees.value
                player.pickSum += count.pickSum
                player.earliest = min(player.earliest, count.earliestPick)
                player.latest = max(player.latest, count.latestPick)
                found[identity] = player
            }
        }
        players = found.values.sorted {
            ($1.drafted, $0.name, $0.position.rawValue) < ($0.drafted, $1.name, $1.position.rawValue)
        }
    }

    private struct Identity: Hashable {
        var name: String
        var position: PlayerPosition
    }

    private func share(_ player: Player) -> Double { entries == 0 ? 0 : Double(player.drafted) / Double(entries) }

    /// Nil where no fee is known, or nobody paid one.
    private func feeShare(_ player: Player) -> Double? { fees == 0 ? nil : Double(player.fees) / Double(fees) }

    private func averagePick(_ player: Player) -> Double { Double(player.pickSum) / Double(player.drafted) }

    func text(on terminal: Terminal) -> [StyledText] {
        let asOf = position.map { ", as of pos:\($0)" } ?? ""
        let title =
            StyledText("Exposure", .bold)
            + StyledText("  \(filter), \(Figures.grouped(entries)) \(entries == 1 ? "entry" : "entries")\(asOf)", .dim)
        guard !players.isEmpty else { return [title, .empty, "No entry of this filter has drafted anybody."] }
        var table = TextTable([
            .init("player", shrinks: true), .init("pos"), .init("team"), .init("drafted", .trailing),
            .init("exposure", .trailing), .init("by fees", .trailing), .init("avg pick", .trailing),
            .init("earliest", .trailing), .init("latest", .trailing),
        ])
        table.rows = players.map { player in
            [
                StyledText(player.name, .bold),
                StyledText(player.position.abbreviation, .colored(player.position.color)),
                StyledText(player.team), StyledText(Figures.grouped(player.drafted)),
                StyledText(Figures.percent(share(player))),
                StyledText(feeShare(player).map { Figures.percent($0) } ?? ""),
                StyledText(Figures.decimal(averagePick(player))), StyledText(String(player.earliest), .dim),
                StyledText(String(player.latest), .dim),
            ]
        }
        table.dropEmptyColumns()
        return [title, .empty] + table.lines(on: terminal)
    }

    var json: JSON {
        .object([
            "entries": .of(entries), "players": .array(objects), "filter": .of(filter),
            "position": .of(position) { .of($0) },
        ])
    }

    var csv: CSVTable {
        CSVTable(
            [
                "playerID", "name", "position", "team", "drafted", "exposure", "feeWeightedExposure", "averagePick",
                "earliestPick", "latestPick",
            ], objects: objects)
    }

    private var objects: [JSON] {
        players.map { player in
            .object([
                "playerID": .of(player.id), "name": .of(player.name), "position": .of(player.position.abbreviation),
                "team": .name(player.team), "drafted": .of(player.drafted), "exposure": .of(share(player)),
                "feeWeightedExposure": .of(feeShare(player)) { .of($0) }, "averagePick": .of(averagePick(player)),
                "earliestPick": .of(player.earliest), "latestPick": .of(player.latest),
            ])
        }
    }
}
