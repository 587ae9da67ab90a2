package import Draft

/// Deadlines by time: a binary heap. A deadline that was replaced stays until its time; the
/// reader then ignores it.
package struct DeadlineHeap<Subject: Sendable>: Sendable {
    package struct Entry: Sendable {
        package var time: Timestamp
        package var subject: Subject

        package init(time: Timestamp, subject: Subject) {
            self.time = time
            self.subject = subject
        }
    }

    private var entries: [Entry] = []

    package init() {}

    package var first: Entry? { entries.first }

    /// O(log deadlines).
    package mutating func insert(_ entry: Entry) {
        entries.append(entry)
        var child = entries.count - 1
        while child > 0, entries[child].time < entries[(child - 1) / 2].time {
            entries.swapAt(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
    }

    /// O(log deadlines).
    package mutating func removeFirst() {
        guard let last = entries.popLast(), !entries.isEmpty else { return }
        entries[0] = last
        var parent = 0
        while true {
            let children = min(2 * parent + 1, entries.count)..<min(2 * parent + 3, entries.count)
            guard let child = children.min(by: { entries[$0].time < entries[$1].time }),
                entries[child].time < entries[parent].time
            else { return }
            entries.swapAt(child, parent)
            parent = child
        }
    }
}
