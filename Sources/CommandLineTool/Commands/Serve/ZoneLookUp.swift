import ArgumentParser
import Draft
import Foundation

/// Looks time zones up where they are known: what is recorded is only when their offsets change.
enum ZoneLookUp {
    /// The nights of a text such as `22:30-08:00 America/New_York`.
    ///
    /// - Parameter now: from when on the zone's changes are looked up, as far as `ZoneOffsets.horizon`.
    /// - Returns: nil for a text that names no hours and a zone.
    /// - Throws: `ValidationError` for a zone that is not known.
    static func window(_ text: String, from now: Date) throws -> OvernightWindow? {
        let parts = text.split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 2, let hours = OvernightWindow.hours(parts[0]) else { return nil }
        guard let zone = TimeZone(identifier: String(parts[1])) else {
            throw ValidationError(
                "\"\(parts[1])\" is not a time zone. Name one of the IANA database, such as America/New_York.")
        }
        let end = now.addingTimeInterval(Double(ZoneOffsets.horizon.microseconds) / 1_000_000)
        var changes: [ZoneOffsets.Change] = []
        var last = now
        while let next = zone.nextDaylightSavingTimeTransition(after: last), next <= end,
            changes.count < ZoneOffsets.mostChanges
        {
            let seconds = next.timeIntervalSince1970.rounded()
            changes.append(
                ZoneOffsets.Change(
                    at: Timestamp(microseconds: Int64(seconds) * 1_000_000),
                    offset: minutes(of: zone, at: Date(timeIntervalSince1970: seconds + 1))))
            last = Date(timeIntervalSince1970: seconds + 1)
        }
        return OvernightWindow(
            offset: minutes(of: zone, at: now), from: hours.from, until: hours.until,
            zone: ZoneOffsets(name: String(parts[1]), changes: changes))
    }

    private static func minutes(of zone: TimeZone, at moment: Date) -> Int16 {
        Int16(clamping: zone.secondsFromGMT(for: moment) / 60)
    }
}
