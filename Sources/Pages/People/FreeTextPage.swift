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

    package var json: JSON {
        (["position": .of(position), "texts": .array(objects)] as JSON).withFormerNames(["words": "texts"])
    }

    package var csv: CSVTable { CSVTable(["digest", "standing", "text", "status"], objects: objects) }

    private var objects: [JSON] {
        words.map { kept in
            let (status, text): (String, String?) =
                switch kept.words {
                case .told(let text): ("kept", text)
                case .erased: ("erased", nil)
                case .altered: ("altered", nil)
                }
            return (["digest": .of(kept.digest.hexadecimal), "status": .of(status), "text": .of(text)] as JSON)
                .withFormerNames(["standing": "status"])
        }
    }
}
