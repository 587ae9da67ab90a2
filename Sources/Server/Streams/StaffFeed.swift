import Draft
import DraftLedger
import NIOCore
import TextFormats

/// A part of the ledger that pages of staff show. A notice names the changed topics, and a page reads them again.
enum StaffTopic: String, CaseIterable, Sendable {
    /// Approval requests, by number.
    case approvals
    /// Cases, by number.
    case cases
    /// Cases that were upheld. A cashier can read no others.
    case upheldCases
    /// The picks and clocks of drafts, by room.
    case clocks
    /// Contests, by number.
    case contests
    /// The deliveries to the endpoints of webhooks, together.
    case deliveries
    /// The entries, states and pauses of rooms, by room.
    case rooms
    /// Points of players, by season.
    case scores
    /// The list of staff.
    case staff

    /// The name in a notice.
    var name: String { self == .upheldCases ? Self.cases.rawValue : rawValue }

    /// Whether a notice may name it to a staff member, who can read what it is about.
    func isFor(_ caller: Caller) -> Bool {
        switch self {
        case .approvals, .deliveries, .scores, .staff: caller.maySeeStaff
        case .cases: caller.isOfficer
        case .upheldCases: caller.roles.contains(.cashier)
        // The lists of contests and rooms are everybody's, with the numbers of picks.
        case .clocks, .contests, .rooms: true
        }
    }

    /// Whether a change is announced at once. The others can come by the hundred, and are announced once a second.
    var isUrgent: Bool {
        switch self {
        case .approvals, .cases, .upheldCases, .staff: true
        case .clocks, .contests, .deliveries, .rooms, .scores: false
        }
    }
}

/// The changes that pages of staff show: of each object the position of its last change.
///
/// A reader that is behind gets one notice of all that it has missed, however much that is. The memory is bounded: a reader
/// that is further behind than the kept changes is told that each topic has changed.
struct StaffFeed: Sendable {
    /// An object that changes; no number for a topic whose objects are shown together.
    private struct Subject: Hashable {
        var topic: StaffTopic
        var number: UInt64?
    }

    /// A question that several readers ask at the same time.
    private struct Question: Hashable {
        var start: UInt64
        var hasDeliveries: Bool
        var topics: Set<StaffTopic>
    }

    private var changes: [Subject: UInt64] = [:]
    /// All changes from this position on are kept.
    private(set) var floor: UInt64
    /// The number of changes of deliveries, which have no position in the ledger.
    private(set) var deliveries: UInt64 = 1
    /// The endpoints whose last delivery failed.
    private var failing: Set<String> = []
    /// Whether there are changes that were not announced.
    private var hasNews = false
    /// The notices since the last change, encoded once for all their readers.
    private var encoded: [Question: ByteBuffer] = [:]
    var viewers: Set<ObjectIdentifier> = []

    /// The number of objects whose last change is kept. When there are twice as many, the oldest changes are forgotten.
    static let kept = 4_096

    /// The maximum number of encoded notices. A reader that begins again and again at other positions fills no memory.
    static let encodings = 256

    /// The number of objects of one topic that a notice names. For more, it names the topic alone.
    static let named = 256

    init(from floor: UInt64) { self.floor = floor }

    /// Takes an event in.
    ///
    /// - Returns: whether it is announced at once.
    mutating func take(_ recorded: RecordedEvent) -> Bool {
        let subjects = Self.subjects(of: recorded)
        guard !subjects.isEmpty else { return false }
        for subject in subjects { changes[subject] = recorded.position }
        hasNews = true
        encoded = [:]
        if changes.count > 2 * Self.kept { forgetOldest() }
        return subjects.contains { $0.topic.isUrgent }
    }

    private mutating func forgetOldest() {
        let positions = changes.values.sorted()
        let first = positions[positions.count - Self.kept]
        changes = changes.filter { $0.value >= first }
        floor = first
    }

