import Delivery
import Draft
import Notices

/// A moment: 2026-09-01T12:00:00Z.
let noon = Timestamp(microseconds: 1_788_264_000_000_000)

extension Notice {
    /// A member's notice about pick 17, which ends 30 seconds after noon.
    static func sample(_ kind: NoticesRecorded.Kind = .onTheClock, title: String = "THE TOPDOG INTERNATIONAL") -> Notice
    {
        Notice(
            id: NoticeID(cause: 4_711, user: 42, kind: kind), room: 12, pick: 17, pickLabel: "2.05", title: title,
            deadline: noon + .seconds(30), dueAt: noon, goodUntil: noon + .seconds(30))
    }
}

extension Message {
    static func sample(_ kind: NoticesRecorded.Kind = .onTheClock, title: String = "THE TOPDOG INTERNATIONAL")
        -> Message
    {
        Message(.sample(kind, title: title), at: noon)
    }
}

extension DeliveryResult {
    /// The case, without the words for people.
    var name: String {
        switch self {
        case .accepted: "accepted"
        case .gone: "gone"
        case .refused: "refused"
        case .retry: "retry"
        case .unclear: "unclear"
        }
    }

    var pause: Interval? { if case .retry(_, let after) = self { after } else { nil } }
}
