import Draft
import TextFormats

/// Some cells of a row as CSV has them, each with a comma behind it: parts that many rows share are spelt out once.
struct CSVCells: Sendable {
    private(set) var bytes: [UInt8] = []

    /// - Parameter count: empty cells to begin with.
    init(empty count: Int = 0) { bytes = Array(repeating: UInt8(ascii: ","), count: count) }

    /// An empty cell: nothing is known.
    mutating func empty() { bytes.append(UInt8(ascii: ",")) }

    /// A text as a spreadsheet may be given it.
    mutating func add(_ text: String) {
        bytes.append(contentsOf: CSVWriter.field(CSVWriter.sheetText(text)).utf8)
        empty()
    }

    mutating func add<Number: BinaryInteger>(_ number: Number?) {
        if let number { bytes.append(contentsOf: String(number).utf8) }
        empty()
    }

    mutating func add<ID: NumericID>(_ id: ID?) { add(id?.number) }

    /// A number of hundredths as one of wholes, such as 130.26.
    mutating func add(hundredths number: Int64?) {
        if let number {
            let (whole, rest) = number.magnitude.quotientAndRemainder(dividingBy: 100)
            let text = "\(number < 0 ? "-" : "")\(whole).\(rest < 10 ? "0" : "")\(rest)"
            bytes.append(contentsOf: text.utf8)
        }
        empty()
    }

    /// Seconds, such as 30 or 0.5.
    mutating func add(_ span: Interval?) {
        if let span {
            let (whole, rest) = span.microseconds.quotientAndRemainder(dividingBy: 1_000_000)
            bytes.append(contentsOf: (rest == 0 ? "\(whole)" : "\(Double(span.microseconds) / 1_000_000)").utf8)
        }
        empty()
    }

    /// ISO 8601, in UTC.
    mutating func add(_ moment: Timestamp?) {
        if let moment { bytes.append(contentsOf: moment.iso8601.utf8) }
        empty()
    }

    /// 1 or 0.
    mutating func add(_ truth: Bool?) { add(truth.map { $0 ? 1 : 0 }) }

    mutating func add(_ others: CSVCells) { bytes.append(contentsOf: others.bytes) }

    /// Ends the row: the last cell has a line's end behind it instead.
    mutating func endRow() {
        bytes.removeLast()
        bytes.append(contentsOf: [UInt8(ascii: "\r"), UInt8(ascii: "\n")])
    }
}
