import Bets
import HTTPTypes
import Hummingbird
import Server
import TextFormats
import Values

/// `/v1/bets`: the bets of the caller alone.
struct BetRoutes: RouteGroup {
    private let server: BetServices

    init(_ server: BetServices) { self.server = server }

    static var routes: [ServedRoute<BetServices>] {
        [
            route(
                .get, "/v1/bets", id: "listBets", tag: .bets, "List the caller's bets, the newest first.", cost: .read,
                access: .signedIn, privacy: .open,
                query: ListPart.parameters(of: "bets", .ofBets) + [
                    .choice("result", BetView.results, "Only bets with this result.")
                ], answers: .app(Self.bets)
            ) { try $0.list($1) },
            route(
                .post, "/v1/bets", id: "recordBet", tag: .bets, "Record a bet.",
                details:
                    "The line and the odds must have been on offer in the last 60 seconds, unless `book` is one outside of "
                    + "the feeds. A request that is sent again with the same Idempotency-Key has one outcome. Keep the "
                    + "receipt: a ledger that loses or changes the bet is proved wrong by it.",
                cost: .write, access: .signedIn, privacy: .open,
                query: [.header("Idempotency-Key", "A UUID that names this bet.")], body: .json(BetRequest.shape),
                answers: .app(Self.recorded)
            ) { try await $0.record($1) },
            route(
                .patch, "/v1/bets/{betId}", id: "changeBet", tag: .bets, "Refuse a change of a bet.",
                details:
                    "Bets are settled by the recorded result of their game: a request with a result is refused as FORBIDDEN. "
                    + "Nothing else of a bet can change either.", cost: .write,
                access: .signedIn, privacy: .open, body: .json(changeBody), answers: .app(changed)
            ) { try await $0.change($1) },
            route(
                .get, "/v1/bets/stats", id: "getBetStats", tag: .bets, "Get the figures of the caller's bets.",
                cost: .read, access: .signedIn, privacy: .open, answers: .app(Self.figures)
            ) { try $0.stats($1) },
            route(
                .get, "/v1/bets/{betId}/why", id: "explainBet", tag: .bets, "Explain the outcome of a bet.",
                cost: .report, access: .signedIn, privacy: .open, answers: .app(Self.reasons)
            ) { try $0.why($1) },
            route(
                .get, "/v1/bets/{betId}/receipt", id: "getBetReceipt", tag: .bets, "Get the signed receipt of a bet.",
                details:
                    "A signed note with the bet's record and position, and the root of the ledger. `statdiscute receipt` "
                    + "verifies it by the key at /log/keys.", cost: .report, access: .signedIn, privacy: .open,
                answers: RouteDescription.Answer.text.ofApp
            ) { try $0.receipt($1) },
        ]
    }

    // MARK: Reading

    @Sendable
    private func list(_ exchange: Exchange) throws -> Response {
        let user = try exchange.caller.known()
        let part = try ListPart(exchange)
        let result = exchange.query("result")
        if let result, !BetView.results.contains(result) {
            throw BetProblem(
                field: "result", "'result' is '\(result.prefix(32))': expected win, loss, push or pending.")
        }
        let snapshot = try server.source.snapshot()
        let bets = snapshot.state.bets(of: user).reversed().filter { bet in
            result.map { BetView.result(bet.outcome) == $0 } ?? true
        }
        let shown = part.items(of: bets)
        let notes = try server.source.notes(of: shown)
        let page = part.pagination(of: bets.count)
        let views = shown.map { BetView(bet: $0, state: snapshot.state, notes: notes[$0.id]) }
        return server.envelope(snapshot).answer(Self.bets, (views, page), pagination: page)
    }

    static let bets = AppAnswer<(bets: [BetView], page: Envelope.Pagination)>(
        "BetsAnswer",
        [
            .init("bets", each: BetView.members) { $0.bets },
            .init("pagination", Envelope.Pagination.members) { $0.page },
        ])

    @Sendable
    private func stats(_ exchange: Exchange) throws -> Response {
        let user = try exchange.caller.known()
        let snapshot = try server.source.snapshot()
        let view = BetStatsView(
            statistics: snapshot.state.statistics(of: user),
            claimed: snapshot.state.statistics(of: user, claimed: true))
        return server.envelope(snapshot).answer(Self.figures, view)
    }

    static let figures = AppAnswer("BetStatsAnswer", BetStatsView.members)

    @Sendable
    private func why(_ exchange: Exchange) throws -> Response {
        let snapshot = try server.source.snapshot()
        let bet = try bet(exchange, in: snapshot)
        return server.envelope(snapshot).answer(Self.reasons, (bet.id, snapshot.state.why(bet.id)))
    }

    static let reasons = AppAnswer<(bet: BetID, lines: [WhyLine])>(
        "WhyAnswer", [.init("betId") { $0.bet.number }, .init("lines", each: reason) { $0.lines }])

