/// The hours of every day in which the clocks of a slow contest stand still: its night.
///
/// A night begins at `from` and ends before `until`, by a clock that is `offset` minutes ahead of UTC all year. It spans
/// midnight where `until` is the earlier one. As text, and so in JSON and on the command line: `22:30-08:00+02:00`.
public struct OvernightWindow: Hashable, Sendable {
    /// Minutes ahead of UTC, -720 to 840.
    public var offset: Int16

    /// When nights begin, in minutes of the day, 0-1439.
    public var from: UInt16

    /// When they end, in minutes of the day, 0-1439; another one than `from`.
    public var until: UInt16

    public init(offset: Int16, from: UInt16, until: UInt16) {
        self.offset = offset
        self.from = from
        self.until = until
    }

    /// One night: from its beginning up to, and without, its end.
    public struct Night: Hashable, Sendable {
        public var begin: Timestamp
        public var end: Timestamp
    }

    /// Whether there are such nights: hours that are on a clock, of which one is the earlier, in a zone that there is.
    public var isValid: Bool {
        from < Self.minutesADay && until < Self.minutesADay && from != until && (-720...840).contains(offset)
    }

    /// The night of a moment; nil by day, and for hours that are none.
    public func night(at moment: Timestamp) -> Night? {
        guard isValid else { return nil }
        let begin = lastBegin(at: moment)
        let night = Night(begin: begin, end: begin + length)
        return moment < night.end ? night : nil
    }

    /// The first moment of a night from a moment on: itself at night, else when the next one begins. Nil for hours that are
    /// none.
    public func firstNightfall(from moment: Timestamp) -> Timestamp? {
        guard isValid else { return nil }
        return night(at: moment) == nil ? lastBegin(at: moment) + Self.day : moment
    }

    /// The rules since which the scheduler pauses for the nights of a room's rules alone.
    package static var firstRules: UInt16 { 6 }

    private static let minutesADay: UInt16 = 24 * 60
    private static let day = Interval.seconds(24 * 60 * 60)

    private var length: Interval {
        let minutes = (Int64(until) - Int64(from) + Int64(Self.minutesADay)) % Int64(Self.minutesADay)
        return .seconds(minutes * 60)
    }

    /// When the last night began that had begun at a moment.
    private func lastBegin(at moment: Timestamp) -> Timestamp {
        let ahead = Interval.seconds((Int64(offset) - Int64(from)) * 60)
        return (moment + ahead).startOfDay - ahead
    }
}

extension OvernightWindow {
    /// Such as `22:30-08:00+02:00`. There is one way to write each.
    public var text: String {
        "\(Self.text(from))-\(Self.text(until))\(offset < 0 ? "-" : "+")\(Self.text(offset.magnitude))"
    }

    /// - Returns: nil unless the text is as `text` writes it.
    public init?(text: some StringProtocol) {
        let bytes = Array(text.utf8)
        guard bytes.count == 17, bytes[5] == UInt8(ascii: "-"), let from = Self.minutes(bytes[0..<5]),
            let until = Self.minutes(bytes[6..<11]), let ahead = Self.minutes(bytes[12..<17])
        else { return nil }
        let isBehind = bytes[11] == UInt8(ascii: "-")
        guard bytes[11] == UInt8(ascii: "+") || (isBehind && ahead > 0) else { return nil }
        self.init(offset: isBehind ? -Int16(ahead) : Int16(ahead), from: from, until: until)
    }

    private static func text(_ minutes: UInt16) -> String {
        let (hours, rest) = minutes.quotientAndRemainder(dividingBy: 60)
        return (hours < 10 ? "0" : "") + "\(hours):" + (rest < 10 ? "0" : "") + "\(rest)"
    }

    /// Of `08:00`: two digits up to 23, two up to 59.
    private static func minutes(_ bytes: ArraySlice<UInt8>) -> UInt16? {
        let places = bytes.map { UInt16($0 &- UInt8(ascii: "0")) }
        guard bytes[bytes.startIndex + 2] == UInt8(ascii: ":"), places[0] <= 2, places[1] <= 9, places[3] <= 5,
            places[4] <= 9
        else { return nil }
        let minutes = places[0] * 600 + places[1] * 60 + places[3] * 10 + places[4]
        return minutes < minutesADay ? minutes : nil
    }
}
