public import Draft
public import TextFormats

extension NumericID where Self: JSONConvertible {
    public var asJSON: JSON { .of(number) }
}

extension RoomID: JSONConvertible {}
extension TournamentID: JSONConvertible {}
extension PoolID: JSONConvertible {}
extension UserID: JSONConvertible {}
extension CaseID: JSONConvertible {}
extension EntryID: JSONConvertible {}
extension MeasureID: JSONConvertible {}
extension SeasonID: JSONConvertible {}

extension Timestamp: JSONConvertible {
    /// ISO 8601 in UTC with microseconds.
    public var asJSON: JSON { .string(iso8601) }
}

extension Interval: JSONConvertible {
    /// In microseconds.
    public var asJSON: JSON { .of(microseconds) }
}

extension Cents: JSONConvertible {
    public var asJSON: JSON { .of(value) }
}
