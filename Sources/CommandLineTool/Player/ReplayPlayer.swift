import Draft

/// The position in the replay of a room, and its changes by keys and time. Pure: it reads neither keys nor a clock.
struct ReplayPlayer {
    let tape: ReplayTape

    /// The event that was shown last.
    private(set) var index = 0

    /// Time on the tape: the moment between two events that the clock shows.
    private(set) var elapsed: Interval = .zero

    private(set) var isPlaying = true

    private(set) var hasEnded = false

    /// Ended by Ctrl-C, which a terminal in raw mode hands over as a key.
    private(set) var wasInterrupted = false

    /// How many times as fast as it happened.
    private(set) var speed: Double

    /// Nobody watches a slow draft's night: a longer wait for the next event is cut to this.
    private static let longestWait = 2.0

    static let allowedSpeeds = 0.1...10_000.0

    init(_ tape: ReplayTape, speed: Double) {
        self.tape = tape
        self.speed = min(max(speed, Self.allowedSpeeds.lowerBound), Self.allowedSpeeds.upperBound)
    }

    private var last: Int { tape.events.count - 1 }

    var isAtEnd: Bool { index == last }

    /// The moment that the clocks on the screen show.
    var now: Timestamp {
        tape.moment(of: index) + Interval(microseconds: elapsed.microseconds - tape.schedule[index].microseconds)
    }

    mutating func handle(_ key: Key) {
        switch key {
        case .space: isPlaying.toggle()
        case .right: step(to: tape.next(after: index) { !$0.isTick })
        case .left: step(to: tape.previous(before: index) { !$0.isTick })
        case .down: step(to: tape.next(after: index, where: \.isPick))
        case .up: step(to: tape.previous(before: index, where: \.isPick))
        case .home: step(to: 0)
        case .end: step(to: last)
        case .faster: speed = min(speed * 2, Self.allowedSpeeds.upperBound)
        case .slower: speed = max(speed / 2, Self.allowedSpeeds.lowerBound)
        case .quit: hasEnded = true
        case .interrupt:
            hasEnded = true
            wasInterrupted = true
        case .other: break
        }
    }

    /// A step by hand stops the tape.
    private mutating func step(to target: Int) {
        isPlaying = false
        index = target
        elapsed = tape.schedule[target]
    }

    /// Lets time pass for those who watch.
    mutating func advance(bySeconds seconds: Double) {
        guard isPlaying, !isAtEnd else { return }
        let stride = Int64(seconds * speed * 1e6)
        let longest = Int64(Self.longestWait * speed * 1e6)
        let next = tape.schedule[index + 1].microseconds
        let from = max(elapsed.microseconds, next - longest)
        elapsed = Interval(microseconds: from + stride)
        while index < last, tape.schedule[index + 1] <= elapsed { index += 1 }
        if isAtEnd { elapsed = tape.schedule[last] }
    }
}

extension ReplayTape {
    /// The next event of a kind, or the last of all.
    func next(after index: Int, where wanted: (Event) -> Bool) -> Int {
        (index + 1..<max(events.count, index + 1)).first { wanted(events[$0].event) } ?? events.count - 1
    }

    /// The event of a kind before, or the first of all.
    func previous(before index: Int, where wanted: (Event) -> Bool) -> Int {
        (0..<index).last { wanted(events[$0].event) } ?? 0
    }
}
