public import Draft
import Ledger
import Platform
import Records

/// The totals of one day of the ledger, by the ledger's own clock, in UTC.
public struct DailyFigures: Hashable, Sendable {
    /// Days since 1970-01-01.
    public var day: Int64

    /// Midnight, with which it begins.
    public var start: Timestamp { Timestamp(microseconds: day * Self.length) }

    private static let length: Int64 = 86_400_000_000

    static func day(of moment: Timestamp) -> Int64 {
        let microseconds = moment.microseconds
        return (microseconds < 0 ? microseconds - (length - 1) : microseconds) / length
    }

    /// All of its events.
    public var events: UInt64 = 0
    public var usersRegistered: UInt64 = 0
    public var seatsTaken: UInt64 = 0
    public var seatsLeft: UInt64 = 0
    public var picksByHand: UInt64 = 0
    public var picksByRules: UInt64 = 0
    /// Imported ones of which the source does not tell how they came about.
    public var picksUnknown: UInt64 = 0
    /// Those that were only counted, in a flood, among them.
    public var refusals: UInt64 = 0
    public var deposits = Cents.zero
    public var withdrawals = Cents.zero
    public var chargebacks = Cents.zero
    /// Entry fees that were posted, less those that went back from posted ones.
    public var fees = Cents.zero
    public var prizes = Cents.zero
    public var adjustments = Cents.zero
    public var casesOpened: UInt64 = 0
    public var casesResolved: UInt64 = 0
    /// Cases that were open when the day was over.
    public var openCases: UInt64 = 0

    init(day: Int64) { self.day = day }

    /// Whether there was activity: the events of a service's start do not count.
    public var hasActivity: Bool {
        var bare = DailyFigures(day: day)
        bare.events = events
        bare.openCases = openCases
        return self != bare
    }

    mutating func add(_ record: RecordView) throws {
        events += 1
        let number = Int(record.templateID)
        guard number < Self.effects.count else { return }
        switch Self.effects[number] {
        case .none: break
        case .counts(let figure): self[keyPath: figure] += 1
        case .isRead: add(try record.decoded().event)
        }
    }

    /// The effect of an event of a type on the figures.
    private enum Effect {
        case none
        /// Counts, without a look at the body.
        case counts(any WritableKeyPath<DailyFigures, UInt64> & Sendable)
        /// The body states the figure: of a refusal, an autopick or a payment.
        case isRead

        init(of type: EventType) {
            let facts = type.facts
            let isAutopick = facts.traits.isSuperset(of: [.makesPick, .followsFromTime])
            if let figure = DailyFigures.counters[type] {
                self = .counts(figure)
            } else {
                self = facts.home == .wallet || facts.home == nil || isAutopick ? .isRead : .none
            }
        }
    }

    private static let counters: [EventType: any WritableKeyPath<Self, UInt64> & Sendable] = [
        .userRegistered: \.usersRegistered, .seatTaken: \.seatsTaken, .seatLeft: \.seatsLeft,
        .pickMade: \.picksByHand, .disputeOpened: \.casesOpened, .disputeResolved: \.casesResolved,
    ]

    /// The effects by the number of the type, so that a scan looks nothing up.
    private static let effects: [Effect] = {
        var table = [Effect](repeating: .none, count: Int(EventType.allCases.map(\.rawValue).max() ?? 0) + 1)
        for type in EventType.allCases { table[Int(type.rawValue)] = Effect(of: type) }
        return table
    }()

    private mutating func add(_ event: Event) {
        if let event = event.refusal { refusals += UInt64(event.count) }
        if case .automated(let event) = event.pick {
            if event.source == .unknown { picksUnknown += 1 } else { picksByRules += 1 }
        }
        if case .adjustment(let event) = event.payment { adjustments = adjustments + event.amount }
        let subject = event.subject
        if let transfer = subject.transfer {
            switch transfer.kind {
            case .deposit: deposits = deposits + transfer.amount
            case .withdrawal: withdrawals = withdrawals + transfer.amount
            case .chargeback: chargebacks = chargebacks + transfer.amount
            case .settlement: chargebacks = chargebacks - transfer.amount
            }
        }
        if let fee = subject.fee {
            switch fee.step {
            case .posted: fees = fees + fee.amount
            case .refunded: fees = fees - fee.amount
            case .prize: prizes = prizes + fee.amount
            case .held, .released: break
            }
        }
    }

    mutating func merge(_ other: DailyFigures) {
        events += other.events
        usersRegistered += other.usersRegistered
        seatsTaken += other.seatsTaken
        seatsLeft += other.seatsLeft
        picksByHand += other.picksByHand
        picksByRules += other.picksByRules
        picksUnknown += other.picksUnknown
        refusals += other.refusals
        deposits = deposits + other.deposits
        withdrawals = withdrawals + other.withdrawals
        chargebacks = chargebacks + other.chargebacks
        fees = fees + other.fees
        prizes = prizes + other.prizes
        adjustments = adjustments + other.adjustments
        casesOpened += other.casesOpened
        casesResolved += other.casesResolved
    }
}

extension DraftLedger {
    /// The ledger day by day, from its first event's to its last one's, those on which nothing happened among them; or one
    /// day, whether or not anything happened.
    ///
    /// One scan on all cores; ticks cost a look at their headers.
    ///
    /// - Parameters:
    ///   - date: any moment of the day; nil for all days. Of a ledger that claims to span more than a hundred years, those
    ///     without events are left out.
    ///   - progress: called with the progress.
    public func dailyFigures(
        of date: Timestamp? = nil, progress: ProgressHandler? = nil
    ) throws(DraftLedgerError) -> [DailyFigures] {
        try rethrowing {
            let size = try ledger.size
            let gathered = Guarded<(days: [Int64: DailyFigures], done: UInt64)>(([:], 0))
            try ledger.forEachChunk(of: 0..<size) { positions in
                let days = try Self.figures(of: positions, in: ledger)
                let done = gathered.withLock { gathered in
                    for (day, figures) in days {
                        gathered.days[day, default: DailyFigures(day: day)].merge(figures)
                    }
                    gathered.done += UInt64(positions.count)
                    return gathered.done
                }
                progress?(done, size)
            }
            return Self.inOrder(gathered.withLock { $0.days }, of: date.map(DailyFigures.day))
        }
    }

    private static func inOrder(_ days: [Int64: DailyFigures], of date: Int64?) -> [DailyFigures] {
        var wanted = days.keys.sorted()
        if let first = wanted.first, let last = wanted.last, last - first < 36_525 { wanted = Array(first...last) }
        if let date { wanted = wanted.filter { $0 < date } + [date] }
        var open: UInt64 = 0
        let all = wanted.map { day in
            var figures = days[day] ?? DailyFigures(day: day)
            open = open &+ figures.casesOpened &- figures.casesResolved
            figures.openCases = open
            return figures
        }
        return date == nil ? all : Array(all.suffix(1))
    }

    private static func figures(of positions: Range<UInt64>, in ledger: Ledger) throws -> [Int64: DailyFigures] {
        var days: [Int64: DailyFigures] = [:]
        var today: DailyFigures?
        try ledger.scan(positions) { position, record in
            try record.withUnsafeBytes { bytes in
                let view = try RecordView(bytes, position: position)
                let day = DailyFigures.day(of: view.recordedAt)
                if today?.day != day {
                    // The ledger's clock never runs backwards, so a day that is over is whole.
                    if let today { days[today.day] = today }
                    today = DailyFigures(day: day)
                }
                try today?.add(view)
            }
            return true
        }
        if let today { days[today.day] = today }
        return days
    }
}
