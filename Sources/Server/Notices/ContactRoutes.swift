import Draft
import DraftLedger
import Hummingbird
import HummingbirdCore
import Notices
import Pages
import Records
import TextFormats

/// How a member is told what happens: devices, address, quiet hours.
struct ContactRoutes: RouteGroup {
    let reader: LedgerReader
    let notices: NoticeCenter?

    init(_ server: ServerServices) { (reader, notices) = (server.reader, server.notices) }

    static var routes: [Route] {
        [
            route(
                .get, "/v1/users/me/contact", id: "getMyContact", tag: .users,
                "Get how the caller is told what happens.",
                details: "Devices are stated by the SHA-256 of their tokens. The address is the one that the issuer of "
                    + "the caller's token has verified.",
                cost: .read, access: .signedIn, privacy: .open, answers: .json("Contact")
            ) { try await $0.contact($1) },
            route(
                .put, "/v1/users/me/contact/quiet-hours", id: "setMyQuietHours", tag: .users,
                "Set the hours in which the caller is told nothing.",
                details: "By the clock of the time zone. A turn that lasts until their end is told then.",
                cost: .write, access: .signedIn, privacy: .open, body: .json(QuietHours.body),
                answers: .json("Contact"),
                problems: [404]
            ) { try await $0.setQuietHours($1) },
            route(
                .delete, "/v1/users/me/contact/quiet-hours", id: "deleteMyQuietHours", tag: .users,
                "Remove the caller's quiet hours.", cost: .write, access: .signedIn, privacy: .open,
                answers: .json("Contact"), problems: [404]
            ) { try await $0.deleteQuietHours($1) },
            route(
                .delete, "/v1/users/me/contact/devices", id: "deleteMyDevices", tag: .users,
                "Remove all devices of the caller.", cost: .write, access: .signedIn, privacy: .open,
                answers: .json("Contact"), problems: [404]
            ) { try await $0.deleteDevices($1) },
        ]
    }

    @Sendable
    private func contact(_ exchange: Exchange) async throws -> Response {
        let user = try exchange.caller.known()
        let notices = notices
        return try await reader.read { _ in
            Response(json: Contact.members.json(of: try notices?.outbox.contact(of: user) ?? Contact()))
        }
    }

    @Sendable
    private func setQuietHours(_ exchange: Exchange) async throws -> Response {
        _ = try exchange.caller.known()
        let (body, _) = try await exchange.appBody()
        let (from, until, timeZone) = try QuietHours.body.read(body)
        guard let hours = QuietHours(from: from, until: until, timeZone: timeZone) else {
            throw Problem(
                .badRequest,
                "Send from and until as HH:MM, which differ, and timeZone as the IANA names it: "
                    + #"{"from":"22:00","until":"07:00","timeZone":"America/New_York"}."#)
        }
        return try await change(exchange) { $0.quietHours = hours }
    }

    @Sendable
    private func deleteQuietHours(_ exchange: Exchange) async throws -> Response {
        try await change(exchange) { $0.quietHours = nil }
    }

    @Sendable
    private func deleteDevices(_ exchange: Exchange) async throws -> Response {
        try await change(exchange) { $0.devices = [] }
    }

    private func change(
        _ exchange: Exchange, _ change: @escaping @Sendable (inout Contact) -> Void
    ) async throws -> Response {
        let user = try exchange.caller.known()
        guard let notices else {
            throw Problem(.notFound, "This server tells members nothing: no channel is configured.")
        }
        try await reader.read { _ in try notices.outbox.update(user, change) }
        return try await contact(exchange)
    }
}

extension Contact {
    static let members = Members<Contact>(
        "Contact",
        [
            .init("devices", each: Device.members) { $0.devices }, .init("email") { $0.email },
            .init("quietHours", QuietHours.members) { $0.quietHours },
        ])
}

extension Contact.Device {
    /// Without the token, which is the device's secret.
    fileprivate static let members: Members<Contact.Device> = [
        .init("purpose", .choice(["notices", "activity", "activityStart"])) { .of($0.use.name) },
        .init("room") { $0.use.room },
        .init("tokenDigest") { Digest256(hashing: Array($0.token.utf8)).hexadecimal },
    ]

    private var use: (name: String, room: RoomID?) {
        switch purpose {
        case .notices: ("notices", nil)
        case .activity(let room): ("activity", room)
        case .activityStart: ("activityStart", nil)
        }
    }
}

extension QuietHours {
    private static let fromMember = time("from", example: "22:00")
    private static let untilMember = time("until", example: "07:00")
    private static let zoneMember = BodyMember.text("timeZone")

    /// The hours as a client sends them.
    static let body = BodyMembers("QuietHours", fromMember, untilMember, zoneMember)

    /// The hours as a client gets them.
    static let members = Members<QuietHours>(
        "QuietHours",
        [
            fromMember.member { (hours: QuietHours) in .of(text(hours.from)) },
            untilMember.member { (hours: QuietHours) in .of(text(hours.until)) },
            zoneMember.member { (hours: QuietHours) in .of(hours.timeZone) },
        ])

    /// Minutes since midnight, such as "22:00".
    private static func time(_ name: StaticString, example: String) -> BodyMember<Int> {
        let shape = Shape.pattern("^([01][0-9]|2[0-3]):[0-5][0-9]$", example: example)
        return BodyMember(name, shape, expected: "a time such as \"\(example)\"") { value in
            guard let match = value.string?.wholeMatch(of: /([0-9]{2}):([0-9]{2})/), let hour = Int(match.1),
                let minute = Int(match.2), hour < 24, minute < 60
            else { return nil }
            return hour * 60 + minute
        }
    }

    private static func text(_ minutes: Int) -> String {
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(two(minutes / 60)):\(two(minutes % 60))"
    }
}
