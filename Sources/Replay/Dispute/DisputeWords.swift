import Draft
import DraftLedger

extension Interval {
    /// How far, whichever way, in round numbers: "11 h 20 min", "48.8 s", "0.07 s", "0.003 s". Never zero unless it is.
    var spoken: String {
        let micros = microseconds.magnitude
        guard micros < 60_000_000 else { return words }
        var step: UInt64 = micros < 1_000_000 ? 10_000 : 100_000
        while micros < step, step > 1 { step /= 10 }
        return Interval(microseconds: Int64((micros + step / 2) / step * step)).seconds()
    }
}

extension Timestamp {
    /// The time of day to the hundredth of a second, rounded, as in "01:02:12.49 UTC"; whole seconds without a fraction.
    var spokenTime: String {
        let text = String(Timestamp(microseconds: microseconds + 5_000).iso8601.dropFirst(11).prefix(11))
        return (text.hasSuffix(".00") ? String(text.dropLast(3)) : text) + " UTC"
    }

    /// The day and the time in whole seconds: "2026-08-01 at 01:17:35 UTC".
    var spokenDay: String {
        let text = iso8601
        return "\(text.prefix(10)) at \(text.dropFirst(11).prefix(8)) UTC"
    }
}

extension Sender {
    /// The sender as members name it: "staff member 1", "the service", "user 7".
    var words: String {
        switch role {
        case .user: user.map { "user \($0)" } ?? "a user"
        case .scheduler: "the service"
        case .admin: user.map { "staff member \($0)" } ?? "staff"
        case .provider: "the payment provider"
        case .importer: "the importer"
        }
    }
}

extension Int {
    /// "once", "twice", "3 times".
    var times: String {
        switch self {
        case 1: "once"
        case 2: "twice"
        default: "\(self) times"
        }
    }
}

extension RoomPaused.Kind {
    /// The pause as members name it, without an article.
    var words: String {
        switch self {
        case .manual: "pause"
        case .overnight: "night pause"
        case .outage: "pause for an outage"
        }
    }
}

extension String {
    /// With its first letter as a capital, as at the beginning of a sentence.
    var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
