import Draft
import DraftLedger
import Hummingbird
import HummingbirdCore
import Notices
import Pages
import Projections
import Records
import TextFormats

/// The routes of the app's own user: account, money, alerts, devices.
///
/// Values that the ledger does not have are null, or "no" if the app requires yes or no.
struct AppUserRoutes: RouteGroup {
    let reader: LedgerReader
    let authentication: Authentication
    let commands: CommandService
    let notices: NoticeCenter?

    init(_ server: ServerServices) {
        (reader, authentication, commands) = (server.reader, server.authentication, server.commands)
        notices = server.notices
    }

    static var routes: [Route] {
        [
            route(
                .get, "/api/user", id: "getAppUser", tag: .app, "Get the caller.", cost: .read, access: .signedIn,
                privacy: .open, answers: .app("AppUser")
            ) { try await $0.user($1) },
            route(
                .get, "/api/user/balance", id: "getAppBalance", tag: .app, "Get the caller's balance.", cost: .read,
                access: .signedIn, privacy: .open, answers: .app("AppBalance")
            ) { try await $0.balance($1) },
            route(
                .get, "/api/user/profile", id: "getAppProfile", tag: .app, "Get the caller's profile.", cost: .read,
                access: .signedIn, privacy: .open, answers: .app("AppProfile")
            ) { try await $0.profile($1) },
            route(
                .put, "/api/user/profile", id: "setAppProfile", tag: .app, "Set the name that others see.",
                cost: .write,
                access: .signedIn, privacy: .open, body: .json(newName), answers: .app("AppProfile")
            ) { try await $0.setProfile($1) },
            route(
                .get, "/api/transactions", id: "listAppTransactions", tag: .app, "List the caller's payments.",
                cost: .read,
                access: .signedIn, privacy: .open, answers: .app("AppTransactions")
            ) { try await $0.transactions($1) },
            route(
                .put, "/api/user/preferences/draft-alerts", id: "setAppAlerts", tag: .app, "Set the caller's alerts.",
                cost: .write, access: .signedIn, privacy: .open, body: .json("AppAlerts"), answers: .app("AppAlerts")
            ) { try await $0.setAlerts($1) },
            route(
                .get, "/api/features", id: "getAppFeatures", tag: .app, "Get the features that are turned on.",
                cost: .read,
                access: .anyone, privacy: .open, answers: .app("AppFeatures")
            ) { $0.features($1) },
            route(
                .post, "/api/user/fcm-token", id: "registerAppDevice", tag: .app, "Register a device for alerts.",
                cost: .write, access: .signedIn, privacy: .open, body: .json(device), answers: .app("AppDone")
            ) { try await $0.registerDevice($1) },
            route(
                .post, "/api/draft/{room}/live-activity-token", id: "registerAppActivity", tag: .app,
                "Register a lock screen for alerts.", cost: .write, access: .signedIn, privacy: .open,
                body: .json(device), answers: .app("AppDone")
            ) { try await $0.registerActivity($1) },
            route(
                .post, "/api/user/live-activity-start-token", id: "registerAppActivityStart", tag: .app,
                "Register a device that lock screens can start on.",
                details: "A view of a draft then appears without the app being open.", cost: .write, access: .signedIn,
                privacy: .open, body: .json(device), answers: .app("AppDone")
            ) { try await $0.registerActivityStart($1) },
        ]
    }

    @Sendable
    private func user(_ exchange: Exchange) async throws -> Response {
        let user = try exchange.caller.known()
        return try await reader.read { ledger in
            let shown = Shown(
                user: user, name: try ledger.profile(of: user)?.displayName ?? "", wallet: try ledger.wallet(user),
                registeredAt: try ledger.stream(.user(user)).first?.recordedAt)
            return Response(json: Shown.members.json(of: shown))
        }
    }

    struct Shown: Sendable {
        let user: UserID
        let name: String
        let wallet: WalletState
        let registeredAt: Timestamp?

