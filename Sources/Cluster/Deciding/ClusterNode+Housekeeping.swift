// Housekeeping: the leader removes the batches that no node needs any more.

/// The state of the leader's housekeeping.
struct Housekeeping: Sendable {
    var window = LogWindow()
    var outstanding: RequestID?
    /// When the next round begins; nil while this node does not lead.
    var due: MonotonicTime?
}

/// The ages and sizes of the batches in the log, as far as this node has seen them pass.
///
/// Every node keeps one, so that a new leader knows them. At most one mark for each second, and a thousand marks of 24 bytes.
struct LogWindow: Sendable {
    private struct Mark: Sendable {
        /// The last batch of the mark.
        var number: UInt64
        var time: MonotonicTime
        var bytes: UInt64
    }

    private var marks: [Mark] = []
    private static let grain = Duration.seconds(1)
    private static let most = 1_000

    var markCount: Int { marks.count }

    /// Counts everything up to a number as just appended, unless something is known already.
    mutating func begin(at number: UInt64, _ now: MonotonicTime) {
        if marks.isEmpty { marks = [Mark(number: number, time: now, bytes: 0)] }
    }

    /// Notes a batch in the log.
    mutating func note(_ number: UInt64, bytes: Int, at now: MonotonicTime) {
        if let last = marks.last, number <= last.number { return }
        let last = marks.count - 1
        guard last > 0, now < marks[last - 1].time + Self.grain else {
            if marks.count == Self.most { marks.removeFirst() }
            return marks.append(Mark(number: number, time: now, bytes: UInt64(bytes)))
        }
        marks[last].number = number
        marks[last].time = now
        marks[last].bytes += UInt64(bytes)
    }

    /// Returns the number below which batches are to be removed, and forgets those.
    ///
    /// - Parameters:
    ///   - needed: the first batch that a registered node needs.
    ///   - now: the time.
    ///   - settings: how much is kept.
    mutating func cut(needed: UInt64, at now: MonotonicTime, _ settings: ClusterSettings) -> UInt64 {
        let oldest = now - settings.keptAge
        var bytes: UInt64 = 0
        // Over the size: even what a node still needs, which it copies from another node then.
        var bySize: UInt64 = 0
        for mark in marks.reversed() {
            bytes += mark.bytes
            guard bytes <= settings.keptBytes else {
                bySize = mark.number + 1
                break
            }
        }
        let byAge = marks.last { $0.time < oldest }.map { $0.number + 1 } ?? 0
        let newest = marks.last?.number ?? 0
        let cut = min(max(min(byAge, needed), bySize), newest)
        marks.removeAll { $0.number < cut && $0.number != newest }
        return cut
    }
}

extension ClusterNode {
    mutating func cleanUpIfDue() {
        guard leadingEpoch != nil else {
            housekeeping.due = nil
            return
        }
        guard let due = housekeeping.due else {
            housekeeping.due = now + settings.housekeepingInterval
            return
        }
        guard now >= due else { return }
        housekeeping.due = now + settings.housekeepingInterval
        let id = requests.next()
        housekeeping.outstanding = id
        effects.append(.readNodes(id))
    }

    mutating func takeNodes(_ result: Result<[NodeKey], SequencerError>, of id: RequestID) {
        guard housekeeping.outstanding == id, leadingEpoch != nil, case .success(let nodes) = result else { return }
        housekeeping.outstanding = nil
        let smallest = nodes.map(\.applied.number).min() ?? applied.number
        let cut = housekeeping.window.cut(needed: min(smallest, applied.number) + 1, at: now, settings)
        effects.append(.cleanUp(before: cut))
    }
}
