package import Draft
package import DraftLedger
package import TextFormats

/// The whole answer to `text show`: the free text of an event, unless it was erased.
package struct FreeTextPage: Page {
    private let position: UInt64
    private let words: [(digest: Digest256, words: StoredText)]

    package init(position: UInt64, words: [(digest: Digest256, words: StoredText)]) {
        self.position = position
        self.words = words
    }

    package func text(on terminal: Terminal) -> [StyledText] {
        guard !words.isEmpty else { return ["Event \(position) has no free text."] }
        return words.map { kept in
            switch kept.words {
            case .told(let text): StyledText(text)
            case .erased: StyledText("(erased)", .dim)
            case .altered: StyledText("(text does not match the recorded digest)", .alarm)
            }
        }
    }

    private static let each = Member<FreeTextPage>("texts", each: text) { $0.words }

    static let members = Members<FreeTextPage>(
        "FreeText", [.init("position") { $0.position }, each, each.former("words")])

    static let text = Members<(digest: Digest256, words: StoredText)>(
        "EventText",
        [
            .init("digest") { $0.digest.hexadecimal }, status, .init("text") { $0.words.kept },
            status.former("standing"),
        ])

    private static let status = Member<(digest: Digest256, words: StoredText)>(
        "status", .choice(["kept", "erased", "altered"])
    ) {
        switch $0.words {
        case .told: "kept"
        case .erased: "erased"
        case .altered: "altered"
        }
    }

    package var json: JSON { Self.members.json(of: self) }

    package var csv: CSVTable {
        CSVTable(["digest", "standing", "text", "status"], objects: words.map(Self.text.json))
    }
}

extension StoredText {
    fileprivate var kept: String? { if case .told(let text) = self { text } else { nil } }
}
