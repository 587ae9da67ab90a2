package import Draft
import DraftLedger

/// Events one a line, aligned: where, when, and what happened in words.
package struct TimelinePage {
    var narrator: Narrator

    /// Imported events happened at their source's time; the ledger's own clock only says when it heard of them.
    var showsSourceTime: Bool

    /// Widths of the columns that hold numbers.
    private let positionWidth: Int
    private let versionWidth: Int

    /// - Parameters:
    ///   - lastPosition: the highest that will be shown.
    ///   - lastVersion: likewise.
    init(narrator: Narrator, showsSourceTime: Bool, lastPosition: UInt64, lastVersion: UInt32) {
        self.narrator = narrator
        self.showsSourceTime = showsSourceTime
        positionWidth = max("position".count, String(lastPosition).count)
        versionWidth = max("seq".count, String(lastVersion).count)
    }

    package init(_ view: RoomView, _ events: [RecordedEvent]) {
        self.init(
            narrator: Narrator(names: view), showsSourceTime: view.room.ruleset.preset == .untimed,
            lastPosition: events.last?.position ?? 0, lastVersion: events.map(\.version).max() ?? 0)
    }

    var header: StyledText {
        StyledText(
            [
                "position".leftPadded(to: positionWidth), "seq".leftPadded(to: versionWidth),
                (showsSourceTime ? "time (source)" : "time").rightPadded(to: Self.timeWidth), "what happened",
            ].joined(separator: "  "), TextStyle(foreground: .bench, bold: true))
    }

    private static let timeWidth = 12

    package func line(_ recorded: RecordedEvent) -> StyledText {
        let numbers =
            String(recorded.position).leftPadded(to: positionWidth) + "  "
            + String(recorded.version).leftPadded(to: versionWidth)
        let time = moment(of: recorded).map { Figures.preciseTimeOfDay($0) } ?? ""
        return StyledText(numbers + "  ", .dim) + StyledText(time.rightPadded(to: Self.timeWidth) + "  ")
            + narrator.words(for: recorded)
    }

    /// Returns all events, with a line at the beginning of each day. Long lines are wrapped to the terminal.
    package func lines(_ events: [RecordedEvent], on terminal: Terminal) -> [StyledText] {
        var lines = [header]
        var day = ""
        for recorded in events {
            if let today = moment(of: recorded).map({ String($0.iso8601.prefix(10)) }), today != day {
                day = today
                lines.append(StyledText("── \(day) ──", .dim))
            }
            lines += wrapped(line(recorded), on: terminal)
        }
        return lines
    }

    private func wrapped(_ line: StyledText, on terminal: Terminal) -> [StyledText] {
        let margin = positionWidth + versionWidth + Self.timeWidth + 6
        guard let columns = terminal.columns, line.width > columns, columns > margin + 20 else { return [line] }
        let place = line.prefix(margin)
        let words = line.suffix(from: margin).wrapped(to: columns - margin)
        return words.enumerated().map { index, words in (index == 0 ? place : .spaces(margin)) + words }
    }

    private func moment(of recorded: RecordedEvent) -> Timestamp? {
        showsSourceTime ? recorded.origin?.occurredAt : recorded.recordedAt
    }
}
