import Draft
import DraftLedger
import Hummingbird
import HummingbirdCore
import Merkle
import Pages
import Records
import TextFormats

/// What people of the house have done that is no command, since it is about what stands beside the log: the key that signs
/// checkpoints, who a number is, and words of which the log has digests.
struct HouseRoutes {
    let house: House

    var routes: [Route] {
        [
            Route(.post, "/v1/checkpoint-key", rotate),
            Route(.delete, "/v1/users/{user}/profile", eraseProfile),
            Route(.get, "/v1/words/{position}", words),
            Route(.delete, "/v1/words/{position}", eraseWords),
            Route(.get, "/v1/tournaments/{tournament}/settlement", settlement),
        ]
    }

    private func demand(_ role: StaffRole, of caller: Caller, _ what: String) throws {
        _ = try caller.known()
        guard caller.roles.contains(StaffRoles(role)) else {
            throw Problem(.forbidden, "\(what) takes the role \(role.name).")
        }
    }

    /// Another checkpoint key, which is made here and stays here.
    ///
    /// Once the ledger says who acts for the house, it is for two of them: the answer has the command to propose, and the
    /// key is the ledger's when that is approved. Before, it is at once.
    @Sendable
    private func rotate(_ exchange: Exchange) async throws -> Response {
        try demand(.operator, of: exchange.caller, "Another checkpoint key")
        try exchange.checkParameters([])
        let (user, isMeasure) = (try exchange.caller.known(), exchange.caller.rolesAreRecorded)
        return try await house.reading { ledger in
            guard isMeasure else {
                let key = try ledger.rotateCheckpointKey(by: .admin(user))
                return Response(json: ["verifierKey": .of(key.text), "command": .null])
            }
            let command = try ledger.proposalOfCheckpointKey()
            guard case .ledger(.rotateCheckpointKey(let rotated)) = command else {
                throw Problem(.internalError, "The ledger proposes something else than a key.")
            }
            return Response(
                json: ["verifierKey": .of(rotated.verifierKey), "command": .encoded(CommandRequest(command).json)])
        }
    }

    /// The next step of a contest that is decided by its rounds, as `contest settle` takes it.
    @Sendable
    private func settlement(_ exchange: Exchange) async throws -> Response {
        try demand(.operator, of: exchange.caller, "The next step of a contest")
        try exchange.checkParameters([])
        let id = TournamentID(try exchange.number("tournament", upTo: StreamKey.maximumNumber))
        let (ledger, now) = (house.ledger, house.now)
        return try await exchange.longPage(from: house) { _ in
            guard let page = try SettlementPage(id, in: ledger, at: now) else {
                throw Problem(.notFound, "There is no contest \(id).")
            }
            return (page, nil)
        }
    }

    /// Erases who a number is, with the words about that user, as `profiles erase` does; and again after a restore. A user
    /// who still has money or a draft here could not come for it any more.
    @Sendable
    private func eraseProfile(_ exchange: Exchange) async throws -> Response {
        try demand(.officer, of: exchange.caller, "Erasing who somebody is")
        try exchange.checkParameters([])
        let user = UserID(try exchange.number("user", upTo: UserID.maximum.number))
        let erased = try await house.accounts.eraseProfile(of: user)
        house.endAll(of: user)
        return Response(json: erased)
    }

    private func position(in exchange: Exchange) throws -> UInt64 {
        let position = try exchange.ledgerPosition()
        guard position < (try house.ledger.size) else {
            throw Problem(.notFound, "There is no event at position \(position).")
        }
        return position
    }

    /// As `words show` shows them.
    @Sendable
    private func words(_ exchange: Exchange) async throws -> Response {
        try exchange.caller.demand(exchange.caller.isOfficer, "What somebody wrote")
        try exchange.checkParameters([])
        let (position, caller, reads) = (try position(in: exchange), exchange.caller, exchange.reads)
        return try await exchange.page(from: house) { ledger in
            var withholding = Withholding(from: caller, in: ledger, noting: reads)
            try ledger.events(from: position, limit: 1) { (event: RecordedEvent) in
                let isOver = try withholding.admits(event, as: .words)
                try caller.demand(isOver, "What somebody wrote in a draft that is not over")
                return true
            }
            return (WordsPage(position: position, words: try ledger.words(at: position)), nil)
        }
    }

    @Sendable
    private func eraseWords(_ exchange: Exchange) async throws -> Response {
        try demand(.officer, of: exchange.caller, "Erasing what somebody wrote")
        try exchange.checkParameters([])
        let position = try position(in: exchange)
        let told = house.accounts.told
        return try await house.reading { ledger in
            let words = try ledger.words(at: position)
            guard words.contains(where: { $0.words != .erased }) else {
                throw Problem(.notFound, "Event \(position) has no words that could be erased.")
            }
            defer { told.raise() }
            for (digest, _) in words { try ledger.eraseWords(pinnedBy: digest) }
            return Response(json: WordsPage(position: position, words: try ledger.words(at: position)).json)
        }
    }
}
