import Draft
import DraftLedger
import Records
import TextFormats

/// Rows of one table on their way into a file: made on any core, bound on the one that writes.
///
/// The cells stand in one array and their texts in another, so that a row costs no allocation of its own.
struct RowBatch: Sendable {
    /// Cells in a row.
    let columns: Int
    private(set) var cells: [Cell] = []
    private(set) var text: [UInt8] = []

    /// Spells times and documents out before they are copied into `text`.
    private var writer = JSONWriter()

    enum Cell: Sendable {
        case null
        case integer(Int64)
        case real(Double)
        /// UTF-8 in `text`.
        case text(start: UInt32, count: UInt32)
    }

    init(columns: Int) { self.columns = columns }

    /// The number of rows.
    var count: Int { cells.count / columns }

    // MARK: Cells, in the order of the columns

    mutating func null() { cells.append(.null) }

    mutating func add(_ number: some BinaryInteger) { cells.append(.integer(Int64(truncatingIfNeeded: number))) }

    mutating func add<Number: BinaryInteger>(_ number: Number?) {
        if let number { add(number) } else { null() }
    }

    mutating func add<ID: NumericID>(_ id: ID?) { add(id?.number) }

    mutating func add(_ amount: Cents?) { add(amount?.value) }

    /// A number of hundredths as one of wholes.
    mutating func add(hundredths number: (some BinaryInteger)?) {
        cells.append(number.map { .real(Double($0) / 100) } ?? .null)
    }

    /// A time span as seconds.
    mutating func add(seconds span: Interval?) {
        cells.append(span.map { .real(Double($0.microseconds) / 1_000_000) } ?? .null)
    }

    mutating func add(_ string: String) {
        let start = text.count
        text.append(contentsOf: string.utf8)
        endText(from: start)
    }

    /// A text of the ledger, where an empty one stands for none.
    mutating func add(name: String) {
        if name.isEmpty { null() } else { add(name) }
    }

    /// Two cells: a time as people read it, and as numbers sort.
    mutating func add(_ moment: Timestamp?) {
        guard let moment else {
            null()
            null()
            return
        }
        add(quoted: { $0.value(moment) })
        add(moment.microseconds)
    }

    mutating func add(_ id: CommandID?) {
        guard let id else { return null() }
        add(quoted: { $0.hexadecimal(id.high, id.low) })
    }

    /// The event's body as JSON; for one user, without other users' numbers.
    mutating func add(bodyOf event: Event, for reader: UserID?) {
        let start = text.count
        writer.removeAll()
        writer.body(of: event, for: reader)
        text.append(contentsOf: writer.bytes)
        endText(from: start)
    }

    private mutating func add(quoted write: (inout JSONWriter) -> Void) {
        let start = text.count
        writer.removeAll()
        write(&writer)
        text.append(contentsOf: writer.bytes.dropFirst().dropLast())
        endText(from: start)
    }

    private mutating func endText(from start: Int) {
        cells.append(.text(start: UInt32(start), count: UInt32(text.count - start)))
    }
}
