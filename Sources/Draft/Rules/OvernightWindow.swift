/// The hours of every day in which the clocks of a slow contest are stopped: its night.
///
/// A night begins at `from` and ends before `until`, by a clock that is `offset` minutes ahead of UTC until the first of the
/// changes of its `zone`, and all year without a zone. It spans midnight where `until` is the earlier one. As text, and so
/// in JSON and on the command line: `22:30-08:00+02:00`.
public struct OvernightWindow: Hashable, Sendable {
    /// Minutes ahead of UTC, -720 to 840.
    public var offset: Int16

    /// The time zone by whose clock the nights are, with the changes of its offset; nil for a clock that never changes.
    public var zone: ZoneOffsets?

    /// When nights begin, in minutes of the day, 0-1439.
    public var from: UInt16

    /// When they end, in minutes of the day, 0-1439; another one than `from`.
    public var until: UInt16

    public init(offset: Int16, from: UInt16, until: UInt16, zone: ZoneOffsets? = nil) {
        self.zone = zone
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
        from < Self.minutesADay && until < Self.minutesADay && from != until
            && ZoneOffsets.allowed.contains(offset) && zone?.isValid != false
    }

    /// The night of a moment; nil by day, and for hours that are none.
    public func night(at moment: Timestamp) -> Night? {
        guard isValid else { return nil }
        let night = zone.map { self.lastNight(at: moment, $0) } ?? lastNight(at: moment)
        return moment < night.end ? night : nil
    }

    /// The first moment of a night from a moment on: itself at night, else when the next one begins. Nil for hours that are
    /// none.
    public func firstNightfall(from moment: Timestamp) -> Timestamp? {
        guard isValid else { return nil }
        guard night(at: moment) == nil else { return moment }
        guard let zone else { return lastNight(at: moment).begin + Self.day }
        let today = day(of: moment, zone)
        return (-1...2).map { self.moment(from, ofDay: today + Self.day(times: $0), zone) }.filter { $0 > moment }.min()
    }

    /// The rules since which the scheduler pauses for the nights of a room's rules alone.
    package static var firstRules: UInt16 { 6 }

    private static let minutesADay: UInt16 = 24 * 60
    private static let day = Interval.seconds(24 * 60 * 60)

    private var length: Interval {
        let minutes = (Int64(until) - Int64(from) + Int64(Self.minutesADay)) % Int64(Self.minutesADay)
        return .seconds(minutes * 60)
    }

    /// The last night that had begun at a moment.
    private func lastNight(at moment: Timestamp) -> Night {
        let ahead = Interval.seconds((Int64(offset) - Int64(from)) * 60)
        let begin = (moment + ahead).startOfDay - ahead
        return Night(begin: begin, end: begin + length)
    }
}

/// Nights by the clock of a zone.
extension OvernightWindow {
    private func lastNight(at moment: Timestamp, _ zone: ZoneOffsets) -> Night {
        let today = day(of: moment, zone)
        let nights = (-2...1).map { distance in
            let day = today + Self.day(times: distance)
            return Night(
                begin: self.moment(from, ofDay: day, zone),
                end: self.moment(until, ofDay: until > from ? day : day + Self.day, zone))
        }
        return nights.last { $0.begin <= moment } ?? nights[0]
    }

    private static func day(times count: Int) -> Interval { .seconds(Int64(count) * 24 * 60 * 60) }

    /// The midnight that begins a moment's day by the zone's clock, as that clock shows it.
    private func day(of moment: Timestamp, _ zone: ZoneOffsets) -> Timestamp {
        (moment + .seconds(Int64(zone.offset(at: moment, first: offset)) * 60)).startOfDay
    }

    /// The first time the zone's clock shows a minute of a day; if it skips that minute, the time of the change.
    private func moment(_ minutes: UInt16, ofDay day: Timestamp, _ zone: ZoneOffsets) -> Timestamp {
        let shown = day + .seconds(Int64(minutes) * 60)
        var ahead = offset
        for change in zone.changes {
            let moment = shown - .seconds(Int64(ahead) * 60)
            if moment < change.at { return moment }
            // The clock goes over what it would have shown after the change by the offset before.
            if shown - .seconds(Int64(change.offset) * 60) < change.at { return change.at }
            ahead = change.offset
        }
        return shown - .seconds(Int64(ahead) * 60)
    }
}

