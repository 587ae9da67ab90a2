import Draft
import DraftLedger
import Merkle

/// The whole answer to `follow`: the current key is its last line.
struct KeyPathPage: Presentable {
    var origin: String
    var start: VerifierKey
    var path: KeyHistory.Path

    func text(on terminal: Terminal) -> [StyledText] {
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

    var json: JSON {
        .object([
            "ok": .of(path.broken == nil), "origin": .of(origin), "from": .of(start.text), "key": .of(path.key.text),
            "steps": .array(steps), "broken": .of(path.broken) { .of("\($0)") },
        ])
    }

    var csv: CSVTable { CSVTable(["position", "recordedAt", "key"], objects: steps) }

    private var steps: [JSON] {
        path.steps.map { step in
            .object([
                "position": .of(step.position), "recordedAt": .of(step.recordedAt), "key": .of(step.key.text),
            ])
        }
    }
}
