package import TextFormats

/// Why a draft, or a whole file, was not imported.
package struct ImportIssue: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file's path, as it was given.
    package var file: String

    /// Where in the file; nil where it is about the file as a whole.
    package var place: TextPlace?

    /// The draft's id at its source; nil where no single draft is to blame.
    package var draft: String?

    /// How many drafts are refused for it: 1 where `draft` says which, 0 where nobody can tell.
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
