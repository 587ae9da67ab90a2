public import Draft
public import TextFormats

/// A notice in words, as a phone, a mail or a file shows it.
public struct Message: Hashable, Sendable {
    public var notice: Notice
    public var title: String
    public var body: String
    /// The members that the app reads: `type`, `roomId` and those of the type.
    public var data: [Datum]
    /// Whether the phone shows it as the app's category `DRAFT_PICK`, with a badge.
    public var isTurn: Bool

    /// One member for the app.
    public struct Datum: Hashable, Sendable {
        public var name: String
        public var value: JSON

        public init(_ name: String, _ value: JSON) {
            self.name = name
            self.value = value
        }
    }

    /// - Parameters:
    ///   - notice: what it says.
    ///   - now: the time left is stated as of this moment.
    public init(_ notice: Notice, at now: Timestamp) {
        self.notice = notice
        // Rounded up: right after the start of a clock of 30 seconds, 30 are left.
        let left = notice.deadline.map { max(0, (($0 - now).microseconds + 999_999) / 1_000_000) } ?? 0
        isTurn = notice.id.kind == .onTheClock
        var data = [Datum("type", .string(notice.id.kind.wireType)), Datum("roomId", .string("\(notice.room)"))]
        switch notice.id.kind {
        case .roomFilled:
            title = "Room Filled"
            body = "\(notice.title) starts soon"
        case .draftStarting:
            title = "Draft Starting"
            body = "\(notice.title) is starting now!"
        case .picksAway:
            title = "2 Picks Away"
            body = "Get ready - \(notice.title)"
            data.append(Datum("picksAway", .integer(2)))
        case .onTheClock, .slowDraftEmail:
            title = notice.id.kind == .onTheClock ? "Your Turn!" : "Your turn in \(notice.title)"
            body = "Pick \(notice.pickLabel) - \(Self.text(seconds: left)) to draft"
            data.append(Datum("pickNumber", .of(notice.pick)))
            data.append(Datum("timeRemaining", .integer(left)))
        case .tenSeconds:
            title = "10 Seconds Left"
            body = "Pick \(notice.pickLabel) - \(Self.text(seconds: left)) to draft"
            data.append(Datum("pickNumber", .of(notice.pick)))
            data.append(Datum("timeRemaining", .integer(left)))
        }
        self.data = data
    }

    /// "30 seconds", "5 minutes" or "8 hours": rounded down to the largest unit of which there are two.
    static func text(seconds: Int64) -> String {
        switch seconds {
        case 7_200...: "\(seconds / 3_600) hours"
        case 120...: "\(seconds / 60) minutes"
        case 1: "1 second"
        default: "\(seconds) seconds"
        }
    }
}

extension NoticesRecorded.Kind {
    /// The type in what the app receives.
    public var wireType: String {
        switch self {
        case .roomFilled: "room_filled"
        case .draftStarting: "draft_starting"
        case .picksAway: "picks_away"
        case .onTheClock: "on_the_clock"
        case .tenSeconds: "ten_seconds"
        case .slowDraftEmail: "slow_draft_email"
        }
    }
}
