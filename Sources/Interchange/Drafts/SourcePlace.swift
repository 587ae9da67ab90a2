import DraftLedger
import TextFormats

/// Where something stands among the files of an import, small enough to keep for every pick.
struct SourcePlace: Hashable, Comparable, Sendable {
    /// Index among the import's files.
    var file: UInt16
    /// From 1; 0 where `column` is a byte's offset in the file's text.
    var line: UInt32
    var column: UInt32

    static func < (lhs: Self, rhs: Self) -> Bool {
        (lhs.file, lhs.line, lhs.column) < (rhs.file, rhs.line, rhs.column)
    }
}

/// A file of an import.
struct SourceFile: Sendable {
    var path: String

    /// Its content, where places are byte offsets.
    var text: [UInt8] = []

    func place(_ place: SourcePlace) -> TextPlace {
        place.line > 0
            ? TextPlace(line: Int(place.line), column: Int(place.column))
            : TextPlace(ofByte: Int(place.column), in: text[...])
    }
}

extension Collection<SourceFile> where Index == Int {
    func issue(at place: SourcePlace, draft: String?, found: String, expected: String) -> ImportIssue {
        let file = self[Int(place.file)]
        return ImportIssue(
            file: file.path, place: file.place(place), draft: draft, found: found, expected: expected)
    }
}
