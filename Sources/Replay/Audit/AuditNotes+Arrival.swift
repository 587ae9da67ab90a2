import Draft
import DraftLedger

extension AuditNotes {
    /// Nothing is decided before it has arrived. What an importer tells has its own site's times.
    mutating func checkArrival(of group: CommandGroup) {
        guard let origin = group.origin, origin.actor.role != .importer, let arrival = origin.occurredAt,
            arrival > group.first.recordedAt
        else { return }
        note(
            .arrival, at: group.first, expected: "recorded at \(arrival.iso8601) or later",
            actual: group.first.recordedAt.iso8601,
            "The command was recorded \((arrival - group.first.recordedAt).seconds()) before it arrived.")
    }
}
