import Draft
import DraftLedger
import Records
import TextFormats

extension Interval {
    /// In seconds with as many decimals as it has, a sign in front where one is asked for: "0.001 s", "+5 s".
    func seconds(signed: Bool = false) -> String {
        let (whole, micros) = microseconds.magnitude.quotientAndRemainder(dividingBy: 1_000_000)
        var decimals = String(String(micros + 1_000_000).dropFirst())
        while decimals.last == "0" { decimals.removeLast() }
        let sign = microseconds < 0 ? "-" : signed ? "+" : ""
        return sign + "\(whole)" + (decimals.isEmpty ? "" : "." + decimals) + " s"
    }

    /// How far, whichever way, as people say it: "2 days 3 h", "1 min 5 s", "26.354 s", "0.01218 s". Rounded; records and JSON
    /// have the microseconds.
    var words: String {
        let seconds = microseconds.magnitude / 1_000_000
        func pair(_ unit: UInt64, _ name: String, then part: UInt64, named partName: String) -> String {
            let rest = seconds % unit / part
            let whole = seconds / unit
            return "\(whole) \(name)\(name == "day" && whole != 1 ? "s" : "")"
                + (rest == 0 ? "" : " \(rest) \(partName)")
        }
        switch seconds {
        case 86_400...: return pair(86_400, "day", then: 3_600, named: "h")
        case 3_600...: return pair(3_600, "h", then: 60, named: "min")
        case 60...: return pair(60, "min", then: 1, named: "s")
        default:
            // Milliseconds, as pages show them, and four digits of less than a second: a margin that decides is never none.
            var step: UInt64 = seconds > 0 ? 1_000 : 1
            while seconds == 0, microseconds.magnitude / step >= 10_000 { step *= 10 }
            let rounded = (microseconds.magnitude + step / 2) / step * step
            return Interval(microseconds: Int64(rounded)).seconds()
        }
    }
}

extension Cents {
    /// The amount as people write it: "25.00", "-0.05", "1,234.00".
    var words: String { value.pointsText }
}

extension Event {
    /// Whether the event ends a room, so that no picks follow.
    var endsRoom: Bool { traits.contains(.endsRoom) }

    /// Whether it corrects a pick.
    var isCorrection: Bool { if case .corrected = pick { true } else { false } }

    /// Its type and its content as in `events`' JSON, for findings that compare expected and found values:
    /// `AutodraftSet {"seat":4,"on":true,"cause":"missedPicks"}`.
    var inWords: String {
        var writer = JSONWriter()
        writer.body(of: self)
        return "\(type.name) \(String(decoding: writer.bytes, as: UTF8.self))"
    }
}

extension CommandRejected {
    /// As `Event.inWords`.
    var inWords: String { Event.commandRejected(self).inWords }
}

extension RecordedEvent {
    /// The event with a note in place of each text of which a bundle has only the digest.
    var notingAbsentTexts: RecordedEvent {
        var noted = self
        noted.event = event.mappingWords { statement in
            guard let digest = statement.digest, statement.text.isEmpty else { return statement.words }
            return Wording("(text not in the bundle; SHA-256 \(digest.hexadecimal))", digest: digest)
        }
        return noted
    }

    /// When it happened by the time that decides: its cause's, else the ledger's.
    var moment: Timestamp { origin?.occurredAt ?? recordedAt }

    /// Whether it stands for refusals that were only counted.
    var isRestOfFlood: Bool {
        guard let rejected = event.refusal else { return false }
        return origin == nil || rejected.count != 1
    }
}
