import Draft
import DraftLedger
package import Merkle
package import Statements
package import TextFormats

/// The whole answer to `follow`: the current key is its last line.
package struct KeyPathPage: Page {
    var origin: String
    var start: VerifierKey
    var path: KeyHistory.Path

    package init(origin: String, start: VerifierKey, path: KeyHistory.Path) {
        self.origin = origin
        self.start = start
        self.path = path
    }

    package func text(on terminal: Terminal) -> [StyledText] {
        var lines = [StyledText("Checkpoint keys of \(origin)", .bold), StyledText("from     ", .dim) + "\(start.id)"]
        lines += path.steps.map { step in
            StyledText("to       ", .dim) + StyledText("\(step.key.id)")
                + StyledText("  at position \(step.position), \(step.recordedAt.iso8601)", .dim)
        }
        if let broken = path.broken {
            return lines + [StyledText("\(Self.conclusion(path)) \(broken).", .alarm)]
        }
        return lines + [.empty, StyledText(path.key.text)]
    }

    private static func conclusion(_ path: KeyHistory.Path) -> String {
        path.steps.isEmpty ? "The key is not confirmed." : "The chain breaks."
    }

    package var json: JSON {
        [
            "ok": .of(path.broken == nil), "origin": .of(origin), "from": .of(start.text), "key": .of(path.key.text),
            "steps": .array(steps), "broken": .of(path.broken.map { "\($0)" }),
        ]
    }

    package var csv: CSVTable { CSVTable(["position", "recordedAt", "key"], objects: steps) }

    private var steps: [JSON] {
        path.steps.map { step in
            [
                "position": .of(step.position), "recordedAt": .of(step.recordedAt), "key": .of(step.key.text),
            ]
        }
    }
}

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
