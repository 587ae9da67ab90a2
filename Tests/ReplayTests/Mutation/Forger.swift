import Draft
import Records

@testable import Replay  // the groups of commands

/// Makes every single change of a history that somebody who writes it himself could make.
struct Forger {
    typealias Forgery = () -> ForgedHistory?

    let honest: HonestHistory

    /// All changes of one event, or of the command that it belongs to.
    func forgeries(at index: Int) -> [Forgery] {
        bodyForgeries(at: index) + refusalForgeries(at: index) + originForgeries(at: index)
            + structureForgeries(at: index)
    }

    // MARK: Fields

    /// Each field, once with the fingerprints left and once with those that the other command would have had.
    private func bodyForgeries(at index: Int) -> [Forgery] {
        let recorded = honest.events[index]
        let count = FieldChanger.unchanged(recorded.event, honest.vocabulary).count
        return (0..<count).flatMap { target in
            [false, true].map { isRefitted in
                {
                    guard let (event, change) = FieldChanger.changed(recorded.event, target, honest.vocabulary) else {
                        return nil
                    }
                    return forged(
                        "\(recorded.event.type.name).\(change.field)", change.old, change.new, at: index,
                        isRefitted: isRefitted
                    ) { $0[index].event = event }
                }
            }
        }
    }

    /// The command that a refusal keeps, refused in its place.
    private func refusalForgeries(at index: Int) -> [Forgery] {
        guard case .commandRejected(let rejected) = honest.events[index].event, let command = rejected.refusedCommand
        else { return [] }
        let count = FieldChanger.count(of: command, honest.vocabulary)
        return (0..<count).map { target in
            {
                guard let (changed, change) = FieldChanger.changed(command, target, honest.vocabulary) else {
                    return nil
                }
                return forged(
                    "refused \(command.kind.name).\(change.field)", change.old, change.new, at: index, isRefitted: true
                ) { events in
                    var rejected = rejected
                    rejected.content = CommandRequest(changed).json
                    events[index].event = .commandRejected(rejected)
                }
            }
        }
    }

    /// A history with events changed where they stand.
    func forged(
        _ what: String, _ old: String, _ new: String, at index: Int, isRefitted: Bool = false,
        _ body: (inout [RecordedEvent]) -> Void
    ) -> ForgedHistory? {
        var events = honest.events
        body(&events)
        let group = honest.groups[index]
        if isRefitted {
            guard let fingerprint = CommandsOfHistory.fingerprint(of: group, in: events),
                fingerprint != events[index].origin?.fingerprint
            else { return nil }
            for place in group { events[place].origin?.fingerprint = fingerprint }
        }
        let streams = Set(group.flatMap { [honest.events[$0].stream, events[$0].stream] })
        if group.contains(where: { events[$0].stream != honest.events[$0].stream }) {
            events = ForgedHistory.relinked(events)
        }
        return ForgedHistory(
            events: events, what: what, old: old, new: new, start: group.lowerBound, changed: group.count,
            streams: streams, isShifted: false)
    }

    /// A history in which events were put in, left out or moved.
    func restructured(
        _ what: String, at range: Range<Int>, _ body: (inout [RecordedEvent]) -> Void
    ) -> ForgedHistory {
        var events = honest.events
        body(&events)
        var streams = Set(honest.events[range].map(\.stream))
        let end = min(events.count, range.upperBound + events.count - honest.events.count)
        if end > range.lowerBound { streams.formUnion(events[range.lowerBound..<end].map(\.stream)) }
        return ForgedHistory(
            events: ForgedHistory.relinked(events), what: "\(honest.events[range.lowerBound].event.type.name) \(what)",
            old: "\(range)", new: "", start: range.lowerBound, changed: 2 * range.count, streams: streams,
            isShifted: true)
    }
}
