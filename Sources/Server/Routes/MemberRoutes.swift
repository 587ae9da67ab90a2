import Draft
import DraftLedger
import Hummingbird
import HummingbirdCore
import Pages
import TextFormats

/// The routes of what a member was told, and of the limits that a member has set.
struct MemberRoutes: RouteGroup {
    let reader: LedgerReader

    init(_ server: ServerServices) { reader = server.reader }

    static var routes: [Route] {
        [
            route(
                .get, "/v1/users/{user}/notices", id: "listUserNotices", tag: .users,
                "List the notices that were sent to a user.",
                details: "Each notice over each channel, with the outcome as the ledger has it, the oldest first.",
                cost: .read, access: .account("account"), privacy: .account(.activity), query: Route.Parameter.cursor,
                answers: .json("Notices").paged
            ) { try await $0.notices($1) },
            route(
                .get, "/v1/users/{user}/limits", id: "getUserLimits", tag: .users,
                "Get the limits and the exclusion of a user.", cost: .read, access: .account("account"),
                privacy: .account(.profile), answers: .json("UserLimits")
            ) { try await $0.limits($1) },
        ]
    }

    private func owner(_ exchange: Exchange) throws -> UserID {
        UserID(try exchange.number("user", upTo: UserID.maximum.number))
    }

    // MARK: Notices

    /// A notice over one channel.
    struct SentNotice: Sendable {
        /// The position of the record about the notice.
        let position: UInt64
        let room: RoomID
        let contest: String?
        let pick: PickNumber?
        let notice: NoticesRecorded.Notice

        static let members: Members<SentNotice> = [
            .init("position") { $0.position }, .init("at") { $0.notice.at }, .init("room") { $0.room },
            .init("contest") { $0.contest }, .init("pickNumber") { $0.pick },
            .init("kind", .choice(NoticesRecorded.Kind.allCases.map { "\($0)" })) { .of("\($0.notice.kind)") },
            .init("channel", .choice(NoticesRecorded.Channel.allCases.map { "\($0)" })) { .of("\($0.notice.channel)") },
            .init("outcome", .choice(NoticesRecorded.Outcome.allCases.map { "\($0)" })) { .of("\($0.notice.outcome)") },
            .init("text") { "\($0.notice.kind.words), \($0.notice.result)" },
        ]
    }

    @Sendable
    private func notices(_ exchange: Exchange) async throws -> Response {
        let user = try owner(exchange)
        let json = try await reader.read { ledger -> JSON in
            var contests: [RoomID: String] = [:]
            var sent: [SentNotice] = []
            // The cursor is a record: its notices, one for each channel, stay together.
            let records = try ledger.stream(.user(user)).filter { event in
                if case .notices = event.event.account { true } else { false }
            }
            for event in try exchange.cut(records, by: { $0.position }) {
                guard case .notices(let recorded) = event.event.account else { continue }
                if contests[recorded.room] == nil, let contest = try ledger.room(recorded.room)?.tournament {
                    contests[recorded.room] = try ledger.tournament(contest)?.details.title
                }
                sent += recorded.notices.map { notice in
                    SentNotice(
                        position: event.position, room: recorded.room, contest: contests[recorded.room],
                        pick: recorded.pick, notice: notice)
                }
            }
            return .array(sent, SentNotice.members.json)
        }
        return exchange.packed(json)
    }

    // MARK: Limits

    /// The limits that hold for a user, and those that are to hold later.
    struct Limits: Sendable {
        let user: UserID
        let account: UserState
        let now: Timestamp

        static let members = Members<Limits>(
            "UserLimits",
            [
                .init("user") { $0.user }, .init("limits", limits) { $0.account.limits.holding(at: $0.now) },
                .init("later", limits, orNull: { $0.later }),
                .init("laterFrom") { found in found.later.flatMap { _ in found.account.limits.looserFrom } },
                .init("excludedUntil") { found in found.account.excludedUntil.flatMap { $0 > found.now ? $0 : nil } },
            ])

        /// Looser limits that do not hold yet.
        private var later: PlayLimits? {
            guard let from = account.limits.looserFrom, from > now else { return nil }
            return account.limits.later
        }

        private static let limits: Members<PlayLimits> = [
            .init("depositsPerDayCents") { $0.depositsPerDay }, .init("depositsPerWeekCents") { $0.depositsPerWeek },
            .init("feesPerDayCents") { $0.feesPerDay }, .init("feesPerWeekCents") { $0.feesPerWeek },
            .init("entriesPerDay") { $0.entriesPerDay }, .init("entriesPerWeek") { $0.entriesPerWeek },
        ]
    }

    @Sendable
    private func limits(_ exchange: Exchange) async throws -> Response {
        let (user, now) = (try owner(exchange), reader.now)
        return try await reader.read { ledger in
            let account = UserState.folding(try ledger.stream(.user(user)))
            return Response(json: Limits.members.json(of: Limits(user: user, account: account, now: now)))
        }
    }
}
