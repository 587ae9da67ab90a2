import Draft
import DraftLedger
import Records

/// A number of rooms that fill, draft and end together: what of a simulation is in memory at a time.
///
/// Waves follow one another in time, so that the ledger's time runs forward from one to the next. Within a wave, rooms
/// overlap as they do on a Sunday evening.
enum Wave {
    /// About how many events a wave has. The size of the waves shows in the ledger, so it depends on nothing but the
    /// options.
    private static let events = 250_000

    /// Rooms in each wave.
    static func rooms(_ options: SimulationOptions) -> Int {
        let picks = Int(options.teams) * Int(options.rounds)
        let room = picks * (options.isLively ? 16 : 2) + Int(options.teams) * 4 + 8
        return max(16, min(1_024, events / room))
    }

    /// When the service is down, in the first of every eight lively waves.
    static func outage(of wave: Int, from now: Timestamp, _ options: SimulationOptions) -> RoomScript.Outage? {
        guard options.isLively, wave % 8 == 0 else { return nil }
        let start = now + .seconds(options.clock == .fast ? 1_080 : 70_000)
        return RoomScript.Outage(start: start, end: start + .seconds(140))
    }

    /// Puts the events of several desks into one line of time; of the same moment, those of the earlier desk first.
    /// The events of one command stay together, because they share a moment and a desk.
    ///
    /// Consumes the desks, so that events are moved and not copied: a copy is two reference counts. O(n log desks).
    static func merged(_ desks: consuming [[PendingEvent]]) -> [PendingEvent] {
        var merged: [PendingEvent] = []
        merged.reserveCapacity(desks.reduce(0) { $0 + $1.count })
        var queue = DeskQueue()
        for desk in desks.indices {
            // The next event last, where it can be taken off.
            desks[desk].reverse()
            if let moment = desks[desk].last?.recordedAt { queue.insert(moment, desk) }
        }
        while let (desk, limit) = queue.first {
            // A desk keeps its turn as long as no other comes before its next event.
            var moment = desks[desk].last?.recordedAt
            while let next = moment, limit.allows(next, desk) {
                merged.append(desks[desk].removeLast())
                moment = desks[desk].last?.recordedAt
            }
            queue.replaceFirst(moment)
        }
        return merged
    }
}

/// The desks by the moment of their next event: a binary heap.
private struct DeskQueue {
    struct Entry {
        var moment: Timestamp
        var desk: Int

        func precedes(_ other: Entry) -> Bool {
            moment < other.moment || (moment == other.moment && desk < other.desk)
        }
    }

    /// How far the first desk may go before it is another's turn.
    struct Limit {
        private let entry: Entry?

        init(_ entry: Entry?) { self.entry = entry }

        func allows(_ moment: Timestamp, _ desk: Int) -> Bool {
            entry.map { Entry(moment: moment, desk: desk).precedes($0) } ?? true
        }
    }

    private var heap: [Entry] = []

    /// The desk whose turn it is, and how far it may go.
    var first: (desk: Int, limit: Limit)? {
        guard let first = heap.first else { return nil }
        let rivals = heap.dropFirst().prefix(2)
        return (first.desk, Limit(rivals.min { $0.precedes($1) }))
    }

    mutating func insert(_ moment: Timestamp, _ desk: Int) {
        heap.append(Entry(moment: moment, desk: desk))
        var child = heap.count - 1
        while child > 0, heap[child].precedes(heap[(child - 1) / 2]) {
            heap.swapAt(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
    }

    /// Gives the first desk a new moment, or takes it out.
    mutating func replaceFirst(_ moment: Timestamp?) {
        if let moment {
            heap[0].moment = moment
        } else {
            let last = heap.removeLast()
            if heap.isEmpty { return }
            heap[0] = last
        }
        var parent = 0
        while true {
            let children = min(2 * parent + 1, heap.count)..<min(2 * parent + 3, heap.count)
            guard !children.isEmpty, let child = children.min(by: { heap[$0].precedes(heap[$1]) }),
                heap[child].precedes(heap[parent])
            else { return }
            heap.swapAt(child, parent)
            parent = child
        }
    }
}
