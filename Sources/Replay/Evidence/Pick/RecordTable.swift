import Draft
import DraftLedger
import Records
import TextFormats

/// The records of a bundle as a table for people, `records.csv`: a row for each except the players of the pool, with its
/// position, when it was recorded, its history, its type, who sent it, when that arrived, and what it says.
struct RecordTable {
    private let history: PickHistory
    private let events: [RecordedEvent]

    init(_ history: PickHistory, in bundle: EvidenceBundle) {
        self.history = history
        // A record that cannot be decoded makes no bundle.
        events = bundle.records.filter { $0.section != .pool }.compactMap { try? $0.decoded() }
    }

    var csv: String {
        let sentences = EventSentences(
            history.room, room: history.facts.room, reader: history.claim.seat)
        let own = Set(history.room.events.map(\.position))
        let header = ["position", "recordedAt", "stream", "version", "type", "actor", "arrivedAt", "text"]
        let rows = events.map { recorded in
            [
                "\(recorded.position)", recorded.recordedAt.iso8601, recorded.stream.description, "\(recorded.version)",
                recorded.event.type.name, recorded.origin?.actor.text ?? "", recorded.origin?.occurredAt?.iso8601 ?? "",
                own.contains(recorded.position) ? sentences.narration(of: recorded).text : "",
            ]
        }
        return ([header] + rows).map { CSVWriter.line($0.map(CSVWriter.sheetText)) }.joined()
    }
}
