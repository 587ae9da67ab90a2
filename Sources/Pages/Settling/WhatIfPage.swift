import Draft
import DraftLedger
package import Replay
package import TextFormats

/// The whole answer to `what-if`: the first difference, then the changed rosters side by side.
package struct WhatIfPage: Page {
    var report: WhatIfReport
    var names: any NameBook

    package init(report: WhatIfReport, names: any NameBook) {
        self.report = report
        self.names = names
    }

    package func text(on terminal: Terminal) -> [StyledText] {
        guard let divergence = report.firstDivergence else {
            let isSame = report.insertions.isEmpty && report.outcomes.isEmpty && report.end == report.endWas
            let head = isSame ? "Nothing would have been different." : "No pick would have been different."
            return [StyledText(head, .bold)] + insertions + end + outcomes + untold
        }
        var lines = [
            StyledText(
                "\(Figures.plural(report.changed, "seat")) of \(report.seats.count) would have other players.", .bold),
            StyledText("First at pick \(names.label(of: divergence.pick, in: report.room)): ")
                + side(divergence.was) + StyledText(" → ", .dim) + side(divergence.becomes),
        ]
        lines += insertions + end
        for seat in report.seats where seat.isAffected { lines += [.empty] + self.lines(of: seat, on: terminal) }
        return lines + [.empty] + outcomes + untold
    }

    /// The outcomes of inserted commands: a refused one changes nothing and has a reason.
    private var insertions: [StyledText] {
        report.insertions.map { inserted in
            let what = "The inserted \(inserted.command.name) of \(inserted.actor.text) at \(inserted.moment.iso8601)"
            switch inserted.outcome {
            case .accepted: return StyledText("\(what) would have been accepted.")
            case .refused(let refusal):
                return StyledText(what + " would have been ") + StyledText("refused as \(refusal.code.name)", .alarm)
                    + StyledText(": \(refusal.message)")
            case .neverSent:
                return StyledText(what + " would ") + StyledText("never have been sent", .alarm)
                    + StyledText(": the draft does not reach that turn.")
            }
        }
    }

    /// How far the draft would have come, where not to its end.
    private var end: [StyledText] {
        let end = report.end
        guard end.status != .complete else { return [] }
        let isSame = report.endWas.status == end.status
        let was = isSame ? ", as it is in the ledger." : "; in the ledger it is \(report.endWas.status.name)."
        if end.status.isTerminal { return [StyledText("The room would be \(end.status.name)" + was)] }
        let status = end.pause.map { "\(end.status.name) (\($0))" } ?? end.status.name
        let place = names.label(of: end.nextPick, in: report.room)
        return [StyledText("The room would still be \(status) at pick \(place)" + was, .alarm)]
    }

    private func side(_ side: PickDivergence.Side?) -> StyledText {
        guard let side else { return StyledText("no pick", .dim) }
        return player(side.player) + StyledText(" (\(side.source.explanation))", .dim)
    }

    private func player(_ index: PlayerIndex?) -> StyledText {
        guard let index else { return StyledText("no player", .dim) }
        return report.player(index)?.styled ?? StyledText("player \(index)")
    }

    /// The picks of a seat in their order, those that differ marked.
    private func lines(of seat: WhatIfReport.Seat, on terminal: Terminal) -> [StyledText] {
        var table = TextTable([
            .init("pick", .trailing), .init(""), .init("what happened", shrinks: true), .init(""),
            .init("what would have happened", shrinks: true),
        ])
        let numbers = Set(seat.was.map(\.number)).union(seat.becomes.map(\.number)).sorted()
        table.rows = numbers.map { number in
            let was = seat.was.first { $0.number == number }?.player
            let becomes = seat.becomes.first { $0.number == number }?.player
            return [
                StyledText(names.label(of: number, in: report.room), .dim),
                was == becomes ? .empty : StyledText("≠", .alarm), player(was), StyledText("→", .dim), player(becomes),
            ]
        }
        let holder = seat.user.map { ", \(names.user($0))" } ?? ""
        return [StyledText("\(seat.slot.map { "Draft position \($0 + 1)" } ?? "Seat \(seat.seat)")\(holder)", .bold)]
            + table.lines(on: terminal)
    }

    /// The first commands that would have ended otherwise; JSON has them all.
    private var outcomes: [StyledText] {
        let shown = report.outcomes.prefix(8).map { outcome in
            let words = [outcome.was, outcome.becomes].map { $0.map { "refused as \($0.name)" } ?? "accepted" }
            return StyledText(
                "The \(outcome.command.name) at position \(outcome.position), \(words[0]), would have been \(words[1])."
            )
        }
        let hidden = report.outcomes.count - shown.count
        guard hidden > 0 else { return shown }
        return shown + [StyledText("and \(Figures.plural(hidden, "command")) more", .dim)]
    }

    private var untold: [StyledText] {
        guard !report.untold.isEmpty else { return [] }
        return [
            StyledText(
                "\(Figures.plural(report.untold.count, "command")) could not be derived from the events and was omitted.",
                .dim)
        ]
    }

    package var json: JSON { report.json }

    package var csv: CSVTable {
        CSVTable(
            ["seat", "user", "pickNumber", "was", "becomes"],
            report.seats.flatMap { seat -> [[JSON]] in
                let numbers = Set(seat.was.map(\.number)).union(seat.becomes.map(\.number)).sorted()
                return numbers.map { number in
                    let sides = [seat.was, seat.becomes].map { roster in
                        roster.first { $0.number == number }.map { report.player($0.player)?.name ?? "\($0.player)" }
                    }
                    return [
                        .of(seat.seat), .of(seat.user), .of(number), .of(sides[0]),
                        .of(sides[1]),
                    ]
                }
            })
    }
}
