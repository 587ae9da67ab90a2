/// ISO 8601 in UTC with microseconds, `2022-09-07T07:46:23.627530Z`: the one form in which times leave the ledger.
extension Timestamp {
    /// `2022-09-07T07:46:23.627530Z`. Years beyond 0000-9999 get as many digits and the sign that they need.
    public var iso8601: String {
        var text: [UInt8] = []
        text.reserveCapacity(27)
        writeISO8601(to: &text)
        return String(decoding: text, as: UTF8.self)
    }

    /// Appends the same text.
    package func writeISO8601(to text: inout [UInt8]) {
        let (seconds, micros) = microseconds.floorDivided(by: 1_000_000)
        let (days, secondOfDay) = seconds.floorDivided(by: 86_400)
        let date = CivilDay(daysSinceEpoch: days)
        if date.year < 0 { text.append(UInt8(ascii: "-")) }
        text.append(abs(date.year), width: 4, before: "-")
        text.append(date.month, width: 2, before: "-")
        text.append(date.day, width: 2, before: "T")
        text.append(secondOfDay / 3600, width: 2, before: ":")
        text.append(secondOfDay / 60 % 60, width: 2, before: ":")
        text.append(secondOfDay % 60, width: 2, before: ".")
        text.append(micros, width: 6, before: "Z")
    }

    /// Reads a date and a time with or without fraction (up to microseconds), offset (`Z`, `UTC`, `+02:00`; UTC without
    /// one) and with `T` or a space between them; a date alone is its midnight.
    ///
    /// - Returns: nil for anything else, such as a day that its month does not have.
    public init?(iso8601 text: some StringProtocol) {
        var text = String(text)
        guard let time = text.withUTF8({ Timestamp(iso8601: $0) }) else { return nil }
        self = time
    }

    /// Not generic, because an audit reads the times of every refused command.
    private init?(iso8601 text: UnsafeBufferPointer<UInt8>) {
        var scanner = DigitScanner(text)
        guard let year = scanner.number(digits: 4), scanner.skip("-"), let month = scanner.number(digits: 2),
            scanner.skip("-"), let day = scanner.number(digits: 2),
            let date = CivilDay(year: year, month: month, day: day)
        else { return nil }
        var seconds = date.daysSinceEpoch * 86_400
        var micros: Int64 = 0
        if !scanner.isAtEnd {
            guard scanner.skip("T") || scanner.skip(" "), let hour = scanner.number(digits: 2), hour < 24,
                scanner.skip(":"), let minute = scanner.number(digits: 2), minute < 60
            else { return nil }
            seconds += hour * 3600 + minute * 60
            if scanner.skip(":") {
                guard let second = scanner.number(digits: 2), second < 60 else { return nil }
                seconds += second
                if scanner.skip(".") {
                    guard let fraction = scanner.fraction(digits: 6) else { return nil }
                    micros = fraction
                }
            }
            guard let offset = scanner.offsetSeconds() else { return nil }
            seconds -= offset
        }
        guard scanner.isAtEnd else { return nil }
        self.init(microseconds: seconds * 1_000_000 + micros)
    }
}

extension [UInt8] {
    /// A minimum number of decimal digits, and the rest.
    fileprivate mutating func append(_ value: Int64, width: Int, before separator: Unicode.Scalar) {
        var power: Int64 = 1
        for _ in 1..<width { power *= 10 }
        while value / power >= 10 { power *= 10 }
        while power > 0 {
            append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value / power % 10))
            power /= 10
        }
        append(UInt8(ascii: separator))
    }
}

extension Int64 {
    fileprivate func floorDivided(by divisor: Int64) -> (quotient: Int64, remainder: Int64) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}

/// A day of the proleptic Gregorian calendar, counted in 400-year eras that begin on 1 March, so that leap days fall
/// at the end of a year.
private struct CivilDay {
    var year: Int64
    var month: Int64
    var day: Int64

    private static let daysPerEra: Int64 = 146_097

    /// Days from 0000-03-01 to 1970-01-01.
    private static let epochOffset: Int64 = 719_468

    init(daysSinceEpoch: Int64) {
        let (era, dayOfEra) = (daysSinceEpoch + Self.epochOffset).floorDivided(by: Self.daysPerEra)
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    /// - Returns: nil for a day that does not exist.
    init?(year: Int64, month: Int64, day: Int64) {
        guard (1...12).contains(month) else { return nil }
        let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let lengths: [Int64] = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        guard (1...lengths[Int(month) - 1]).contains(day) else { return nil }
        self.year = year
        self.month = month
        self.day = day
    }

    var daysSinceEpoch: Int64 {
        let yearFromMarch = month <= 2 ? year - 1 : year
        let (era, yearOfEra) = yearFromMarch.floorDivided(by: 400)
        let monthFromMarch = month > 2 ? month - 3 : month + 9
        let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * Self.daysPerEra + dayOfEra - Self.epochOffset
    }
}

/// Reads the pieces of a time from left to right.
private struct DigitScanner {
    private var rest: Slice<UnsafeBufferPointer<UInt8>>

    init(_ text: UnsafeBufferPointer<UInt8>) { rest = text[...] }

    var isAtEnd: Bool { rest.isEmpty }

    /// An exact number of digits.
    mutating func number(digits: Int) -> Int64? {
        var value: Int64 = 0
        for _ in 0..<digits {
            guard let digit = digit() else { return nil }
            value = value * 10 + digit
        }
        return value
    }

    /// The digits after the point, as a number of a fixed number of digits; further digits are dropped.
    mutating func fraction(digits: Int) -> Int64? {
        guard var value = digit() else { return nil }
        var count = 1
        while let next = digit() {
            if count < digits { value = value * 10 + next }
            count += 1
        }
        for _ in 0..<max(0, digits - count) { value *= 10 }
        return value
    }

    mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard let first = rest.first, first == UInt8(ascii: character) else { return false }
        rest = rest.dropFirst()
        return true
    }

    /// The offset from UTC; missing means UTC.
    mutating func offsetSeconds() -> Int64? {
        if isAtEnd || skip("Z") { return 0 }
        if skip(" ") {
            return skip("U") && skip("T") && skip("C") ? 0 : nil
        }
        let sign: Int64
        if skip("+") { sign = 1 } else if skip("-") { sign = -1 } else { return nil }
        guard let hours = number(digits: 2), hours < 24 else { return nil }
        _ = skip(":")
        guard let minutes = isAtEnd ? 0 : number(digits: 2), minutes < 60 else { return nil }
        return sign * (hours * 3600 + minutes * 60)
    }

    private mutating func digit() -> Int64? {
        guard let first = rest.first, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first) else { return nil }
        rest = rest.dropFirst()
        return Int64(first - UInt8(ascii: "0"))
    }
}