/// A time zone's name, and when its offset from UTC changes: as somebody looked it up when a contest was opened. Rules and
/// audits read the changes and know no zones.
///
/// As text `America/New_York 2026-11-01T06:00:00.000000Z-05:00`: the name, then each change with the offset from then on.
/// After the last change its offset holds.
public struct ZoneOffsets: Hashable, Sendable {
    /// A change of the offset.
    public struct Change: Hashable, Sendable {
        public var at: Timestamp
        /// Minutes ahead of UTC from then on.
        public var offset: Int16

        public init(at: Timestamp, offset: Int16) {
            self.at = at
            self.offset = offset
        }
    }

    /// Such as `America/New_York`.
    public var name: String
    public var changes: [Change]

    public init(name: String, changes: [Change]) {
        self.name = name
        self.changes = changes
    }

    /// Changes that are recorded at most.
    public static let mostChanges = 8
    /// How far ahead they are looked up: two years.
    public static let horizon = Interval.seconds(2 * 366 * 24 * 60 * 60)
    static let allowed: ClosedRange<Int16> = -720...840

    /// Whether the name is one, and the changes are in their order.
    public var isValid: Bool {
        let isName =
            (1...64).contains(name.utf8.count)
            && name.utf8.allSatisfy { $0 > UInt8(ascii: " ") && $0 < 0x7F }
        return isName && changes.count <= Self.mostChanges
            && changes.allSatisfy { Self.allowed.contains($0.offset) && Timestamp(iso8601: $0.at.iso8601) == $0.at }
            && zip(changes, changes.dropFirst()).allSatisfy { $0.at < $1.at }
    }

    func offset(at moment: Timestamp, first: Int16) -> Int16 { changes.last { $0.at <= moment }?.offset ?? first }

    public var text: String {
        ([name] + changes.map { $0.at.iso8601 + OvernightWindow.text(offset: $0.offset) }).joined(separator: " ")
    }

    /// Parses the format of `text`; other text gives an invalid value.
    public init(text: String) {
        let parts = text.split(separator: " ", omittingEmptySubsequences: false)
        let changes = parts.dropFirst().compactMap { part -> Change? in
            guard part.utf8.count > 6, let at = Timestamp(iso8601: part.dropLast(6)),
                let offset = OvernightWindow.offset(part.suffix(6))
            else { return nil }
            return Change(at: at, offset: offset)
        }
        self.init(name: parts.first.map(String.init) ?? "", changes: changes)
        if self.text != text { self.init(name: text, changes: []) }
    }
}

extension OvernightWindow {
    /// Such as `22:30-08:00+02:00`. There is one way to write each.
    public var text: String {
        "\(Self.text(from))-\(Self.text(until))\(Self.text(offset: offset))"
    }

    /// The same for people: with the zone's name in the place of its offset.
    public var title: String {
        zone.map { "\(Self.text(from))-\(Self.text(until)) \($0.name)" } ?? text
    }

    /// - Returns: nil unless the text is as `text` writes it.
    public init?(text: some StringProtocol) {
        let bytes = Array(text.utf8)
        guard bytes.count == 17, let hours = Self.hours(text.prefix(11)), let offset = Self.offset(text.suffix(6))
        else {
            return nil
        }
        self.init(offset: offset, from: hours.from, until: hours.until)
    }

    /// Of `22:30-08:00`.
    public static func hours(_ text: some StringProtocol) -> (from: UInt16, until: UInt16)? {
        let bytes = Array(text.utf8)
        guard bytes.count == 11, bytes[5] == UInt8(ascii: "-"), let from = minutes(bytes[0..<5]),
            let until = minutes(bytes[6..<11])
        else { return nil }
        return (from, until)
    }

    fileprivate static func text(offset: Int16) -> String { "\(offset < 0 ? "-" : "+")\(text(offset.magnitude))" }

    /// Of `+02:00`.
    fileprivate static func offset(_ text: some StringProtocol) -> Int16? {
        let bytes = Array(text.utf8)
        guard bytes.count == 6, let ahead = minutes(bytes[1..<6]) else { return nil }
        let isBehind = bytes[0] == UInt8(ascii: "-")
        guard bytes[0] == UInt8(ascii: "+") || (isBehind && ahead > 0) else { return nil }
        return isBehind ? -Int16(ahead) : Int16(ahead)
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
