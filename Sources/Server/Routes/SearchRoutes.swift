import Draft
import DraftLedger
import Hummingbird
import HummingbirdCore
import Pages
import Projections
import TextFormats

/// The routes that find users and objects, and that return everything about one user.
struct SearchRoutes: RouteGroup {
    let reader: LedgerReader
    let cases: CaseIndex

    init(_ server: ServerServices) { (reader, cases) = (server.reader, server.results.cases) }

    static var routes: [Route] {
        [
            route(
                .get, "/v1/search", id: "search", tag: .staff, "Find rooms, users, entries, cases and contests.",
                cost: .report, access: .officers("The search for people and rooms"), privacy: .filtered,
                query: [
                    .text("q", length: 1...200, "A number, or a part of a name, a title or an external ID.").required
                ], answers: .json("SearchResults")
            ) { try await $0.search($1) },
            route(
                .get, "/v1/users/{user}/profile", id: "getUserProfile", tag: .users, "Get the personal data of a user.",
                cost: .read, access: .account("profile"), privacy: .account(.profile), answers: .page("Profile")
            ) { try await $0.profile($1) },
            route(
                .get, "/v1/users/{user}/activity", id: "listUserActivity", tag: .users, "List the events of a user.",
                details:
                    "While a draft is under way, queue edits and refusals in it are shown to the user alone. With `room` and `pick`, the list has the events about one pick of the user, and its cases.",
                cost: .report, access: .account("activity"), privacy: .account(.activity),
                query: [
                    .since, .until, .room("The room of the pick."),
                    .pick("The overall number of the pick in the room."),
                ],
                answers: .page("Activity")
            ) { try await $0.activity($1) },
        ]
    }

    /// The maximum number of results of each kind.
    private static let most = 20

    /// `?q=`: finds objects by their number, or by words in their external ID, name or title.
    @Sendable
    private func search(_ exchange: Exchange) async throws -> Response {
        let wanted = (exchange.query("q") ?? "").trimmingBlanks
        guard (1...200).contains(wanted.utf8.count) else {
            throw Problem(
                .badRequest, "'q' has \(wanted.utf8.count) bytes: expected a number or some words, up to 200.")
        }
        let (ledger, reads) = (reader.ledger, exchange.reads)
        return try await reader.longReads.read(for: exchange.channel) { interest in
            let number = UInt64(wanted).flatMap { (1...StreamKey.maximumNumber).contains($0) ? $0 : nil }
            let words = wanted.lowercased()
            let found = try ledger.rooms().filter { room in
                room.room.number == number || (!room.externalID.isEmpty && room.externalID == wanted)
            }
            let contests = try ledger.tournaments()
            let titles = contests.reduce(into: [:]) { $0[$1.tournament] = $1.title }
            try interest.check()
            let users = try Self.users(number, words, in: ledger)
            for (user, _) in users { reads.note(user, .profile) }
            let matching = contests.filter {
                $0.tournament.number == number || $0.title.lowercased().contains(words)
                    || (!$0.externalID.isEmpty && $0.externalID == wanted)
            }
            let results = Results(
                query: wanted, rooms: RoomsPage(rooms: Array(found.prefix(Self.most)), contests: titles), users: users,
                entries: try Self.entries(number, in: ledger), cases: try Self.cases(number, in: ledger),
                contests: Array(matching.prefix(Self.most)))
            return Response(json: Results.members.json(of: results))
        }
    }

    /// The objects that were found.
    struct Results: Sendable {
        let query: String
        let rooms: RoomsPage
        let users: [(user: UserID, profile: Profile?)]
        let entries: [(entry: EntryID, seat: Seat, user: UserID?)]
        let cases: [CaseID]
        let contests: [TournamentSummary]

        static let members = Members<Results>(
            "SearchResults",
            [
                .init("query") { $0.query }, .init("rooms", .list(.named("RoomSummary"))) { $0.rooms.answer },
                .init("users", each: user) { $0.users }, .init("entries", each: entry) { $0.entries },
                .init("cases") { $0.cases }, .init("contests", each: TournamentsPage.members) { $0.contests },
            ])

        private static let user: Members<(user: UserID, profile: Profile?)> = [
            .init("user") { $0.user }, .init("name") { Name($0.profile?.displayName ?? "") },
            .init("externalID") { Name($0.profile?.externalID ?? "") },
        ]

