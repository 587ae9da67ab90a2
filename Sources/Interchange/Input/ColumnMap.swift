import DraftLedger
import TextFormats

/// Which columns of a file hold what, where the file calls them otherwise than its dialect does.
package struct ColumnMap: Hashable, Sendable {
    /// By the dialect's own name of a column, the file's.
    private var columns: [(name: String, column: String)] = []

    package init() {}

    package var isEmpty: Bool { columns.isEmpty }

    /// Reads `adp=Underdog,player=Full Name`. A comma within a column's name does no harm.
    ///
    /// - Throws: `unfitOption` for a text without a column, and for a name that is there twice.
    package init(_ texts: [String]) throws(InterchangeError) {
        for text in texts {
            for piece in text.split(separator: ",", omittingEmptySubsequences: false) {
                let halves = piece.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                    .map { String($0.trimmed) }
                if halves.count == 2, !halves[0].isEmpty, !halves[1].isEmpty {
                    guard !columns.contains(where: { $0.name == halves[0] }) else {
                        throw InterchangeError(.unfitOption, "--map names the column of '\(halves[0])' twice.")
                    }
                    columns.append((halves[0], halves[1]))
                } else if halves.count == 1, let last = columns.indices.last {
                    columns[last].column += "," + piece
                } else {
                    throw InterchangeError(
                        .unfitOption, "--map: '\(piece)' names no column. It takes NAME=COLUMN, such as adp=Underdog.")
                }
            }
        }
    }

    package static func == (left: Self, right: Self) -> Bool {
        left.columns.elementsEqual(right.columns) { $0 == $1 }
    }

    package func hash(into hasher: inout Hasher) { for (name, column) in columns { hasher.combine([name, column]) } }

    /// The names of columns of a file as its dialect has them.
    ///
    /// - Throws: the first column that the file does not have.
    func renamed(_ names: [String]) throws(MissingColumns) -> [String] {
        var renamed = names
        for (name, column) in columns {
            guard let place = names.firstIndex(where: { Self.isSame($0, column) }) else {
                throw MissingColumns(names: [column])
            }
            // A column that has the name already is not meant.
            for other in renamed.indices where other != place && Self.isSame(renamed[other], name) {
                renamed[other] = "(\(renamed[other]))"
            }
            renamed[place] = name
        }
        return renamed
    }

    /// The first bytes of a file, up to the end of its header at least, with the names that its dialect knows.
    ///
    /// - Throws: what reading it throws, `badData` for a column that the file does not have.
    func renaming(_ file: inout InputFile) throws(InterchangeError) -> [UInt8] {
        var bytes = try file.next()
        while bytes.count < file.limits.line {
            let more = try file.next()
            if more.isEmpty { break }
            bytes += more
        }
        var rest = bytes
        var reader = CSVReader<InterchangeError> { () throws(InterchangeError) -> [UInt8] in
            defer { rest = [] }
            return rest
        }
        guard try reader.next(), reader.fault == nil else { return bytes }
        let names = reader.fields.indices.map { reader.text($0) }
        let header: [String]
        do {
            header = try renamed(names)
        } catch {
            throw InterchangeError(
                .badData,
                "\(file.path) has no column '\(error.names[0])', which --map names. It has \(names.joined(separator: ", "))."
                    + NearestName.hint(for: error.names[0], among: names))
        }
        guard let start = bytes.firstRange(of: Array(reader.record))?.lowerBound else { return bytes }
        bytes.replaceSubrange(start..<start + reader.record.count, with: Array(CSVWriter.line(header, end: "").utf8))
        return bytes
    }

    private static func isSame(_ one: String, _ other: String) -> Bool {
        func folded(_ name: String) -> String { name.lowercased().filter { $0 != " " && $0 != "_" } }
        return folded(one) == folded(other)
    }
}

extension StringProtocol {
    /// Without blanks at its ends.
    var trimmed: String {
        var text = Substring(self)
        while text.first == " " { text.removeFirst() }
        while text.last == " " { text.removeLast() }
        return String(text)
    }
}
