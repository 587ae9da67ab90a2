import Draft
import DraftLedger

/// The private data of members that a route's answers can contain, and how the server guards it.
///
/// Each route is in ``table``. A route that is in no row is refused, so that a new route has to be classified.
enum RoutePrivacy: Hashable, Sendable {
    /// Nothing private, except the caller's own.
    case open
    /// The route passes events through ``Withholding``, or looks itself, and notes reads by staff.
    case filtered
    /// About the user in the path: for that user and for officers, whose reads are recorded as this kind.
    case account(PrivateDataRead.Kind)
    /// About the draft of the room or the entry in the path, with queues and refusals of its members: refused until the
    /// draft is over. Then a read by staff is recorded for each member.
    case afterDraft

    /// - Returns: nil for a route that is not classified.
    init?(of method: String, _ path: String) {
        let path = path.hasPrefix("/v1/reports/") ? "/v1/reports/" : path
        guard let privacy = Self.table["\(method) \(path)"] else { return nil }
        self = privacy
    }

    /// By method and path.
    private static let table: [String: RoutePrivacy] = {
        var table: [String: RoutePrivacy] = [:]
        func add(_ privacy: RoutePrivacy, _ method: String, _ paths: [String]) {
            for path in paths { table["\(method) \(path)"] = privacy }
        }
        add(.afterDraft, "GET", ["dispute", "evidence", "audit", "signatures"].map { "/v1/rooms/{room}/\($0)" })
        add(.afterDraft, "GET", ["dispute", "evidence"].map { "/v1/entries/{entry}/\($0)" })
        for (name, kind): (String, PrivateDataRead.Kind) in [
            ("activity", .activity), ("balance", .money), ("entries", .entries), ("exposure", .entries),
            ("profile", .profile), ("settings", .profile), ("statement", .money), ("teams", .entries),
        ] {
            add(.account(kind), "GET", ["/v1/users/{user}/\(name)"])
        }
        add(
            .filtered, "GET",
            [
                "/log/tile/{path*}", "/v1/audit", "/v1/balances", "/v1/cases", "/v1/cases/{case}", "/v1/events",
                "/v1/records/{position}", "/v1/reports/", "/v1/rooms/{room}/draft", "/v1/rooms/{room}/events",
                "/v1/rooms/{room}/replay.html", "/v1/rooms/{room}/seats/{seat}/next",
                "/v1/rooms/{room}/seats/{seat}/queue", "/v1/rooms/{room}/timeline", "/v1/search", "/v1/staff/acts",
                "/v1/stream", "/v1/stream/all", "/v1/words/{position}",
            ])
        add(.filtered, "POST", ["/v1/commands", "/v1/commands/signable"])
        add(
            .open, "GET",
            [
                "/livez", "/log/checkpoint", "/metrics", "/openapi.json", "/problems/{code}", "/readyz", "/dev/tokens",
                "/v1/entries/{entry}/lineup", "/v1/measures", "/v1/measures/{measure}", "/v1/notes", "/v1/players",
                "/v1/players/aliases", "/v1/pools", "/v1/pools/{pool}", "/v1/pools/{pool}/players",
                "/v1/proofs/consistency", "/v1/proofs/inclusion/{position}", "/v1/proofs/keys", "/v1/rooms",
                "/v1/rooms/{room}", "/v1/rooms/{room}/board", "/v1/rooms/{room}/rosters", "/v1/seasons/{season}/notes",
                "/v1/seasons/{season}/scores", "/v1/session", "/v1/sign-in", "/v1/sign-in/{provider}",
                "/v1/sign-in/{provider}/return", "/v1/staff", "/v1/tournaments",
                "/v1/tournaments/{tournament}", "/v1/tournaments/{tournament}/bracket",
                "/v1/tournaments/{tournament}/settlement",
                "/v1/tournaments/{tournament}/standings", "/v1/unusual", "/v1/users/me",
            ])
        // The caller's own, as the app shows it.
        add(
            .open, "GET",
            [
                "/api/draft/{room}", "/api/draft/{room}/picks", "/api/draft/{room}/queue", "/api/draft/{room}/stream",
                "/api/drafts", "/api/exposure", "/api/features", "/api/players", "/api/players/{player}/stats",
                "/api/teams", "/api/teams/{team}", "/api/tournaments", "/api/transactions", "/api/user",
                "/api/user/balance", "/api/user/profile",
            ])
        add(
            .open, "POST",
            [
                "/api/draft/{room}/live-activity-token", "/api/draft/{room}/pick", "/api/tournaments/{tournament}/join",
                "/api/user/fcm-token", "/dev/bots", "/dev/clock", "/dev/deposits", "/dev/tokens", "/v1/audit",
                "/v1/checkpoint-key", "/v1/imports", "/v1/session",
            ])
        add(
            .open, "PUT",
            [
                "/api/draft/{room}/queue", "/api/user/preferences/draft-alerts", "/api/user/profile",
                "/v1/users/{user}/settings",
            ])
        add(
            .open, "DELETE",
            [
                "/v1/session", "/v1/sessions", "/v1/users/me", "/v1/users/{user}/profile",
                "/v1/users/{user}/sessions", "/v1/words/{position}",
            ])
        return table
    }()
}

extension House {
    /// Refuses a route about a live draft to everybody.
    ///
    /// - Throws: `forbidden`, and `unauthenticated` without a token.
    func checkIsOver(_ privacy: RoutePrivacy, for exchange: Exchange) async throws {
        guard case .afterDraft = privacy, let id = exchange.draft else { return }
        let caller = exchange.caller
        try await reading { ledger in
            guard let room = try ledger.room(id), !room.status.isTerminal else { return }
            _ = try caller.known()
            throw Problem(
                .forbidden,
                "The draft of room \(id) is not over. Until then its queues and refusals are for its members alone.")
        }
    }

    /// Records the reads of private data that an answer is: before the answer leaves.
    ///
    /// - Throws: `unavailable` where they cannot be stored.
    func recordReads(_ privacy: RoutePrivacy, for exchange: Exchange) async throws {
        let caller = exchange.caller
        guard !caller.roles.isEmpty else { return }
        switch privacy {
        case .open, .filtered: break
        case .account(let kind):
            // A path without a valid number is refused by the route itself.
            if let user = try? exchange.number("user", upTo: UserID.maximum.number) {
                exchange.reads.note(UserID(user), kind)
            }
        case .afterDraft:
            if let id = exchange.draft {
                let members = try await reading { try $0.room(id)?.members.compactMap { $0?.user } ?? [] }
                for member in members { exchange.reads.note(member, .draft, room: id) }
            }
        }
        try await accesses.record(exchange.reads.take(), by: caller)
    }
}

extension Exchange {
    /// The room in the path, or that of the entry in the path.
    fileprivate var draft: RoomID? {
        if let room = try? number("room") { return RoomID(room) }
        return (try? number("entry", upTo: UInt64(Int64.max))).map { EntryID($0).room }
    }
}
