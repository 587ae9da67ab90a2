import Draft
import DraftLedger
import Hummingbird
import HummingbirdCore
import Merkle
import Pages
import Records
import TextFormats

/// The acts of staff that are not commands, because they are about data outside the log: the key that signs
/// checkpoints, the identity of a user, and free text of which the log has digests.
struct OperatorRoutes: RouteGroup {
    let reader: LedgerReader
    let authentication: Authentication

    init(_ server: ServerServices) {
        (reader, authentication) = (server.reader, server.authentication)
    }

    static var routes: [Route] {
        [
            route(
                .post, "/v1/checkpoint-key", id: "replaceCheckpointKey", tag: .staff,
                "Prepare the next checkpoint key.",
                details: "Once staff roles are enabled, the answer has the command that requests the approval.",
                cost: .write, access: .role(.operator, "Another checkpoint key"), privacy: .open,
                answers: .json("NextCheckpointKey")
            ) { try await $0.rotate($1) },
            route(
                .delete, "/v1/users/{user}/profile", id: "eraseUserProfile", tag: .users,
                "Erase the personal data of a user.", details: "Refused with 409 while the user has money or a draft.",
                cost: .write, access: .role(.officer, "The erasure of a profile"), privacy: .open,
                answers: .json("Erasure"), problems: [409]
            ) { try await $0.eraseProfile($1) },
            route(
                .get, "/v1/events/{position}/text", id: "getFreeText", tag: .staff, "Get the free text of an event.",
                cost: .read,
                access: .officers("Free text"), privacy: .filtered, answers: .page("FreeText")
            ) { try await $0.words($1) }.formerly("/v1/words/{position}"),
            route(
                .delete, "/v1/events/{position}/text", id: "eraseFreeText", tag: .staff,
                "Erase the free text of an event.",
                cost: .write, access: .role(.officer, "The erasure of free text"), privacy: .open,
                answers: .json("FreeText"), problems: [409, 422]
            ) { try await $0.eraseWords($1) }.formerly("/v1/words/{position}"),
            route(
                .get, "/v1/tournaments/{tournament}/settlement", id: "getContestSettlement", tag: .contests,
                "Get the next step of a settlement.", cost: .read,
                access: .staff("The next step of a contest"), privacy: .open, answers: .page("Settlement")
            ) { try await $0.settlement($1) },
        ]
    }

    /// Makes another checkpoint key, which stays on this server.
    ///
    /// If staff roles are enabled, this takes two people. The answer has the command to propose, and the ledger uses
    /// the key when the command is approved. Otherwise, the ledger uses the key at once.
    @Sendable
    private func rotate(_ exchange: Exchange) async throws -> Response {
        let (user, isMeasure) = (try exchange.caller.known(), exchange.caller.rolesAreRecorded)
        return try await reader.read { ledger in
            guard isMeasure else {
                let key = try ledger.rotateCheckpointKey(by: .admin(user))
                return Response(json: Self.nextKey.json(of: (key.text, nil)))
            }
            let command = try ledger.proposalOfCheckpointKey()
            guard case .ledger(.rotateCheckpointKey(let rotated)) = command else {
                throw Problem(.internalError, "The ledger proposes something else than a key.")
            }
            return Response(json: Self.nextKey.json(of: (rotated.verifierKey, command)))
        }
    }

    static let nextKey = Members<(verifierKey: String, command: Command?)>(
        "NextCheckpointKey",
        [
            .init("verifierKey") { $0.verifierKey },
            .init("command", .nullable(.named("Command"))) {
                $0.command.map { .encoded(CommandRequest($0).json) } ?? .null
            },
        ])

    /// The next step of a contest that is decided by its rounds, as `contest settle` takes it.
    @Sendable
    private func settlement(_ exchange: Exchange) async throws -> Response {
        let id = TournamentID(try exchange.number("tournament", upTo: StreamKey.maximumNumber))
        let (ledger, now) = (reader.ledger, reader.now)
        return try await exchange.longPage(from: reader) { _ in
            guard let page = try SettlementPage(id, in: ledger, at: now) else {
                throw Problem(.notFound, "There is no contest \(id).")
            }
            return (page, nil)
        }
    }

    /// Erases the identity of a user and the free text about the user, like `profiles erase`, and again after a restore.
    /// It refuses users with money or a draft, which they could not reach afterwards.
    @Sendable
    private func eraseProfile(_ exchange: Exchange) async throws -> Response {
        let user = UserID(try exchange.number("user", upTo: UserID.maximum.number))
        let erased = try await authentication.accounts.eraseProfile(of: user, by: try exchange.caller.known())
        authentication.endAll(of: user)
        return Response(json: erased)
    }

    private func position(in exchange: Exchange) throws -> UInt64 {
        let position = try exchange.ledgerPosition()
        guard position < (try reader.ledger.size) else {
            throw Problem(.notFound, "There is no event at position \(position).")
        }
        return position
    }

    /// Returns the free text of an event like `text show`.
    @Sendable
    private func words(_ exchange: Exchange) async throws -> Response {
        let (position, caller, reads) = (try position(in: exchange), exchange.caller, exchange.reads)
        return try await exchange.page(from: reader) { ledger in
            var withholding = Withholding(from: caller, in: ledger, noting: reads)
            try ledger.events(from: position, limit: 1) { (event: RecordedEvent) in
                let isOver = try withholding.admits(event, as: .words)
                try caller.demand(isOver, "Free text of a draft that is not over")
                return true
            }
            return (FreeTextPage(position: position, words: try ledger.words(at: position)), nil)
        }
    }

    @Sendable
    private func eraseWords(_ exchange: Exchange) async throws -> Response {
        let (position, person) = (try position(in: exchange), try exchange.caller.known())
        let erasure = try await reader.read { try $0.erasure(at: position, by: person) }
        guard let erasure else {
            throw Problem(.notFound, "Event \(position) has no free text that could be erased.")
        }
        let outcome = try await reader.ledger.send(.ledger(.eraseText(erasure)), as: .scheduler, id: .random())
        if case .refused(let refusal, let record, _) = outcome { throw Problem(refusal, position: record?.position) }
        authentication.accounts.told.raise()
        return try await reader.read { ledger in
            Response(json: FreeTextPage(position: position, words: try ledger.words(at: position)).json)
        }
    }
}
