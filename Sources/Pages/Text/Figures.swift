public import Draft
import DraftLedger
import Reports

/// Numbers, amounts and times as people read them.
package enum Figures {
    /// 12,345,678
    package static func grouped(_ value: some BinaryInteger) -> String { RoundedText.grouped(value) }

    /// 1 draft, 2 drafts
    package static func plural(_ count: some BinaryInteger, _ noun: String, _ nouns: String? = nil) -> String {
        RoundedText.plural(count, noun, nouns)
    }

    /// A slot, counted from 0, as drafters say it: the pick that it has in the first round, 1.01.
    package static func slot(_ slot: Int) -> String { "1." + two(UInt64(slot + 1)) }

    /// Dollars and cents: 1,234.05
    package static func money(_ amount: Cents) -> String { RoundedText.money(amount) }

    /// A sentence that states cents, with amounts in their place: "Deposits of 1,000.00 on top of 300.00 exceed …".
    ///
    /// Refusals keep their sentences as they were answered. Of a sentence about cents all whole numbers are amounts, but for
    /// counts of entries and quoted texts. Other sentences stay as they are.
    package static func withAmounts(_ sentence: String) -> String {
        guard sentence.contains(" cents") else { return sentence }
        let parts = sentence.split(separator: "\"", omittingEmptySubsequences: false)
        return parts.enumerated().map { index, part in
            index % 2 == 0 ? amounts(in: part) : String(part)
        }.joined(separator: "\"")
    }

    private static func amounts(in part: Substring) -> String {
        let words = part.split(separator: " ", omittingEmptySubsequences: false)
        let shown = words.indices.compactMap { index -> String? in
            let next = index + 1 < words.endIndex ? words[index + 1] : ""
            let isUnit = words[index].prefix { $0.isLetter } == "cents"
            if isUnit { return nil }
            guard !next.hasPrefix("entr") else { return String(words[index]) }
            let tail = next.prefix { $0.isLetter } == "cents" ? next.dropFirst("cents".count) : ""
            return words[index].split(separator: "-", omittingEmptySubsequences: false).map(amount).joined(
                separator: "-")
                + tail
        }
        return shown.joined(separator: " ")
    }

    /// A number of cents, with what follows the number; other words as they are.
    private static func amount(_ word: Substring) -> String {
        let digits = word.prefix { $0.isNumber }
        guard let cents = Int64(digits) else { return String(word) }
        return money(Cents(cents)) + word.dropFirst(digits.count)
    }

    /// One decimal, halves away from zero: 0.3333 is 33.3 %.
    package static func percent(_ fraction: Double) -> String { decimal(fraction * 100) + " %" }

    /// One decimal, rounded as everywhere.
    package static func decimal(_ value: Double) -> String { RoundedText.decimal(value, groupsThousands: true) ?? "-" }

    /// Two decimals.
    package static func fine(_ value: Double) -> String {
        RoundedText.decimal(value, places: 2, groupsThousands: true) ?? "-"
    }

    /// Hundredths, as ADP is kept: 123.45
    package static func hundredths(_ value: some BinaryInteger) -> String { money(Cents(Int64(value))) }

    /// 1.5 GiB
    package static func bytes(_ count: UInt64) -> String {
        var value = Double(count)
        for unit in ["bytes", "KiB", "MiB", "GiB", "TiB"] {
            if value < 1024 || unit == "TiB" {
                return unit == "bytes" ? "\(grouped(count)) bytes" : "\(decimal(value)) \(unit)"
            }
            value /= 1024
        }
        return grouped(count)
    }

    /// 412 µs, 1.5 ms, 12.3 s, 4:05, 11:59:59 or 3 d 04:05:06
    package static func duration(_ interval: Interval) -> String {
        let sign = interval.microseconds < 0 ? "-" : ""
        let micros = interval.microseconds.magnitude
        // A click that is late by a millisecond is not late by nothing.
        if (1..<1_000).contains(micros) { return "\(sign)\(micros) µs" }
        if (1_000..<100_000).contains(micros) { return sign + decimal(Double(micros) / 1e3) + " ms" }
        if micros < 60_000_000 { return sign + decimal(Double(micros) / 1e6) + " s" }
        let seconds = micros / 1_000_000
        let (hours, minutes, rest) = (seconds / 3600 % 24, seconds / 60 % 60, seconds % 60)
        if seconds < 3600 { return "\(sign)\(minutes):\(two(rest))" }
        if seconds < 86_400 { return "\(sign)\(hours):\(two(minutes)):\(two(rest))" }
        return "\(sign)\(seconds / 86_400) d \(two(hours)):\(two(minutes)):\(two(rest))"
    }

    /// In UTC: `20:14:30`
    package static func timeOfDay(_ moment: Timestamp) -> String { String(moment.iso8601.dropFirst(11).prefix(8)) }

    /// To the millisecond, in UTC: `20:14:30.250`
    package static func preciseTimeOfDay(_ moment: Timestamp) -> String {
        String(moment.iso8601.dropFirst(11).prefix(12))
    }

    private static func two(_ value: UInt64) -> String { value < 10 ? "0\(value)" : String(value) }
}

/// Numbers as people read them, rounded in one way wherever they are shown.
public enum RoundedText {
    /// With that many decimals, halves away from zero: 3.25 is 3.3, -0.04 is 0.0. The same in every country.
    ///
    /// - Parameters:
    ///   - value: what is shown.
    ///   - places: how many decimals.
    ///   - groupsThousands: 1,234.5 rather than 1234.5.
    /// - Returns: nil for text that is not a number or has other decimals.
    public static func decimal(_ value: Double, places: Int = 1, groupsThousands: Bool = false) -> String? {
        let scale = (0..<places).reduce(1.0) { scale, _ in scale * 10 }
        let units = (value * scale).rounded()
        guard units.isFinite, abs(units) < 1e18 else { return nil }
        let (whole, rest) = UInt64(abs(units)).quotientAndRemainder(dividingBy: UInt64(scale))
        let decimals = String(rest)
        let padding = String(repeating: "0", count: places - (places == 0 ? 0 : decimals.count))
        return (units < 0 ? "-" : "") + (groupsThousands ? grouped(whole) : String(whole))
            + (places == 0 ? "" : "." + padding + decimals)
    }

    /// 571,476
    public static func grouped(_ number: some BinaryInteger) -> String {
        let digits = String(number.magnitude)
        var text = ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index) % 3 == 0 { text.append(",") }
            text.append(digit)
        }
        return number < 0 ? "-" + text : text
    }

    /// Dollars and cents: 10,850.00
    public static func money(_ amount: Cents) -> String {
        let (whole, rest) = amount.value.magnitude.quotientAndRemainder(dividingBy: 100)
        return (amount.value < 0 ? "-" : "") + grouped(whole) + "." + (rest < 10 ? "0" : "") + String(rest)
    }

    /// 1 draft, 2 drafts
    public static func plural(_ count: some BinaryInteger, _ one: String, _ many: String? = nil) -> String {
        "\(grouped(count)) \(count == 1 ? one : many ?? one + "s")"
    }
}
