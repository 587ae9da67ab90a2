import Draft
import DraftLedger
import Hummingbird
import HummingbirdCore
import Interchange
import Pages
import Projections
import TextFormats

/// The routes of the operations pages: templates of contests, what is due of each contest, and the names of people.
struct DueRoutes: RouteGroup {
    let reader: LedgerReader

    init(_ server: ServerServices) { reader = server.reader }

    static var routes: [Route] {
        [
            route(
                .get, "/v1/contest-templates", id: "listContestTemplates", tag: .contests,
                "List templates of contests.",
                details: "The rounds, the lineup and the scoring that `contest open --template` sets.", cost: .read,
                access: .anyone, privacy: .open, answers: .json("ContestTemplates")
            ) { _, _ in Response(json: .array(ContestTemplate.all, template.json)) },
            route(
                .get, "/v1/settlements", id: "listSettlements", tag: .contests,
                "List what is due of each contest.",
                details:
                    "Contests that are decided by their rounds and take no more entries, with the next step and each prize: due, proposed or paid.",
                cost: .read, access: .staff("What is due of contests"), privacy: .open,
                query: Route.Parameter.cursor, answers: .page("Settlements").paged
            ) { try await $0.settlements($1) },
            route(
                .get, "/v1/names", id: "listNames", tag: .staff, "Get the display names of users.",
                details: "The names that drafts and standings show. A user without a profile has none.", cost: .read,
                access: .staff("The names of users"), privacy: .open,
                query: [
                    .pattern(
                        "users", "^[0-9]+(,[0-9]+)*$", "The numbers of up to \(mostNames) users, separated by commas."
                    ).required
                ], answers: .json("UserNames")
            ) { try await $0.names($1) },
        ]
    }

    static let template = Members<ContestTemplate>(
        "ContestTemplate",
        [
            .init("name") { $0.name }, .init("title") { $0.title }, .init("season") { $0.season },
            .init("structure") { $0.notation }, .init("rounds", each: round) { $0.rounds },
            .init("scoring") { $0.scoring.scoring }, .init("lineup", lineup) { $0.scoring.lineup },
        ])

    private static let round: Members<ContestRound> = [
        .init("firstWeek") { $0.firstWeek }, .init("lastWeek") { $0.lastWeek }, .init("podSize") { $0.podSize },
        .init("advancing") { $0.advancing },
    ]

    /// The members of `setScoring`.
    private static let lineup: Members<Lineup> = [
        .init("startersQB") { $0.quarterbacks }, .init("startersRB") { $0.runningBacks },
        .init("startersWR") { $0.wideReceivers }, .init("startersTE") { $0.tightEnds },
        .init("startersFLEX") { $0.flex }, .init("flexPositions") { $0.flexPositions.rawValue },
    ]

    @Sendable
    private func settlements(_ exchange: Exchange) async throws -> Response {
        let (ledger, now) = (reader.ledger, reader.now)
        return try await exchange.longPage(from: reader) { interest in
            let contests = try exchange.cut(try ledger.tournaments()) { $0.tournament.number }
            try interest.check()
            return (try SettlementsPage(contests, in: ledger, at: now), nil)
        }
    }

    /// The number of users that one request may name.
    private static let mostNames = 200

    /// Display names alone: the accounts by which users sign in are for officers, who read them in the profile.
    @Sendable
    private func names(_ exchange: Exchange) async throws -> Response {
        let text = exchange.query("users") ?? ""
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { UInt64($0) }.filter { (1...UserID.maximum.number).contains($0) }
        guard numbers.count == parts.count, numbers.count <= Self.mostNames else {
            throw Problem(
                .badRequest,
                "'users' is '\(text.prefix(100))': expected 1 to \(Self.mostNames) user numbers, such as 7,12.")
        }
        return try await reader.read { ledger in
            let names = try Set(numbers).sorted().map { number in
                let user = UserID(number)
                return (user, Name(try ledger.profile(of: user)?.displayName ?? ""))
            }
            return Response(json: .array(names, Self.name.json))
        }
    }

    static let name = Members<(user: UserID, name: Name)>(
        "UserName", [.init("user") { $0.user }, .init("name") { $0.name }])
}
