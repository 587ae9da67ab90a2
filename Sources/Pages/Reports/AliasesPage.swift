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

    static let members: Members<(page: AliasesPage, statement: AliasState.Statement)> = [
        .init("position") { $0.statement.place.position }, .init("recordedAt") { $0.statement.place.recordedAt },
        .init("actor") { $0.page.showsSenders ? $0.statement.place.sender?.text : nil },
        .init("pool") { $0.statement.pair.first.pool }, .init("player") { $0.statement.pair.first.player },
        .init("name") { $0.page.listings[$0.statement.pair.first]?.name },
        .init("otherPool") { $0.statement.pair.second.pool }, .init("otherPlayer") { $0.statement.pair.second.player },
        .init("otherName") { $0.page.listings[$0.statement.pair.second]?.name },
        .init("areOne") { $0.statement.areOne },
        .init("reason") { $0.page.showsSenders ? $0.statement.reason.description : nil },
    ]

    private var rows: [(page: AliasesPage, statement: AliasState.Statement)] { statements.map { (self, $0) } }

    package var objects: [JSON] { rows.map(Self.members.json) }

    package var csv: CSVTable { Self.members.csv(of: rows) }
}
