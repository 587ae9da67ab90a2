import Draft
import DraftLedger
import TextFormats

/// A field that is not what its column holds.
struct FieldFault: Error {
    var column: Int
    var found: String
    var expected: String
}

/// Reads single fields of a CSV record.
struct FieldReader {
    let reader: CSVReader<InterchangeError>

    func isMissing(_ column: Int) -> Bool { ImportText.isMissing(reader.bytes(column)) }

    func fault(_ column: Int, _ expected: String) -> FieldFault {
        let text = reader.text(column)
        return FieldFault(
            column: column, found: text.isEmpty ? "nothing" : "\"\(text.prefix(60))\"", expected: expected)
    }

    /// A text that must be there.
    func text(_ column: Int, _ expected: String) throws(FieldFault) -> String {
        guard !isMissing(column) else { throw fault(column, expected) }
        return try optionalText(column)
    }

    /// A text, empty where it is missing. A record holds longer ones, but no rule lets a name or an id have them.
    func optionalText(_ column: Int?) throws(FieldFault) -> String {
        guard let column, !isMissing(column) else { return "" }
        let count = reader.bytes(column).count
        guard count <= ImportText.maximumLength else {
            throw FieldFault(
                column: column, found: "a text of \(count) bytes",
                expected: "at most \(ImportText.maximumLength) bytes")
        }
        return reader.text(column)
    }

    func number<Value: FixedWidthInteger>(
        _ column: Int, _ range: ClosedRange<Value>, _ expected: String
    ) throws(FieldFault) -> Value {
        guard let number = ImportText.integer(reader.bytes(column)).flatMap(Value.init(exactly:)),
            range.contains(number)
        else { throw fault(column, expected) }
        return number
    }

    func optionalNumber<Value: FixedWidthInteger>(
        _ column: Int?, _ range: ClosedRange<Value>, _ expected: String
    ) throws(FieldFault) -> Value? {
        guard let column, !isMissing(column) else { return nil }
        return try number(column, range, expected)
    }

    func hundredths(_ column: Int?, _ expected: String) throws(FieldFault) -> UInt32? {
        guard let column, !isMissing(column) else { return nil }
        guard let value = ImportText.hundredths(reader.bytes(column)).flatMap(UInt32.init(exactly:)) else {
            throw fault(column, expected)
        }
        return value
    }

    /// Points that a site states, in hundredths; nil where they are missing.
    func points(_ column: Int?, _ expected: String) throws(FieldFault) -> Int32? {
        guard let column, !isMissing(column) else { return nil }
        guard let value = ImportText.exactHundredths(reader.bytes(column)), abs(value) <= Int(ResultsStated.mostPoints)
        else {
            throw fault(column, expected)
        }
        return Int32(value)
    }

    func time(_ column: Int?) throws(FieldFault) -> Timestamp? {
        guard let column, !isMissing(column) else { return nil }
        guard let time = Timestamp(iso8601: reader.text(column)) else {
            throw fault(column, "a time such as 2022-09-07 07:46:23.627530")
        }
        return time
    }
}

extension FieldReader {
    /// The expected positions. All messages say in these words that drafts of other sports cannot be read.
    static let positionExpected =
        "a football position such as QB, RB, WR or TE; drafts of other sports are not read"

    /// A player's position.
    ///
    /// - Parameter isOfBestBall: whether the source has best-ball drafts alone, in which "P" is a pitcher and no punter.
    func position(_ column: Int, isOfBestBall: Bool = false) throws(FieldFault) -> PlayerPosition {
        let text = reader.text(column)
        guard let position = PlayerPosition(site: text), !isOfBestBall || position != .punter else {
            throw fault(column, Self.positionExpected)
        }
        return position
    }
}

extension CSVReader<InterchangeError> {
    /// Reads a file. Where its import names columns otherwise, the header has the names that the reader knows.
    init(_ file: InputFile) {
        var file = file
        var columns = file.columns.isEmpty ? nil : file.columns
        self.init(recordLimit: file.limits.line) { () throws(InterchangeError) -> [UInt8] in
            guard let named = columns else { return try file.next() }
            columns = nil
            return try named.renaming(&file)
        }
    }
}
