package import Draft
package import TextFormats

/// The recorded identities of players of different pools.
package struct AliasesPage: ListPage {
    private let statements: [AliasState.Statement]
    private let listings: [PoolPlayer: PlayerListing]
    private let showsSenders: Bool

    /// - Parameters:
    ///   - statements: in the order in which they were made.
    ///   - listings: of those whom they are about.
    ///   - showsSenders: whether who has said it, and why, is for the reader to see.
    package init(
        statements: [AliasState.Statement], listings: [PoolPlayer: PlayerListing], showsSenders: Bool = true
    ) {
        self.showsSenders = showsSenders
        self.statements = statements
        self.listings = listings
    }

    package func text(on terminal: Terminal) -> [StyledText] {
        guard !statements.isEmpty else {
            return [StyledText("No player identities are recorded: see `players alias --help`.", .dim)]
        }
        var table = TextTable([
            .init("position", .trailing), .init("time"), .init("by"), .init("player"), .init(""), .init("player"),
            .init("why", shrinks: true),
        ])
        for statement in statements {
            let time = statement.place.recordedAt.iso8601
            table.rows.append([
                StyledText("\(statement.place.position)", .dim),
                StyledText("\(time.prefix(10)) \(time.dropFirst(11).prefix(8))"),
                StyledText(showsSenders ? statement.place.sender?.text ?? "" : ""), words(statement.pair.first),
                StyledText(statement.areOne ? "is" : "is not", .bold), words(statement.pair.second),
                StyledText(showsSenders ? statement.reason.description : ""),
            ])
        }
        return table.lines(on: terminal)
    }

    private func words(_ player: PoolPlayer) -> StyledText {
        guard let listing = listings[player] else { return StyledText("\(player)") }
        let team = TeamName.shown(listing.team)
        return StyledText(listing.name, .bold)
            + StyledText(" \(listing.position.abbreviation)\(team.isEmpty ? "" : " ")\(team) \(player)", .dim)
    }

    package var listName: String { "aliases" }

    package var objects: [JSON] { statements.map(object) }

    package var csv: CSVTable {
        CSVTable(
            [
                "position", "recordedAt", "actor", "pool", "player", "name", "otherPool", "otherPlayer", "otherName",
                "areOne", "reason",
            ], objects: objects)
    }

    private func object(_ statement: AliasState.Statement) -> JSON {
        let (first, second) = (statement.pair.first, statement.pair.second)
        return [
            "position": .of(statement.place.position), "recordedAt": .of(statement.place.recordedAt),
            "actor": .of(showsSenders ? statement.place.sender?.text : nil), "pool": .of(first.pool),
            "player": .of(first.player), "name": .of(listings[first]?.name), "otherPool": .of(second.pool),
            "otherPlayer": .of(second.player),
            "otherName": .of(listings[second]?.name), "areOne": .of(statement.areOne),
            "reason": .of(showsSenders ? statement.reason.description : nil),
        ]
    }
}
