import Draft
import TextFormats

/// A JSON file whose content is a table: an array of objects, alone or as a member of an object. It is read as the CSV file
/// with the same columns.
struct JSONTable {
    /// The day that the file says about itself; nil where it says none.
    let day: Timestamp?

    private let columns: [String]
    private let rows: [JSONValue]

    /// Reads a file, if it is JSON.
    ///
    /// - Returns: nil for a file that is not JSON; nothing is taken from it then.
    /// - Throws: what reading it throws, or the `ImportIssue` for JSON without a table.
    init?(of file: inout InputFile) throws {
        let start = file
        let head = try file.next()
        let first = head.first { !($0 == 0x20 || (0x09...0x0D).contains($0) || $0 >= 0x80) }
        guard first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else {
            file = start
            return nil
        }
        let text = head + (try file.rest())
        let root = try JSONFile.parse(text.withoutByteOrderMark, path: file.path)
        guard let rows = Self.rows(of: root), !rows.isEmpty else {
            throw JSONFile.issue(
                file.path, at: root, found: "a JSON document without a table",
                expected: "an array of objects, one a player")
        }
        self.rows = rows
        var columns: [String] = []
        var seen: Set<String> = []
        for member in rows.lazy.flatMap(\.members) where ![.array, .object].contains(member.value.kind) {
            if seen.insert(member.name).inserted { columns.append(member.name) }
        }
        self.columns = columns
        let stated = root.kind == .object ? root.members.lazy.compactMap { Self.day($0.name, $0.value) }.first : nil
        day = stated
    }

    /// The largest array of objects that tell something themselves, as far as three levels down; of an object of such
    /// objects those.
    private static func rows(of root: JSONValue, below levels: Int = 3) -> [JSONValue]? {
        let own: [JSONValue]
        switch root.kind {
        case .array: own = root.elements.filter { $0.kind == .object }
        case .object: own = root.members.allSatisfy { $0.value.kind == .object } ? root.members.map(\.value) : []
        default: return nil
        }
        let tells = own.contains { row in row.members.contains { ![.array, .object].contains($0.value.kind) } }
        if tells { return own }
        guard root.kind == .object, levels > 0 else { return nil }
        return root.members.compactMap { rows(of: $0.value, below: levels - 1) }.max { $0.count < $1.count }
    }

    private static func day(_ name: String, _ value: JSONValue) -> Timestamp? {
        let names = [
            "lastupdated", "updated", "updatedat", "date", "day", "asof", "timestamp", "generated", "generatedat",
        ]
        guard names.contains(name.lowercased().filter { $0 != "_" && $0 != "-" }), let text = value.string else {
            return nil
        }
        return PlayerNoteFile.day(String(text.prefix(10)))
    }

    /// Reads the table as CSV. A place in it would be none of the file: an issue names the entry instead.
    func reading<Value>(
        _ file: InputFile, _ read: (consuming CSVReader<InterchangeError>) throws -> Value
    ) throws -> Value {
        let names: [String]
        do throws(MissingColumns) {
            names = try file.columns.renamed(columns)
        } catch {
            throw InterchangeError(
                .badData,
                "\(file.path) has no member '\(error.names[0])', which --map names. It has "
                    + "\(columns.joined(separator: ", ")).")
        }
        var text = CSVWriter.line(names)
        for row in rows {
            text += CSVWriter.line(
                columns.map { name in row.members.first { $0.name == name }.map { Self.cell($0.value) } ?? "" })
        }
        var bytes = Array(text.utf8)
        let reader = CSVReader<InterchangeError> { () throws(InterchangeError) -> [UInt8] in
            defer { bytes = [] }
            return bytes
        }
        do {
            return try read(reader)
        } catch var issue as ImportIssue {
            if let line = issue.place?.line, line > 1 { issue.found = "in entry \(line - 1) \(issue.found)" }
            issue.place = nil
            throw issue
        }
    }

    private static func cell(_ value: JSONValue) -> String {
        switch value.kind {
        case .null, .array, .object: ""
        case .string: (value.string ?? "").filter { !$0.isNewline }
        case .boolean, .number: value.excerpt
        }
    }
}