    private static let reason: Members<WhyLine> = [
        .init("subject") { $0.subject.rawValue }, .init("text") { $0.text }, .init("position") { $0.position },
        .init("moment") { $0.moment },
    ]

    @Sendable
    private func receipt(_ exchange: Exchange) throws -> Response {
        let bet = try bet(exchange, in: try server.source.snapshot())
        let text = try server.source.receipt(of: bet.id)
        return StateRoutes.file(Array(text.utf8), "text/plain; charset=utf-8", "no-store")
    }

    /// The caller's bet in the path. Another user's bet is not there.
    private func bet(_ exchange: Exchange, in snapshot: BetSnapshot) throws -> BetState.Bet {
        let text = exchange.parameters["betId"] ?? ""
        guard let bet = UInt64(text).flatMap({ snapshot.state.bets[BetID($0)] }),
            try bet.user == exchange.caller.known()
        else { throw Self.unknown(text) }
        return bet
    }

    private static func unknown(_ text: String) -> BetProblem {
        BetProblem(.notFound, "You have no bet '\(text.prefix(32))'.")
    }

    // MARK: Writing

    @Sendable
    private func record(_ exchange: Exchange) async throws -> Response {
        let user = try exchange.caller.known()
        let (bytes, arrival) = try await exchange.body(upTo: exchange.limits.commandBytes)
        let before = try server.source.snapshot()
        let request = try BetRequest(RequestBody(bytes), in: before)
        let id = try commandID(exchange) ?? .random()
        // The sign-in can have ended while the body was on its way.
        guard try server.identity.claims(of: exchange.request)?.user == user else {
            throw BetProblem(.authInvalid, "The sign-in of this access token has ended. Sign in again.")
        }
        let terms = try request.terms(in: before, after: server.source.bet(of: user, sentAs: id))
        switch try await server.source.send(.recordBet(user, terms), of: user, id: id, occurredAt: arrival) {
        case .refused(let refusal): throw BetProblem(refusal)
        case .accepted(let positions):
            let snapshot = try server.source.snapshot()
            guard let bet = positions.lazy.compactMap({ snapshot.state.bets[BetID($0)] }).first else {
                throw BetProblem(.serverError, "The bet was recorded and cannot be read.")
            }
            let notes = try server.source.notes(of: [bet])
            return server.envelope(snapshot).answer(
                Self.recorded,
                (
                    BetView(bet: bet, state: snapshot.state, notes: notes[bet.id]),
                    try server.source.receipt(of: bet.id)
                ))
        }
    }

    static let recorded = AppAnswer<(bet: BetView, receipt: String)>(
        "RecordedBetAnswer", [.init("bet", BetView.members) { $0.bet }, .init("receipt") { $0.receipt }])

    /// The ID that a client may choose, so that it can send the same bet again.
    private func commandID(_ exchange: Exchange) throws -> CommandID? {
        guard let text = exchange.request.headers[HTTPField.Name.idempotency] else { return nil }
        guard let id = CommandID(text.filter { $0 != "\"" }) else {
            throw BetProblem(
                field: "Idempotency-Key", "The Idempotency-Key is '\(text.prefix(64))', expected a UUID.")
        }
        return id
    }

    /// Refuses what the app sends to grade its own bets.
    @Sendable
    private func change(_ exchange: Exchange) async throws -> Response {
        let body = try await RequestBody(exchange)
        let bet = try bet(exchange, in: try server.source.snapshot())
        if try Self.grades.contains(where: { try $0.read(body) != nil }) {
            let names = Self.grades.map { "\($0.name)" }.joined(separator: ", ")
            throw BetProblem(
                .forbidden,
                "Bets are settled by the recorded result of their game, and not by \(names). "
                    + "If the result is wrong, ask for a correction of the game.",
                details: ["code": "resultsAreRecorded"])
        }
        throw BetProblem(
            .validationError, "Bet \(bet.id) is recorded, and nothing of it can change.",
            details: ["code": "betIsRecorded"])
    }

    private static let grades: [BodyField<JSONValue?>] = [.any("result"), .any("actualTotal"), .any("profitLoss")]
    /// Notes cannot change either: a field that the app sends.
    static let changeBody = RequestBody.shape(
        "BetChange", [BodyField.optionalText("notes").member] + grades.map(\.member))
    /// No change is accepted, so that nothing has this shape.
    static let changed = AppAnswer<BetView>("BetAnswer", [.init("bet", BetView.members) { $0 }])
}

extension HTTPField.Name {
    /// `Idempotency-Key`; nil only if the name were not valid.
    fileprivate static let idempotency = HTTPField.Name("Idempotency-Key")
}

extension HTTPFields {
    fileprivate subscript(name: HTTPField.Name?) -> String? { name.flatMap { self[$0] } }
}
