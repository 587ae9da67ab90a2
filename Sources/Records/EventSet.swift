import Bets
import Draft

/// The events of one application of the ledger. The layout of records, their JSON and the schema are the same for all of
/// them; a set says which types of events there are and which fields each has.
///
/// Generic code over a set is specialised for each, because it stays within this module.
protocol EventSet {
    associatedtype Kind: EventKind
    associatedtype Stream: StreamName

    /// The type of the event, which the record states.
    var type: Kind { get }

    /// The version that the event's record has at least, known before its first field is written: a field at the end of a
    /// block stands behind those of earlier versions.
    var leastVersion: UInt16 { get }

    /// Hands the event's fields to a coder that writes.
    func write(_ coder: inout some FieldCoder)

    /// Builds an event of a type from a coder that reads.
    init(_ type: Kind, reading coder: inout some FieldCoder)
}

/// The types of a set. No number belongs to types of two sets, so that a reader of both knows a record by its type.
protocol EventKind: RawRepresentable<UInt16>, CaseIterable, Sendable {
    /// The type's name as exports and people write it.
    var name: String { get }

    /// - Returns: nil for a name that no event of the set has.
    init?(name: String)

    var originRule: OriginRule { get }

    /// Whether events of this type carry the command that caused them.
    var hasOrigin: Bool { get }

    /// Whether records of the type are for some readers only, and therefore salted.
    var isPrivate: Bool { get }

    /// The first version of the schema with events of this type.
    var sinceVersion: UInt16 { get }
}

/// The name of a stream of a set.
protocol StreamName: LosslessStringConvertible {
    /// The name as a record has it; the largest number for one that does not fit.
    var rawValue: UInt64 { get }

    /// - Returns: nil for a kind that this version does not know.
    init?(rawValue: UInt64)
}

/// An event of a set with its place in its stream, in the ledger and in time.
protocol EventRecord {
    associatedtype Event: EventSet

    var position: UInt64 { get }
    var stream: Event.Stream { get }
    var version: UInt32 { get }
    var previous: UInt64? { get }
    var recordedAt: Timestamp { get }
    var origin: CommandOrigin? { get }
    var event: Event { get }
    var salt: RecordSalt? { get }

    init(
        position: UInt64, stream: Event.Stream, version: UInt32, previous: UInt64?, recordedAt: Timestamp,
        origin: CommandOrigin?, event: Event, salt: RecordSalt?)
}

extension EventType: EventKind {}
extension StreamKey: StreamName {}
extension Event: EventSet {
    typealias Kind = EventType
    typealias Stream = StreamKey
}
extension RecordedEvent: EventRecord {}

extension BetEventType: EventKind {
    var originRule: OriginRule { hasOrigin ? .always : .never }

    /// By number from the first one, so that a scan looks nothing up.
    private static let table: [(hasOrigin: Bool, isPrivate: Bool)] = {
        let last = Int(allCases.map(\.rawValue).max() ?? firstNumber)
        var table = [(hasOrigin: Bool, isPrivate: Bool)](
            repeating: (false, false), count: last - Int(firstNumber) + 1)
        for type in allCases {
            table[Int(type.rawValue - firstNumber)] = (type.facts.hasOrigin, type.facts.isPrivate)
        }
        return table
    }()

    private static let firstNumber = allCases.map(\.rawValue).min() ?? 0

    var hasOrigin: Bool { Self.table[Int(rawValue - Self.firstNumber)].hasOrigin }
    var isPrivate: Bool { Self.table[Int(rawValue - Self.firstNumber)].isPrivate }
    var sinceVersion: UInt16 { self == .propLineRecorded ? RecordLayout.propLinesVersion : RecordLayout.betsVersion }
}

extension BetStream: StreamName {}
extension RecordedBetEvent: EventRecord {}
