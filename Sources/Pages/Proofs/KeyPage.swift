import Merkle

/// A verifier key: its parts, and as the last line the text to be published.
struct KeyPage: Presentable {
    var key: VerifierKey

    func text(on terminal: Terminal) -> [StyledText] {
        [
            StyledText("name       ", .dim) + StyledText(key.name.text),
            StyledText("id         ", .dim) + StyledText(key.id.description),
            StyledText("algorithm  ", .dim) + StyledText("Ed25519"),
            StyledText(key.text, .bold),
        ]
    }

    var json: JSON {
        .object([
            "name": .of(key.name.text), "id": .of(key.id.description), "algorithm": .of("Ed25519"),
            "verifierKey": .of(key.text),
        ])
    }

    var csv: CSVTable { CSVTable(["name", "id", "algorithm", "verifierKey"], objects: [json]) }
}
