import Draft
import DraftLedger
import Hummingbird
import HummingbirdCore
import Notices
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
                access: .signedIn, privacy: .open, body: .json("AppNewName"), answers: .app("AppProfile")
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
                cost: .write, access: .signedIn, privacy: .open, body: .json("AppDevice"), answers: .app("AppDone")
            ) { try await $0.registerDevice($1) },
            route(
                .post, "/api/draft/{room}/live-activity-token", id: "registerAppActivity", tag: .app,
                "Register a lock screen for alerts.", cost: .write, access: .signedIn, privacy: .open,
                body: .json("AppDevice"), answers: .app("AppDone")
            ) { try await $0.registerActivity($1) },
            route(
                .post, "/api/user/live-activity-start-token", id: "registerAppActivityStart", tag: .app,
                "Register a device that lock screens can start on.",
                details: "A view of a draft then appears without the app being open.", cost: .write, access: .signedIn,
                privacy: .open, body: .json("AppDevice"), answers: .app("AppDone")
            ) { try await $0.registerActivityStart($1) },
        ]
    }

    @Sendable
    private func user(_ exchange: Exchange) async throws -> Response {
        let user = try exchange.caller.known()
        return try await reader.read { ledger in
            let registered = try ledger.stream(.user(user)).first?.recordedAt
            let name = try ledger.profile(of: user)?.displayName ?? ""
            return Response(
                json: [
                    "id": .of("\(user)"), "email": .null, "username": .of(name.isEmpty ? "user \(user)" : name),
                    "balanceCents": .of(try ledger.wallet(user).available.value),
                    "createdAt": registered?.appDate ?? .null, "emailVerified": .bool(false), "phoneNumber": .null,
                    "phoneVerified": .bool(false),
                ])
        }
    }

    @Sendable
    private func balance(_ exchange: Exchange) async throws -> Response {
        let user = try exchange.caller.known()
        return try await reader.read { ledger in
            let wallet = try ledger.wallet(user)
            return Response(json: ["balanceCents": .of(wallet.available.value), "heldCents": .of(wallet.held.value)])
        }
    }

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
            return Response(
                json: [
                    "userId": .of("\(user)"), "displayName": .name(try ledger.profile(of: user)?.displayName ?? ""),
                    "avatarURL": .null, "country": .null,
                    // The two others are settings of a device, so these values are constant.
                    "preferences": [
                        "draftAlerts": alerts.json, "biometricsEnabled": .bool(false),
                        "hapticFeedbackEnabled": .bool(true),
                    ],
                    "tournamentsEntered": .of(contests.count), "totalWinningsCents": .of(winnings.value),
                ])
        }
    }

    /// Stores the name that others see, which is the only part of a profile that the server keeps. The name is outside
    /// the ledger, where it can be erased.
    @Sendable
    private func setProfile(_ exchange: Exchange) async throws -> Response {
        let user = try exchange.caller.known()
        let (body, _) = try await exchange.appBody()
        for (name, value) in body.members where ["avatarURL", "country"].contains(name) && !value.isNull {
            throw Problem(Refusal(.invalidValue, "'\(name)' cannot be kept here."), position: nil)
        }
        let name = try body.text("displayName")
        try await authentication.setDisplayName(name, of: user)
        return try await profile(exchange)
    }

    /// Lists the changes of the user's available money, the latest first.
    @Sendable
    private func transactions(_ exchange: Exchange) async throws -> Response {
        let user = try exchange.caller.known()
        return try await reader.read { ledger in
            var (balance, lines) = (Cents.zero, [JSON]())
            for recorded in try ledger.stream(.wallet(user)) {
                var change = Cents.zero
                for posting in postings(of: recorded.event, in: recorded.stream) {
                    if posting.to == .available(user) { change += posting.amount }
                    if posting.from == .available(user) { change += -posting.amount }
                }
                guard change != .zero else { continue }
                balance += change
                lines.append([
                    "id": .of("\(recorded.position)"), "type": .of(recorded.event.type.name),
                    "amountCents": .of(change.value), "balanceCents": .of(balance.value),
                    "timestamp": recorded.moment.appDate,
                ])
            }
            return Response(json: ["transactions": .array(lines.reversed())])
        }
    }

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
        return Response(json: wanted.json)
    }

    /// Lists which of the app's optional features this server has. It does not take payments.
    @Sendable
    private func features(_ exchange: Exchange) -> Response {
        Response(
            json: [
                "liveActivitiesEnabled": .bool(notices?.hasActivities == true), "slowDraftsEnabled": .bool(true),
                "applePayEnabled": .bool(false),
            ])
    }

    // MARK: Devices

    /// `{"token":"…"}`, whenever Firebase hands one out.
    @Sendable
    private func registerDevice(_ exchange: Exchange) async throws -> Response {
        try await register(exchange, .google, for: .notices) { Array($0.utf8) }
    }

    /// `{"token":"…"}` in hexadecimal digits, for the lock screen's view of a draft that the user is in.
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

    /// `{"token":"…"}` in hexadecimal digits, with which the lock screen's view of any draft can be started.
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
        let text = try body.text("token")
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
