import BetSimulation
import Bets
import Pages
import TextFormats

/// The answer to `simulate`.
struct SimulationPage: Page {
    let summary: SimulationSummary
    let games: Int
    let bets: Int
    let size: UInt64
    let root: String

    private var refusals: [(name: String, count: Int)] {
        summary.shown.map { ($0.key.name, $0.value) }.sorted { $0.name < $1.name }
    }

    func text(on terminal: Terminal) -> [StyledText] {
        let shown = refusals.map { "\($0.count) \($0.name)" }.joined(separator: ", ")
        return [
            StyledText("Sent \(summary.steps) steps: \(games) games tonight, \(bets) bets."),
            StyledText("The rules refused what they should: \(shown.isEmpty ? "nothing was tried" : shown)."),
            StyledText("\(size) records with the root \(root)."),
        ] + summary.unexpected.map { StyledText("Unexpected: \($0)", .bold) }
    }

    var json: JSON {
        [
            "steps": .of(summary.steps), "games": .of(games), "bets": .of(bets), "size": .of(Int(clamping: size)),
            "root": .string(root),
            "refusals": .object(refusals.map { .init($0.name, .of($0.count)) }),
            "unexpected": .array(summary.unexpected) { .string($0) },
        ]
    }

    var csv: CSVTable {
        CSVTable(
            ["steps", "games", "bets", "size", "root"],
            objects: [
                [
                    "steps": .of(summary.steps), "games": .of(games), "bets": .of(bets),
                    "size": .of(Int(clamping: size)), "root": .string(root),
                ]
            ])
    }
}
