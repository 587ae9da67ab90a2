import Draft
package import Reports
package import TextFormats

/// The players of all pools, or what their matching left to look at.
package struct PlayersPage: ListPage {
    var catalogue: PlayerCatalogue
    var onlyFindings: Bool
    /// By the pool's number.
    var poolTitles: [String: String]

    package init(catalogue: PlayerCatalogue, onlyFindings: Bool, poolTitles: [String: String]) {
        self.catalogue = catalogue
        self.onlyFindings = onlyFindings
        self.poolTitles = poolTitles
    }

    private func pool(_ id: PoolID) -> String { poolTitles["\(id)"].flatMap { $0.isEmpty ? nil : $0 } ?? "pool \(id)" }

    package func text(on terminal: Terminal) -> [StyledText] {
        let rows = onlyFindings ? catalogue.findings.map(cells(of:)) : catalogue.players.map(cells(of:))
        guard !rows.isEmpty else {
            return [
                StyledText(
                    onlyFindings && !catalogue.players.isEmpty
                        ? "Every player is matched, and no pool has namesakes or near names."
                        : "No entry has drafted yet: a pool is listed here once entries draft from it.", .dim)
            ]
        }
        var table = TextTable(
            onlyFindings
                ? [
                    .init("player"), .init("pos"), .init("team"), .init("pool"), .init("finding"),
                    .init("compared with"), .init("contradicted by"),
                ]
                : [.init("player"), .init("pos"), .init("team"), .init("pools", shrinks: true)])
        table.rows = rows
        return table.lines(on: terminal)
    }

    private func cells(of player: PlayerIdentity) -> [StyledText] {
        [
            StyledText(player.name, .bold), StyledText(player.position.abbreviation, .colored(player.position.color)),
            StyledText(player.team), StyledText(player.listings.map { pool($0.pool) }.joined(separator: ", "), .dim),
        ]
    }

    private func cells(of finding: MatchFinding) -> [StyledText] {
        let player = finding.listing
        let others = finding.compared.map { "\($0.name) \($0.position.abbreviation) \($0.team)" }
        return [
            StyledText(player.name, .bold), StyledText(player.position.abbreviation, .colored(player.position.color)),
            StyledText(player.team), StyledText(pool(finding.player.pool), .dim), StyledText(words(for: finding.kind)),
            StyledText(others.joined(separator: "; ")),
            StyledText(commands(for: finding).joined(separator: "; "), .dim),
        ]
    }

    /// The commands that contradict the match: one for each compared player.
    private func commands(for finding: MatchFinding) -> [String] {
        let player = PoolPlayer(finding.player.pool, finding.player.index)
        return finding.candidates.compactMap { candidate in
            let listings = catalogue.players[candidate].listings
            let others = listings.filter { $0.pool != player.pool }
            guard let place = others.last ?? listings.last, finding.kind != .draftedTogether else { return nil }
            let name = finding.kind.isMatch ? "apart" : "alias"
            return "players \(name) \(player) \(PoolPlayer(place.pool, place.index))"
                + (others.isEmpty ? " --within-pool" : "")
                + (catalogue.players[candidate].position == finding.listing.position || finding.kind.isMatch
                    ? "" : " --across-positions")
        }
    }

    private func words(for kind: MatchFinding.Kind) -> String {
        switch kind {
        case .otherPosition: "kept apart: another position"
        case .otherTeam: "kept apart: another team"
        case .ambiguous: "kept apart: several could be meant"
        case .namesake: "kept apart: a namesake in the same pool"
        case .nearName: "kept apart: may be the same person"
        case .draftedTogether: "kept apart despite a recorded identity: a draft has both"
        case .otherName: "matched by id under another name"
        case .movedTeam: "matched by id with another team"
        case .otherPositionOfID: "kept apart: the id has another position"
        case .noCounterpart: "in this pool only"
        }
    }

    package var listName: String { onlyFindings ? "findings" : "players" }

    package var objects: [JSON] {
        onlyFindings
            ? catalogue.findings.map { Self.finding.json(of: (self, $0)) }
            : catalogue.players.map(Self.members.json)
    }

    package var csv: CSVTable {
        CSVTable(
            onlyFindings ? Self.finding.members.map(\.name) : Self.members.members.map(\.name), objects: objects)
    }

    static let members: Members<PlayerIdentity> = [
        .init("playerID") { $0.shownID }, .init("name") { $0.name },
        .init("position") { $0.position.abbreviation }, .init("team") { Name($0.team) },
        .init("pools") { $0.listings.map(\.pool) },
        .init("listings") { $0.listings.map { PoolPlayer($0.pool, $0.index).description } },
    ]

    private static let finding: Members<(page: PlayersPage, finding: MatchFinding)> = [
        .init("playerID") { $0.page.catalogue.players[$0.finding.identity].shownID },
        .init("name") { $0.finding.listing.name },
        .init("position") { $0.finding.listing.position.abbreviation },
        .init("team") { Name($0.finding.listing.team) }, .init("pool") { $0.finding.player.pool },
        .init("finding") { $0.finding.kind.rawValue }, .init("matched") { $0.finding.kind.isMatch },
        .init("comparedWith") { $0.finding.compared.map(\.name) },
        .init("listing") { PoolPlayer($0.finding.player.pool, $0.finding.player.index).description },
        .init("commands") { $0.page.commands(for: $0.finding) },
    ]
}
