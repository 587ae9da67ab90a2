import Draft
import DraftLedger
import Hummingbird
import Pages
import Projections

/// Contests, which are everybody's, and what is a user's own.
struct PeopleRoutes: RouteGroup {
    let reader: LedgerReader

    init(_ server: ServerServices) { reader = server.reader }

    static var routes: [Route] {
        [
            route(
                .get, "/v1/tournaments", id: "listContests", tag: .contests, "List the contests.",
                cost: .readUnless("at"),
                access: .anyone, privacy: .open, query: Route.Parameter.cursor + [.atInRoom],
                answers: .page("ContestList").paged
            ) { try await $0.tournaments($1) },
            route(
                .get, "/v1/users/{user}/balance", id: "getUserBalance", tag: .users, "Get the balance of a user.",
                cost: .read, access: .account("account"), privacy: .account(.money), query: [.atInRoom],
                answers: .page("Balance")
            ) { try await $0.balance($1) },
            route(
                .get, "/v1/users/{user}/statement", id: "listUserPostings", tag: .users, "List the postings of a user.",
                cost: .read, access: .account("account"), privacy: .account(.money), query: Route.Parameter.cursor,
                answers: .page("Statement").paged
            ) { try await $0.statement($1) },
            route(
                .get, "/v1/users/{user}/entries", id: "listUserRooms", tag: .users, "List the rooms of a user.",
                cost: .read,
                access: .account("account"), privacy: .account(.entries), query: Route.Parameter.cursor,
                answers: .page("UserRooms").paged
            ) { try await $0.entries($1) },
        ]
    }

    @Sendable
    private func tournaments(_ exchange: Exchange) async throws -> Response {
        let moment = try exchange.moment()
        return try await exchange.page(from: reader, at: moment) { ledger in
            (
                TournamentsPage(
                    tournaments: try exchange.cut(try ledger.tournaments(at: moment)) { $0.tournament.number }), nil
            )
        }
    }

    private func owner(_ exchange: Exchange) throws -> UserID {
        UserID(try exchange.number("user", upTo: UserID.maximum.number))
    }

    @Sendable
    private func balance(_ exchange: Exchange) async throws -> Response {
        let (user, moment) = (try owner(exchange), try exchange.moment())
        return try await exchange.page(from: reader) { ledger in
            // The events that move a user's money are in the wallet's own stream, so that no other user's events are
            // read.
            let wallet = try ledger.wallet(user, at: moment)
            let accounts = [(Account.available(user), wallet.available), (.held(user), wallet.held)]
            let rows = accounts.filter { $0.1 != .zero }.map { BalanceRow(account: $0.0, balance: $0.1) }
            return (BalancesPage(rows: rows, statements: ProviderStatements()), nil)
        }
    }

    @Sendable
    private func statement(_ exchange: Exchange) async throws -> Response {
        let user = try owner(exchange)
        return try await exchange.page(from: reader) { ledger in
            let events = try ledger.stream(.wallet(user))
            var page = StatementPage(
                user: user, events: try events.map { try ledger.told($0) }, names: LedgerNames(ledger),
                statements: try ledger.providerStatements(), marks: try PaymentMarks(of: events, in: ledger))
            page.keep(Set(try exchange.cut(page.positions) { $0 }))
            return (page, nil)
        }
    }

    /// The rooms in which the user has had a seat, as a list of rooms shows them.
    @Sendable
    private func entries(_ exchange: Exchange) async throws -> Response {
        let user = try owner(exchange)
        return try await exchange.page(from: reader) { ledger in
            var own: Set<RoomID> = []
            for event in try ledger.stream(.wallet(user)) {
                if let fee = event.event.fee, fee.step == .held { own.insert(fee.room) }
            }
            let rooms = try exchange.cut(try ledger.rooms().filter { own.contains($0.room) }) { $0.room.number }
            let contests = try ledger.tournaments().reduce(into: [:]) { $0[$1.tournament] = $1.title }
            return (RoomsPage(rooms: rooms, contests: contests), nil)
        }
    }
}
