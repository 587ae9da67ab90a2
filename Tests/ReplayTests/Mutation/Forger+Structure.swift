import Draft
import Records

@testable import Replay  // the groups of commands

/// What is left out, told twice, told elsewhere or in another order.
extension Forger {
    func structureForgeries(at index: Int) -> [Forgery] {
        let group = honest.groups[index]
        let recorded = honest.events[index]
        var forgeries: [Forgery] = [
            { restructured("left out", at: index..<index + 1) { $0.remove(at: index) } },
            { restructured("told twice", at: index..<index + 1) { $0.insert(recorded, at: index) } },
        ]
        if index + 1 < honest.events.count {
            forgeries.append { swapped(index..<index + 1, with: index + 1..<index + 2, "swapped with the next event") }
        }
        forgeries += movedForgeries(at: index)
        guard index == group.lowerBound else { return forgeries }
        if group.count > 1 {
            forgeries.append { restructured("and its command left out", at: group) { $0.removeSubrange(group) } }
        }
        forgeries.append { repeated(group, under: nil) }
        if let id = recorded.origin?.commandID {
            forgeries.append { repeated(group, under: CommandID(high: id.high, low: ~id.low)) }
        }
        if group.upperBound < honest.events.count {
            let next = honest.groups[group.upperBound]
            if group.count > 1 || next.count > 1 {
                forgeries.append { swapped(group, with: next, "and its command swapped with the next command") }
            }
        }
        return forgeries
    }

    /// In another stream of its kind, and in the ledger's own.
    private func movedForgeries(at index: Int) -> [Forgery] {
        let recorded = honest.events[index]
        let others = honest.streams.filter { $0 != recorded.stream && $0.isLike(recorded.stream) }
        let targets = Set([others.first, others.last, .system].compactMap { $0 }).subtracting([recorded.stream])
        return targets.sorted { $0.rawValue < $1.rawValue }.flatMap { target in
            [false, true].map { isRefitted in
                {
                    forged(
                        "\(recorded.event.type.name) stream", "\(recorded.stream)", "\(target)", at: index,
                        isRefitted: isRefitted
                    ) { $0[index].stream = target }
                }
            }
        }
    }

    /// A command's events once more behind them.
    private func repeated(_ group: Range<Int>, under id: CommandID?) -> ForgedHistory {
        let name = id == nil ? "and its command told twice" : "and its command sent once more"
        return restructured(name, at: group) { events in
            var copies = Array(events[group])
            if let id { for index in copies.indices { copies[index].origin?.commandID = id } }
            events.insert(contentsOf: copies, at: group.upperBound)
        }
    }

    /// Two neighbours in each other's place, each recorded when the other was.
    private func swapped(_ first: Range<Int>, with second: Range<Int>, _ what: String) -> ForgedHistory {
        restructured(what, at: first.lowerBound..<second.upperBound) { events in
            var (one, other) = (Array(events[first]), Array(events[second]))
            let (early, late) = (one[0].recordedAt, other[0].recordedAt)
            for index in one.indices { one[index].recordedAt = late }
            for index in other.indices { other[index].recordedAt = early }
            events.replaceSubrange(first.lowerBound..<second.upperBound, with: other + one)
        }
    }
}

extension StreamKey {
    /// Whether it is of the same kind.
    fileprivate func isLike(_ other: StreamKey) -> Bool {
        switch (self, other) {
        case (.pool, .pool), (.tournament, .tournament), (.room, .room), (.queue, .queue), (.wallet, .wallet),
            (.user, .user), (.dispute, .dispute), (.measure, .measure):
            true
        default: false
        }
    }
}