        private static let entry: Members<(entry: EntryID, seat: Seat, user: UserID?)> = [
            .init("entry") { $0.entry }, .init("room") { $0.entry.room }, .init("seat") { $0.seat },
            .init("user") { $0.user },
        ]
    }

    private static func users(_ number: UInt64?, _ words: String, in ledger: DraftLedger) throws -> [(
        user: UserID, profile: Profile?
    )] {
        var users: [(user: UserID, profile: Profile?)] = []
        if let number, number <= UserID.maximum.number {
            let user = UserID(number)
            let isKnown = try [StreamKey.user(user), .wallet(user)].contains { try !ledger.stream($0).isEmpty }
            if isKnown { users.append((user, try ledger.profile(of: user))) }
        }
        for (user, profile) in try ledger.profiles() where users.count < most && user.number != number {
            guard [profile.externalID, profile.displayName].contains(where: { $0.lowercased().contains(words) }) else {
                continue
            }
            users.append((user, profile))
        }
        return users
    }

    private static func entries(_ number: UInt64?, in ledger: DraftLedger) throws -> [(
        entry: EntryID, seat: Seat, user: UserID?
    )] {
        guard let id = number.map({ EntryID($0) }), id.room.number > 0, let room = try ledger.room(id.room),
            let seat = room.members.firstIndex(where: { $0?.entry == id })
        else { return [] }
        return [(id, Seat(seat), room.member(at: Seat(seat))?.user)]
    }

    private static func cases(_ number: UInt64?, in ledger: DraftLedger) throws -> [CaseID] {
        guard let id = number.map({ CaseID($0) }), try !ledger.stream(.dispute(id)).isEmpty else { return [] }
        return [id]
    }

    /// Returns a profile like `profiles show`.
    @Sendable
    private func profile(_ exchange: Exchange) async throws -> Response {
        let user = UserID(try exchange.number("user", upTo: UserID.maximum.number))
        return try await exchange.page(from: reader) { ledger in
            (
                ProfilePage(
                    user: user, profile: try ledger.profile(of: user), words: try ledger.countWords(about: user)), nil
            )
        }
    }

    /// The pick that a request names; nil for none.
    private static func place(_ exchange: Exchange) throws -> (room: RoomID, pick: PickNumber)? {
        let room = try exchange.natural("room")
        let pick = try exchange.natural("pick")
        guard let room, let pick else {
            guard room == nil, pick == nil else {
                throw Problem(.badRequest, "Only one of 'room' and 'pick' is given: a pick has both.")
            }
            return nil
        }
        return (RoomID(room), PickNumber(pick))
    }

    /// Returns the activity of a user like `activity`.
    @Sendable
    private func activity(_ exchange: Exchange) async throws -> Response {
        let user = UserID(try exchange.number("user", upTo: UserID.maximum.number))
        let (caller, ledger, reads) = (exchange.caller, reader.ledger, exchange.reads)
        let filter = EventFilter(since: try exchange.time("since"), until: try exchange.time("until"))
        let (place, cases) = (try Self.place(exchange), cases)
        return try await exchange.longPage(from: reader) { interest in
            let positions =
                try place.map { room, pick in
                    let claims = try cases.cases(by: user, in: ledger) {
                        $0.room == room && $0.pick == pick && $0.week == nil
                    }
                    return try ledger.positions(ofUser: user, about: pick, in: room, with: claims)
                } ?? ledger.positions(ofUser: user, upTo: try ledger.size)
            var withholding = Withholding(from: caller, in: ledger, noting: reads)
            func isShown(_ event: RecordedEvent) throws -> Bool {
                try user == caller.user || !withholding.withholds(event)
            }
            let wallet = try ledger.stream(.wallet(user)).filter { event in
                try filter.until.map { event.recordedAt < $0 } ?? true && isShown(event)
            }
            var page = ActivityPage(
                of: user, names: LedgerNames(ledger), marks: try PaymentMarks(of: wallet, in: ledger))
            try ledger.events(at: positions, matching: filter) { event in
                try interest.check()
                if try isShown(event) { page.add(try ledger.told(event)) }
                return true
            }
            return (page, nil)
        }
    }
}

extension String {
    fileprivate var trimmingBlanks: String {
        var text = self[...]
        while text.first?.isWhitespace == true { text.removeFirst() }
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }
}
