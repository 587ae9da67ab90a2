import Draft
import DraftLedger
import Hummingbird
import HummingbirdCore
import Notices
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
                cost: .write, access: .signedIn, privacy: .open, body: .json("QuietHours"), answers: .json("Contact"),
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
            let contact = try notices?.outbox.contact(of: user) ?? Contact()
            return Response(
                json: [
                    "devices": .array(contact.devices, \.json), "email": .of(contact.email),
                    "quietHours": contact.quietHours?.json ?? .null,
                ])
        }
    }

    @Sendable
    private func setQuietHours(_ exchange: Exchange) async throws -> Response {
        _ = try exchange.caller.known()
        let (body, _) = try await exchange.appBody()
        guard let from = body.minutes("from"), let until = body.minutes("until"),
            let hours = QuietHours(from: from, until: until, timeZone: body["timeZone"]?.string ?? "")
        else {
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

extension Contact.Device {
    /// Without the token, which is the device's secret.
    fileprivate var json: JSON {
        let (name, room): (String, RoomID?) =
            switch purpose {
            case .notices: ("notices", nil)
            case .activity(let room): ("activity", room)
            case .activityStart: ("activityStart", nil)
            }
        return [
            "purpose": .string(name), "room": .of(room),
            "tokenDigest": .string(Digest256(hashing: Array(token.utf8)).hexadecimal),
        ]
    }
}

extension QuietHours {
    /// "22:00" to "07:00".
    fileprivate var json: JSON {
        ["from": .string(Self.text(from)), "until": .string(Self.text(until)), "timeZone": .string(timeZone)]
    }

    private static func text(_ minutes: Int) -> String {
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(two(minutes / 60)):\(two(minutes % 60))"
    }
}

extension JSONValue {
    /// The minutes since midnight of a member such as "22:00"; nil for anything else.
    fileprivate func minutes(_ name: StaticString) -> Int? {
        guard let match = self[name]?.string?.wholeMatch(of: /([0-9]{2}):([0-9]{2})/), let hour = Int(match.1),
            let minute = Int(match.2), hour < 24, minute < 60
        else { return nil }
        return hour * 60 + minute
    }
}
