import Draft
import DraftLedger
import Hummingbird
import Pages
import Projections

/// Contests, which are everybody's, and what is a user's own.
struct PeopleRoutes {
    let house: House

    var routes: [Route] {
        [
            Route(.get, "/v1/tournaments", tournaments),
            Route(.get, "/v1/users/{user}/balance", balance),
            Route(.get, "/v1/users/{user}/statement", statement),
            Route(.get, "/v1/users/{user}/entries", entries),
        ]
    }

    @Sendable
    private func tournaments(_ exchange: Exchange) async throws -> Response {
        let moment = try exchange.moment()
        return try await exchange.page(from: house, at: moment) { ledger in
            (TournamentsPage(tournaments: try ledger.tournaments(at: moment)), nil)
        }
    }

    private func owner(_ exchange: Exchange) throws -> UserID {
        let user = UserID(try exchange.number("user", upTo: UserID.maximum.number))
        try exchange.caller.demand(exchange.caller.maySeeAccount(of: user), "User \(user)'s account")
        return user
    }

    @Sendable
    private func balance(_ exchange: Exchange) async throws -> Response {
        let (user, moment) = (try owner(exchange), try exchange.moment())
        return try await exchange.page(from: house) { ledger in
            // What moves a user's money stands in the wallet's own stream: nobody else's is read for it.
            let wallet = try ledger.wallet(user, at: moment)
            let accounts = [(Account.available(user), wallet.available), (.held(user), wallet.held)]
            let rows = accounts.filter { $0.1 != .zero }.map { BalanceRow(account: $0.0, balance: $0.1) }
            return (BalancesPage(rows: rows, statements: ProviderStatements()), nil)
        }
    }

    @Sendable
    private func statement(_ exchange: Exchange) async throws -> Response {
        let user = try owner(exchange)
        return try await exchange.page(from: house) { ledger in
            let page = StatementPage(
                user: user, events: try ledger.stream(.wallet(user)).map { try ledger.told($0) },
                names: LedgerNames(ledger), statements: try ledger.providerStatements())
            return (page, nil)
        }
    }

    /// The rooms in which the user has had a seat, as a list of rooms shows them.
    @Sendable
    private func entries(_ exchange: Exchange) async throws -> Response {
        let user = try owner(exchange)
        return try await exchange.page(from: house) { ledger in
            var own: Set<RoomID> = []
            for event in try ledger.stream(.wallet(user)) {
                if case .entryFeeHeld(let held) = event.event { own.insert(held.room) }
            }
            let rooms = try ledger.rooms().filter { own.contains($0.room) }
            let contests = try ledger.tournaments().reduce(into: [:]) { $0[$1.tournament] = $1.title }
            return (RoomsPage(rooms: rooms, contests: contests), nil)
        }
    }
}