        static let members = Members<Shown>(
            "AppUser",
            [
                .init("id") { "\($0.user)" }, .init("email") { _ in String?.none },
                .init("username") { $0.name.isEmpty ? "user \($0.user)" : $0.name },
                .init("balanceCents") { $0.wallet.available }, .init("createdAt") { $0.registeredAt?.appDate },
                .init("emailVerified") { _ in false }, .init("phoneNumber") { _ in String?.none },
                .init("phoneVerified") { _ in false },
            ])
    }

    @Sendable
    private func balance(_ exchange: Exchange) async throws -> Response {
        let user = try exchange.caller.known()
        return try await reader.read { ledger in
            Response(json: Self.balance.json(of: try ledger.wallet(user)))
        }
    }

    static let balance = Members<WalletState>(
        "AppBalance", [.init("balanceCents") { $0.available }, .init("heldCents") { $0.held }])

    @Sendable
    private func profile(_ exchange: Exchange) async throws -> Response {
        let user = try exchange.caller.known()
        return try await reader.read { ledger in
            let alerts = UserState.folding(try ledger.stream(.user(user))).alerts
            let wallet = try ledger.stream(.wallet(user))
            var (contests, winnings) = (Set<TournamentID>(), Cents.zero)
            for recorded in wallet {
                guard let fee = recorded.event.fee else { continue }
                if fee.step == .held { contests.insert(fee.contest) }
                if fee.step == .prize { winnings += fee.amount }
            }
            let account = Account(
                user: user, name: try ledger.profile(of: user)?.displayName ?? "", alerts: alerts,
                contests: contests.count, winnings: winnings)
            return Response(json: Account.members.json(of: account))
        }
    }

    struct Account: Sendable {
        let user: UserID
        let name: String
        let alerts: AlertPreferences
        let contests: Int
        let winnings: Cents

        static let members = Members<Account>(
            "AppProfile",
            [
                .init("userId") { "\($0.user)" }, .init("displayName") { Name($0.name) },
                .init("avatarURL") { _ in String?.none }, .init("country") { _ in String?.none },
                .init("preferences", preferences) { $0.alerts }, .init("tournamentsEntered") { $0.contests },
                .init("totalWinningsCents") { $0.winnings },
            ])

        // The two others are settings of a device, so these values are constant.
        private static let preferences: Members<AlertPreferences> = [
            .init("draftAlerts", AlertPreferences.members) { $0 }, .init("biometricsEnabled") { _ in false },
            .init("hapticFeedbackEnabled") { _ in true },
        ]
    }

    static let newName = BodyMembers("AppNewName", BodyMember.text("displayName"))

    /// Stores the name that others see, which is the only part of a profile that the server keeps. The name is outside
    /// the ledger, where it can be erased.
    @Sendable
    private func setProfile(_ exchange: Exchange) async throws -> Response {
        let user = try exchange.caller.known()
        let (body, _) = try await exchange.appBody()
        for (name, value) in body.members where ["avatarURL", "country"].contains(name) && !value.isNull {
            throw Problem(Refusal(.invalidValue, "'\(name)' cannot be kept here."), position: nil)
        }
        let name = try Self.newName.read(body)
        try await authentication.setDisplayName(name, of: user)
        return try await profile(exchange)
    }

    /// Lists the changes of the user's available money, the latest first.
    @Sendable
    private func transactions(_ exchange: Exchange) async throws -> Response {
        let user = try exchange.caller.known()
        return try await reader.read { ledger in
            var (balance, lines) = (Cents.zero, [Transaction]())
            for recorded in try ledger.stream(.wallet(user)) {
                var change = Cents.zero
                for posting in postings(of: recorded.event, in: recorded.stream) {
                    if posting.to == .available(user) { change += posting.amount }
                    if posting.from == .available(user) { change += -posting.amount }
                }
                guard change != .zero else { continue }
                balance += change
                lines.append((recorded, change, balance))
            }
            return Response(json: Self.transactions.json(of: lines.reversed()))
        }
    }

    /// A change of the available money, with the balance after it.
    typealias Transaction = (event: RecordedEvent, change: Cents, balance: Cents)

    static let transactions = Members<[Transaction]>(
        "AppTransactions", [.init("transactions", each: transaction) { $0 }])