    /// The objects that an event changes. A refusal changes nothing, and is its sender's alone.
    private static func subjects(of recorded: RecordedEvent) -> [Subject] {
        guard recorded.event.refusal == nil else { return [] }
        switch recorded.stream {
        case .measure(let id): return [Subject(topic: .approvals, number: id.number)]
        case .dispute(let id):
            var subjects = [Subject(topic: .cases, number: id.number)]
            if case .resolved(let resolved) = recorded.event.caseStep, resolved.verdict == .upheld {
                subjects.append(Subject(topic: .upheldCases, number: id.number))
            }
            return subjects
        case .tournament(let id): return [Subject(topic: .contests, number: id.number)]
        case .room(let id):
            return topic(ofRoomEvent: recorded.event).map { [Subject(topic: $0, number: id.number)] } ?? []
        case .season(let id): return [Subject(topic: .scores, number: id.number)]
        case .aliases: return [Subject(topic: .scores)]
        case .staff: return [Subject(topic: .staff)]
        case .system, .pool, .queue, .wallet, .user, .clock, .notes: return []
        }
    }

    /// The topic of an event in the stream of a room; nil for connections, autodraft and ticks.
    private static func topic(ofRoomEvent event: Event) -> StaffTopic? {
        switch event.clock {
        case .started?, .extended?: return .clocks
        case .paused?, .resumed?: return .rooms
        case .ticked?: return nil
        case nil: break
        }
        if event.traits.contains(.changesBoard) { return .clocks }
        return event.traits.isDisjoint(with: [.roomSetting, .lobby, .endsRoom]) ? nil : .rooms
    }

    /// Takes in the end of an attempt to deliver an event: failures, and the first success after them.
    mutating func takeDelivery(to endpoint: String, failed: Bool) {
        if failed {
            failing.insert(endpoint)
        } else {
            guard failing.remove(endpoint) != nil else { return }
        }
        changeDeliveries()
    }

    /// Counts a change of the deliveries that is not the end of an attempt.
    mutating func changeDeliveries() {
        deliveries += 1
        hasNews = true
        encoded = [:]
    }

    /// Whether there is something to announce that was not announced.
    mutating func takeNews() -> Bool {
        defer { hasNews = false }
        return hasNews
    }

    /// Returns the notice for a reader.
    ///
    /// - Parameters:
    ///   - start: the reader knows all changes below this position.
    ///   - end: the position after the last event that was taken in.
    ///   - hasDeliveries: whether the deliveries have changed since the last notice.
    ///   - caller: the reader.
    /// - Returns: nil if nothing has changed that the reader may know.
    mutating func notice(
        from start: UInt64, to end: UInt64, hasDeliveries: Bool, for caller: Caller
    ) -> ByteBuffer? {
        let topics = Set(StaffTopic.allCases.filter { $0.isFor(caller) })
        let question = Question(start: start, hasDeliveries: hasDeliveries, topics: topics)
        if let known = encoded[question] { return known }
        let members = members(for: question)
        guard !members.isEmpty else { return nil }
        let notice = StreamOutput.frame("changed", JSON.object(members).compact, before: end)
        if encoded.count >= Self.encodings { encoded = [:] }
        encoded[question] = notice
        return notice
    }

    /// The members of a notice: the changed topics, each with the numbers of its changed objects. An empty list is for
    /// the whole topic.
    private func members(for question: Question) -> [JSON.Member] {
        var numbers: [String: Set<UInt64>?] = [:]
        func add(_ topic: StaffTopic, _ number: UInt64?) {
            guard let number, let known = numbers[topic.name, default: []] else {
                numbers[topic.name] = .some(nil)
                return
            }
            numbers[topic.name] = known.union([number])
        }
        if question.start < floor {
            for topic in question.topics { add(topic, nil) }
        } else {
            for (subject, position) in changes
            where position >= question.start && question.topics.contains(subject.topic) {
                add(subject.topic, subject.number)
            }
        }
        if question.hasDeliveries, question.topics.contains(.deliveries) { add(.deliveries, nil) }
        return numbers.sorted { $0.key < $1.key }.map { topic, numbers in
            let list = (numbers ?? []).sorted()
            return JSON.Member(topic, .array(list.count > Self.named ? [] : list) { .natural($0) })
        }
    }
}
