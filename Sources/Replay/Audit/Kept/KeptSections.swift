import Draft
import DraftLedger
import Foundation

/// The sections of a kept audit, a line of JSON each: written in one order, and read in the same.
///
/// Each type lists its sections once, in a function that both writes and reads. Writing takes the values, reading sets
/// them.
///
/// ```swift
/// mutating func keep(in sections: inout KeptSections) throws {
///     try sections.value("keys", &keys)
///     try sections.table("commitments", &commitments)
/// }
/// ```
struct KeptSections {
    /// A section is missing, or is not what this version writes.
    struct Malformed: Error {
        var section: String
    }

    /// Whether the sections are read; otherwise they are written.
    let isReading: Bool

    /// The lines that were written.
    private(set) var bytes: [UInt8] = []

    private var lines: ArraySlice<ArraySlice<UInt8>> = []
    private let encoder = JSONEncoder()
    private let decoder = JSONDecoder()

    /// Entries of a table in one line: the encoder needs some hundred bytes of memory for each value.
    private static let entriesOfLine = 4_096

    /// Sections to be written.
    init() { isReading = false }

    /// Sections to be read.
    ///
    /// - Parameters:
    ///   - bytes: the lines.
    ///   - ledger: has the events of which only the positions are kept.
    init(reading bytes: ArraySlice<UInt8>, of ledger: DraftLedger) {
        isReading = true
        lines = bytes.split(separator: UInt8(ascii: "\n"))[...]
        decoder.userInfo[KeptEvent.ledger] = ledger
    }

    /// The next section: one value.
    mutating func value<Value: Codable>(_ name: String, _ value: inout Value) throws {
        let head = Array("\(name) ".utf8)
        guard isReading else {
            bytes += head
            bytes += try encoder.encode([value])
            bytes.append(UInt8(ascii: "\n"))
            return
        }
        guard let line = lines.popFirst(), line.starts(with: head) else { throw Malformed(section: name) }
        let content = try decoder.decode([Value].self, from: Data(line.dropFirst(head.count)))
        guard content.count == 1 else { throw Malformed(section: name) }
        value = content[0]
    }

    /// The next sections: the entries of a table, some thousand in a line.
    mutating func table<Key: Codable, Value: Codable>(_ name: String, _ table: inout [Key: Value]) throws {
        var count = table.count
        try value(name, &count)
        guard isReading else {
            var next = table.startIndex
            while next != table.endIndex {
                let end = table.index(next, offsetBy: Self.entriesOfLine, limitedBy: table.endIndex) ?? table.endIndex
                var entries = Entries(keys: Array(table.keys[next..<end]), values: Array(table.values[next..<end]))
                try value(name, &entries)
                next = end
            }
            return
        }
        // A file of somebody's own making can state any number.
        guard (0...lines.count * Self.entriesOfLine).contains(count) else { throw Malformed(section: name) }
        table = [:]
        table.reserveCapacity(count)
        while table.count < count {
            var entries = Entries<Key, Value>(keys: [], values: [])
            try value(name, &entries)
            guard !entries.keys.isEmpty, entries.keys.count == entries.values.count else {
                throw Malformed(section: name)
            }
            for (key, value) in zip(entries.keys, entries.values) { table[key] = value }
        }
    }

    private struct Entries<Key: Codable, Value: Codable>: Codable {
        var keys: [Key]
        var values: [Value]
    }
}

/// An event that is kept by its position, and read again from the ledger.
struct KeptEvent: Codable, Sendable {
    let recorded: RecordedEvent

    /// The ledger, in the decoder's user information.
    static let ledger = CodingUserInfoKey(rawValue: "ledger").unsafelyUnwrapped

    init(_ recorded: RecordedEvent) { self.recorded = recorded }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(recorded.position)
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let position = try container.decode(UInt64.self)
        var found: RecordedEvent?
        try (decoder.userInfo[Self.ledger] as? DraftLedger)?.events(from: position, limit: 1) {
            found = $0
            return false
        }
        guard let found, found.position == position else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "no event at position \(position)")
        }
        recorded = found
    }
}