    private static let transaction: Members<Transaction> = [
        .init("id") { "\($0.event.position)" }, .init("type") { $0.event.event.type.name },
        .init("amountCents") { $0.change }, .init("balanceCents") { $0.balance },
        .init("timestamp") { $0.event.moment.appDate },
    ]

    /// All six, as the app's type has them.
    @Sendable
    private func setAlerts(_ exchange: Exchange) async throws -> Response {
        let user = try exchange.caller.known()
        let (body, arrival) = try await exchange.appBody()
        var wanted: AlertPreferences = []
        for (name, alert) in AlertPreferences.named {
            guard let isOn = body.members.last(where: { $0.name == name })?.value.boolean else {
                throw Problem(.badRequest, "'\(name)' is missing, or neither true nor false.")
            }
            if isOn { wanted.insert(alert) }
        }
        _ = try await commands.events(
            .user(user, .setAlertPreferences(wanted)), as: user, id: try exchange.appCommandID(), at: arrival,
            in: exchange)
        return Response(json: AlertPreferences.members.json(of: wanted))
    }

    /// Lists which of the app's optional features this server has. It does not take payments.
    @Sendable
    private func features(_ exchange: Exchange) -> Response {
        Response(json: Self.features.json(of: notices))
    }

    static let features = Members<NoticeCenter?>(
        "AppFeatures",
        [
            .init("liveActivitiesEnabled") { $0?.hasActivities == true }, .init("slowDraftsEnabled") { _ in true },
            .init("applePayEnabled") { _ in false },
        ])

    // MARK: Devices

    static let device = BodyMembers("AppDevice", BodyMember.text("token"))

    /// Registers the token of a device, whenever Firebase hands one out.
    @Sendable
    private func registerDevice(_ exchange: Exchange) async throws -> Response {
        try await register(exchange, .google, for: .notices) { Array($0.utf8) }
    }

    /// Registers a token of hexadecimal digits, for the lock screen's view of a draft that the user is in.
    @Sendable
    private func registerActivity(_ exchange: Exchange) async throws -> Response {
        let user = try exchange.caller.known()
        let id = RoomID(try exchange.number("room"))
        guard let room = try await reader.read({ try $0.room(id) }), room.isTheApps else {
            throw Problem(.notFound, "There is no room \(id).")
        }
        guard room.seat(of: user) != nil else { throw Problem(.forbidden, "You have no seat in room \(id).") }
        return try await register(exchange, .apple, for: .activity(id)) { [UInt8](hexadecimal: $0) }
    }

    /// Registers a token of hexadecimal digits, with which the lock screen's view of any draft can be started.
    @Sendable
    private func registerActivityStart(_ exchange: Exchange) async throws -> Response {
        try await register(exchange, .apple, for: .activityStart) { [UInt8](hexadecimal: $0) }
    }

    /// Records the digest of a token, once for each. The token itself is stored outside the ledger, where it can be erased,
    /// and only where notices are sent.
    private func register(
        _ exchange: Exchange, _ platform: PushTokenRegistered.Platform, for purpose: Contact.Device.Purpose,
        _ bytes: (String) -> [UInt8]?
    ) async throws -> Response {
        let user = try exchange.caller.known()
        let (body, arrival) = try await exchange.appBody()
        let text = try Self.device.read(body)
        guard let token = bytes(text), (1...4_096).contains(token.count) else {
            throw Problem(.badRequest, "'token' is not a device token.")
        }
        let registered = PushTokenRegistered(platform: platform, tokenDigest: Digest256(hashing: token))
        let isKnown = try await reader.read { ledger in
            try ledger.stream(.user(user)).contains { $0.event == .pushTokenRegistered(registered) }
        }
        if !isKnown {
            _ = try await commands.events(
                .user(user, .registerPushToken(registered)), as: user, id: try exchange.appCommandID(), at: arrival,
                in: exchange)
        }
        if let notices {
            try await reader.read { _ in try notices.add(Contact.Device(purpose, token: text), of: user) }
        }
        return Response(json: [:])
    }
}
