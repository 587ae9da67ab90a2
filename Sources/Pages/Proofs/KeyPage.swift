package import Merkle
package import TextFormats

/// A verifier key: its parts, and as the last line the text to be published.
package struct KeyPage: Page {
    var key: VerifierKey

    package init(key: VerifierKey) {
        self.key = key
    }

    package func text(on terminal: Terminal) -> [StyledText] {
        [
            StyledText("name       ", .dim) + StyledText(key.name.text),
            StyledText("id         ", .dim) + StyledText(key.id.description),
            StyledText("algorithm  ", .dim) + StyledText("Ed25519"),
            StyledText(key.text, .bold),
        ]
    }

    package var json: JSON {
        [
            "name": .of(key.name.text), "id": .of(key.id.description), "algorithm": .of("Ed25519"),
            "verifierKey": .of(key.text),
        ]
    }

    package var csv: CSVTable { CSVTable(["name", "id", "algorithm", "verifierKey"], objects: [json]) }
}
