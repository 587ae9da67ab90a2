import Draft
import Ledger

/// Which streams are in memory, how far each of them is, and which of them can go.
///
/// *CLOCK*: a hand goes round over the streams, lets those go that nobody has used since it last passed, and so comes
/// near to dropping those first that were used least recently, at some nanoseconds a use.
struct Residents {
    fileprivate struct Resident {
        var stream: StreamKey
        /// 0 for a stream without events.
        var version: UInt32
        /// Where the last event stands.
        var position: UInt64?
        /// The last event that the state was made with, of whatever stream; it may be on its way to the disk.
        var newest: UInt64?
        var size: Int
        var isUsed = true
        /// A place that is free may have been another stream's.
        var isPresent = true
    }

    private var places: [UInt64: Int] = [:]
    private var residents: [Resident] = []
    private var free: [Int] = []
    private var hand = 0
    /// Streams that were added since the last sweep.
    private var added = 0

    /// About how many bytes all of them take.
    private(set) var size = 0

    /// How many streams there are.
    var count: Int { places.count }

    /// Notes that a stream is used.
    ///
    /// - Returns: false for one that is not in memory.
    mutating func use(_ stream: StreamKey) -> Bool {
        guard let place = places[stream.rawValue] else { return false }
        residents[place].isUsed = true
        return true
    }

    func contains(_ stream: StreamKey) -> Bool { places[stream.rawValue] != nil }

    /// How far a stream is; nil for one that is not in memory.
    func head(of stream: StreamKey) -> StreamEnd? {
        places[stream.rawValue].map { StreamEnd(version: residents[$0].version, position: residents[$0].position) }
    }

    mutating func add(_ loaded: LoadedStream) {
        let resident = Resident(
            stream: loaded.stream, version: loaded.version, position: loaded.position, size: loaded.size)
        size += resident.size
        added += 1
        if let place = free.popLast() {
            residents[place] = resident
            places[loaded.stream.rawValue] = place
        } else {
            places[loaded.stream.rawValue] = residents.count
            residents.append(resident)
        }
    }

    /// Moves a stream to its next event.
    mutating func advance(_ recorded: RecordedEvent) {
        guard let place = places[recorded.stream.rawValue] else { return }
        residents[place].version = recorded.version
        residents[place].position = recorded.position
        residents[place].newest = recorded.position
        let growth = recorded.origin == nil ? 0 : LoadedStream.markSize
        residents[place].size += growth
        size += growth
    }

    /// Notes that the state of a stream has taken in an event of another one.
    mutating func touch(_ stream: StreamKey, at position: UInt64) {
        if let place = places[stream.rawValue] { residents[place].newest = position }
    }

    mutating func remove(_ stream: StreamKey) {
        guard let place = places.removeValue(forKey: stream.rawValue) else { return }
        size -= residents[place].size
        residents[place].isPresent = false
        free.append(place)
    }

    /// Whether all that a stream was made with is durable: the log can tell whoever asks for it anew.
    func isDurable(_ stream: StreamKey, below end: UInt64) -> Bool {
        places[stream.rawValue].map { residents[$0].newest.map { $0 < end } ?? true } ?? true
    }

    /// Lets streams go while there is more than fits, looking at a few at a time: at four for every one that was added
    /// since, so that it keeps up with a flood of new ones, each of which is let go at the second look.
    ///
    /// - Parameters:
    ///   - limit: how many bytes may stay.
    ///   - end: where the log ends that is durable.
    ///   - steps: how many streams to look at beyond those.
    /// - Returns: those that are not here any more.
    mutating func sweep(to limit: Int, durableBelow end: UInt64, steps: Int) -> [StreamKey] {
        guard size > limit, !residents.isEmpty else {
            added = 0
            return []
        }
        // Those that were not durable when they were looked at are come back to.
        let steps = steps + 4 * added + (size - limit > limit / 4 ? residents.count / 8 : 0)
        added = 0
        var idle: [StreamKey] = []
        var excess = size - limit
        for _ in 0..<min(steps, 2 * residents.count) where excess > 0 {
            hand = hand + 1 < residents.count ? hand + 1 : 0
            let resident = residents[hand]
            guard resident.isPresent, !resident.isPinned, resident.newest.map({ $0 < end }) ?? true else { continue }
            residents[hand].isUsed = false
            if resident.isUsed { continue }
            idle.append(resident.stream)
            excess -= resident.size
            remove(resident.stream)
        }
        return idle
    }

    /// Calls `body` with every stream, in no order.
    func forEach(_ body: (StreamKey) -> Void) {
        for resident in residents where resident.isPresent { body(resident.stream) }
    }
}

extension Residents.Resident {
    /// What the house opens: few, large, and asked for by everybody.
    fileprivate var isPinned: Bool {
        switch stream {
        case .system, .staff: true
        case .pool, .tournament: version > 0
        default: false
        }
    }
}

/// How far a stream is.
struct StreamEnd: Hashable, Sendable {
    /// 0 for a stream without events.
    var version: UInt32
    /// Where the last event stands.
    var position: UInt64?

    init(version: UInt32, position: UInt64?) {
        self.version = version
        self.position = position
    }

    /// As the ledger has it; nil for a stream without events.
    init(_ head: StreamHead?) { self.init(version: head?.version ?? 0, position: head?.position) }
}
