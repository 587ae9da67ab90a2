package import Draft
import DraftLedger
package import TextFormats

/// The whole answer to `replay --at`: the room at that moment, and what had just happened.
package struct MomentPage: Page {
    var view: RoomView
    /// All up to the moment.
    var events: [RecordedEvent]

    package init(view: RoomView, events: [RecordedEvent]) {
        self.view = view
        self.events = events
    }

    private static let shown = 12

    private var recent: [RecordedEvent] { Array(events.suffix(Self.shown)) }

    package func text(on terminal: Terminal) -> [StyledText] {
        var lines = BoardPage(view: view).text(on: terminal)
        if let last = events.last, view.room.clock != nil {
            lines += [.empty, ClockLine(view.room, at: last.recordedAt).line(columns: terminal.columns ?? 80)]
        }
        return lines + [.empty] + TimelinePage(view, recent).lines(recent, on: terminal)
    }

    package var json: JSON {
        [
            "room": RoomPage(view: view).json, "board": BoardPage(view: view).json,
            "events": .array(recent.map { .encoded($0.jsonLine) }),
        ]
    }

    /// Picks made by then.
    package var csv: CSVTable { BoardPage(view: view).csv }
}
