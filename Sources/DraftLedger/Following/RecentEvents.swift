import Draft

/// The last events of the log, which follow one another without a gap.
struct RecentEvents {
    /// Half of them, at least, are kept when there are more: some 300 bytes each.
    private static let limit = 16_384

    private var events: [RecordedEvent] = []
    /// The position of the first of them.
    private(set) var start: UInt64

    /// The position of the next event.
    var end: UInt64 { start + UInt64(events.count) }

    init(end: UInt64) { start = end }

    mutating func append(_ new: [RecordedEvent]) {
        events += new
        guard events.count > Self.limit else { return }
        let excess = events.count - Self.limit / 2
        events.removeFirst(excess)
        start += UInt64(excess)
    }

    /// Those of a selection from a position on, which is not before the first.
    ///
    /// - Returns: with how far they go.
    func matching(
        _ selection: EventSelection, from position: UInt64, limit: Int
    ) -> (events: [RecordedEvent], next: UInt64) {
        guard position < end else { return ([], position) }
        var found: [RecordedEvent] = []
        for event in events[Int(position - start)...] where selection.contains(event) {
            found.append(event)
            if found.count == limit { return (found, event.position + 1) }
        }
        return (found, end)
    }
}

/// The subscribers by stream, and those that wait.
struct Followers {
    private var selections: [Int: EventSelection] = [:]
    private var waiting: [Int: CheckedContinuation<UInt64?, Never>] = [:]
    /// Those that follow some streams, by stream.
    private var ofStream: [StreamKey: Set<Int>] = [:]
    /// Those that wait for events of any stream, who are looked at for every one.
    private var waitingForAny: Set<Int> = []
    private var nextNumber = 0

    var isEmpty: Bool { selections.isEmpty }

    mutating func add(_ selection: EventSelection) -> Int {
        nextNumber += 1
        selections[nextNumber] = selection
        for stream in selection.streams ?? [] { ofStream[stream, default: []].insert(nextNumber) }
        return nextNumber
    }

    mutating func remove(_ number: Int) {
        for stream in selections.removeValue(forKey: number)?.streams ?? [] {
            ofStream[stream]?.remove(number)
            if ofStream[stream]?.isEmpty == true { ofStream[stream] = nil }
        }
    }

    mutating func wait(_ number: Int, _ continuation: CheckedContinuation<UInt64?, Never>) {
        waiting[number] = continuation
        if selections[number]?.streams == nil { waitingForAny.insert(number) }
    }

    mutating func stopWaiting(_ number: Int) -> CheckedContinuation<UInt64?, Never>? {
        waitingForAny.remove(number)
        return waiting.removeValue(forKey: number)
    }

    /// Takes out those who wait for one of some events, each with where the first of his stands.
    mutating func wake(for events: [RecordedEvent]) -> [(CheckedContinuation<UInt64?, Never>, UInt64)] {
        var woken: [(CheckedContinuation<UInt64?, Never>, UInt64)] = []
        for event in events where !waiting.isEmpty {
            for numbers in [ofStream[event.stream] ?? [], waitingForAny] {
                for number in numbers where waiting[number] != nil && selections[number]?.contains(event) == true {
                    if let continuation = stopWaiting(number) { woken.append((continuation, event.position)) }
                }
            }
        }
        return woken
    }

    /// Takes out all who wait.
    mutating func wakeAll() -> [CheckedContinuation<UInt64?, Never>] {
        defer {
            waiting = [:]
            waitingForAny = []
        }
        return Array(waiting.values)
    }
}
