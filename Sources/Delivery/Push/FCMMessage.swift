import Draft
import Notices
import TextFormats

/// A notice as FCM's HTTP v1 interface takes it.
enum FCMMessage {
    /// The ID by which a phone shows a repeat of a notice in the place of the first one.
    private static func identity(of id: NoticeID) -> String { "\(id.cause)-\(id.user.number)-\(id.kind.wireType)" }

    /// - Parameters:
    ///   - message: the notice in words.
    ///   - token: the registration token of a device.
    ///   - now: from which the time to live is counted.
    static func json(_ message: Message, to token: String, at now: Timestamp) -> JSON {
        let notice = message.notice
        let secondsLeft = max(0, (notice.goodUntil - now).microseconds / 1_000_000)
        let body: JSON = [
            "token": .string(token),
            "notification": ["title": .string(message.title), "body": .string(message.body)],
            // FCM takes only texts here, and gives them to the app at the top level.
            "data": .object(message.data.map { JSON.Member($0.name, .string($0.text)) }),
            "apns": [
                "headers": [
                    "apns-expiration": .string("\(notice.goodUntil.microseconds / 1_000_000)"),
                    "apns-priority": "10", "apns-collapse-id": .string(identity(of: notice.id)),
                ],
                "payload": [
                    "aps": aps(of: message),
                    // The same members with their own types, where the app's documents have them.
                    "data": .object(message.data.map { JSON.Member($0.name, $0.value) }),
                ],
            ],
            "android": [
                "priority": "HIGH", "ttl": .string("\(secondsLeft)s"),
                // FCM keeps four of these for a device that is offline: one for each room, of which the last notice counts.
                "collapse_key": .string("room-\(notice.room)"),
            ],
        ]
        return ["message": body]
    }

    private static func aps(of message: Message) -> JSON {
        let sound: JSON = ["sound": "default"]
        guard message.isTurn else { return sound }
        return sound.adding(["badge": .integer(1), "category": "DRAFT_PICK", "content-available": .integer(1)])
    }
}

extension Message.Datum {
    fileprivate var text: String {
        if case .string(let text) = value { text } else { value.compact }
    }
}
