public import Draft
public import TextFormats

extension NumericID where Self: JSONConvertible {
    public var asJSON: JSON { .of(number) }
}

extension Shaped where Self: NumericID { package static var shape: Shape { .integer } }

extension RoomID: JSONConvertible, Shaped {}
extension TournamentID: JSONConvertible, Shaped {}
extension PoolID: JSONConvertible, Shaped {}
extension UserID: JSONConvertible, Shaped {}
extension CaseID: JSONConvertible, Shaped {}
extension EntryID: JSONConvertible, Shaped {}
extension MeasureID: JSONConvertible, Shaped {}
extension SeasonID: JSONConvertible, Shaped {}

extension Timestamp: JSONConvertible, Shaped {
    /// ISO 8601 in UTC with microseconds.
    public var asJSON: JSON { .string(iso8601) }
    package static var shape: Shape { .time }
}

extension Interval: JSONConvertible, Shaped {
    /// In microseconds.
    public var asJSON: JSON { .of(microseconds) }
    package static var shape: Shape { .integer }
}

extension Cents: JSONConvertible, Shaped {
    public var asJSON: JSON { .of(value) }
    package static var shape: Shape { .integer }
}

extension RoomStatus: JSONConvertible, Shaped {}
extension Ruleset.Preset: JSONConvertible, Shaped {}
extension Ruleset.Order: JSONConvertible, Shaped {}
extension Spectators: JSONConvertible, Shaped {}
extension SignedCommands: JSONConvertible, Shaped {}
extension RoomPaused.Kind: JSONConvertible, Shaped {}
