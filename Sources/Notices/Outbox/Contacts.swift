public import Draft
import Foundation
package import TextFormats

/// How a member can be reached, and when not. Personal data: it is stored outside the ledger, where it can be erased.
public struct Contact: Hashable, Sendable {
    /// A device of the member, or what it shows.
    public struct Device: Hashable, Sendable {
        /// The use of a device.
        public enum Purpose: Hashable, Sendable {
            /// Notices.
            case notices
            /// The lock screen's view of one draft.
            case activity(RoomID)
            /// The beginning of such a view.
            case activityStart
        }

        public var purpose: Purpose
        public var token: String

        public init(_ purpose: Purpose, token: String) {
            self.purpose = purpose
            self.token = token
        }
    }

    /// In the order in which they were registered, at most ``mostDevices``.
    public var devices: [Device] = []

    /// Nil where the member has given none.
    public var email: String?

    public var quietHours: QuietHours?

    public init(devices: [Device] = [], email: String? = nil, quietHours: QuietHours? = nil) {
        self.devices = devices
        self.email = email
        self.quietHours = quietHours
    }

    /// A member with more devices loses the oldest one.
    public static let mostDevices = 20

    /// Adds a device at the end; one that is known moves there.
    public mutating func add(_ device: Device) {
        devices.removeAll { $0 == device }
        devices.append(device)
        if devices.count > Self.mostDevices { devices.removeFirst(devices.count - Self.mostDevices) }
    }

    /// The tokens for a purpose.
    func tokens(for purpose: Device.Purpose) -> [String] { devices.filter { $0.purpose == purpose }.map(\.token) }
}

/// The hours in which a member is told nothing, by the clock of the member's time zone.
public struct QuietHours: Hashable, Sendable {
    /// Minutes since midnight, 0-1439.
    public let from: Int
    /// Minutes since midnight, 0-1439; before `from` where the hours last over midnight.
    public let until: Int
    /// As the IANA names it: "America/New_York".
    public let timeZone: String

    /// - Returns: nil for minutes out of range, hours that begin when they end, and a zone that is not known.
    public init?(from: Int, until: Int, timeZone: String) {
        guard (0..<1_440).contains(from), (0..<1_440).contains(until), from != until,
            TimeZone(identifier: timeZone) != nil
        else { return nil }
        self.from = from
        self.until = until
        self.timeZone = timeZone
    }

    /// When the hours that a moment is in end; nil for a moment outside of them.
    public func end(at moment: Timestamp) -> Timestamp? {
        guard let zone = TimeZone(identifier: timeZone) else { return nil }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        let date = Date(timeIntervalSince1970: Double(moment.microseconds) / 1e6)
        let parts = calendar.dateComponents([.hour, .minute], from: date)
        guard let hour = parts.hour, let minute = parts.minute else { return nil }
        let now = hour * 60 + minute
        let isQuiet = from < until ? (from..<until).contains(now) : now >= from || now < until
        guard isQuiet else { return nil }
        // By the calendar: a night in which clocks change is an hour longer or shorter.
        let end = DateComponents(hour: until / 60, minute: until % 60)
        guard let next = calendar.nextDate(after: date, matching: end, matchingPolicy: .nextTime) else { return nil }
        return Timestamp(microseconds: Int64(next.timeIntervalSince1970 * 1e6))
    }
}

// MARK: Storage

extension Contact {
    /// The contact as it is stored.
    package var json: JSON {
        [
            "devices": .array(devices) { device in
                switch device.purpose {
                case .notices: ["token": .string(device.token)]
                case .activity(let room): ["token": .string(device.token), "room": .of(room.number)]
                case .activityStart: ["token": .string(device.token), "starts": .bool(true)]
                }
            },
            "email": .of(email),
            "quiet": quietHours.map { ["from": .of($0.from), "until": .of($0.until), "zone": .string($0.timeZone)] }
                ?? .null,
        ]
    }

    /// A contact as it is stored; what cannot be read counts as missing.
    init(_ stored: JSONValue) {
        self.init(email: stored["email"]?.string)
        for device in stored["devices"]?.elements ?? [] {
            guard let token = device["token"]?.string else { continue }
            if let room = device["room"]?.integer(as: UInt64.self) {
                devices.append(Device(.activity(RoomID(room)), token: token))
            } else {
                devices.append(Device(device["starts"]?.boolean == true ? .activityStart : .notices, token: token))
            }
        }
        guard let quiet = stored["quiet"], let from = quiet["from"]?.integer(as: Int.self),
            let until = quiet["until"]?.integer(as: Int.self), let zone = quiet["zone"]?.string
        else { return }
        quietHours = QuietHours(from: from, until: until, timeZone: zone)
    }
}
