import DraftLedger
package import TextFormats

/// Why a draft, or a whole file, was not imported.
package struct ImportIssue: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file's path, as it was given.
    package var file: String

    /// The place in the file; nil if it is about the file as a whole.
    package var place: TextPlace?

    /// The draft's id at its source; nil where no single draft is to blame.
    package var draft: String?

    /// The number of drafts that are refused for it: 1 if `draft` names it, 0 if unknown.
    package var draftCount: Int

    package var found: String
    package var expected: String

    package init(
        file: String, place: TextPlace?, draft: String? = nil, draftCount: Int? = nil, found: String, expected: String
    ) {
        self.file = file
        self.place = place
        self.draft = draft
        self.draftCount = draftCount ?? (draft == nil ? 0 : 1)
        self.found = found
        self.expected = expected
    }

    package var line: Int? { place?.line }
    package var column: Int? { place?.column }

    /// "drafts.csv, line 17, column 85, draft 1414f865: found …, expected …"
    package var description: String {
        var text = file
        if let place { text += ", \(place)" }
        if let draft { text += ", draft \(draft)" }
        return text + ": found \(found), expected \(expected)"
    }
}

/// A line or byte of an import's files, small enough to keep for each pick.
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
