/// A member's deposits and entries since the start of a day and a week.
public struct PlayWindow: Hashable, Sendable, Codable {
    /// Since 1970-01-01.
    private var day: Int64 = .min
    /// Since the week of 1970-01-01, Monday by Monday.
    private var week: Int64 = .min

    public package(set) var today = Sums()
    public package(set) var thisWeek = Sums()

    /// The sums of a day or a week.
    public struct Sums: Hashable, Sendable, Codable {
        public var deposits = Cents.zero
        public var fees = Cents.zero
        public var entries: UInt32 = 0
    }

    package init() {}

    /// The start of the day of the last deposit or entry; nil before the first one.
    package var date: Timestamp? {
        get { day == .min ? nil : Timestamp(microseconds: day &* 86_400_000_000) }
        set { (day, week) = newValue.map(Self.place) ?? (.min, .min) }
    }

    /// Returns the sums at a moment, without those of a day or a week that is over.
    public func sums(at moment: Timestamp) -> (today: Sums, thisWeek: Sums) {
        let (day, week) = Self.place(of: moment)
        return (day == self.day ? today : Sums(), week == self.week ? thisWeek : Sums())
    }

    mutating func note(_ event: Event, at moment: Timestamp) {
        var further = Sums()
        let subject = event.subject
        if let fee = subject.fee, fee.step == .held {
            (further.fees, further.entries) = (fee.amount, 1)
        } else if let transfer = subject.transfer, transfer.kind == .deposit {
            further.deposits = transfer.amount
        } else {
            return
        }
        (today, thisWeek) = sums(at: moment)
        (day, week) = Self.place(of: moment)
        today.add(further)
        thisWeek.add(further)
    }

    /// A moment's day and week in UTC. The first day of 1970 was a Thursday.
    private static func place(of moment: Timestamp) -> (day: Int64, week: Int64) {
        let day = moment.dayNumber
        return (day, (day + 3).quotientRoundedDown(by: 7))
    }
}

extension Timestamp {
    /// Days of UTC since 1970-01-01.
    fileprivate var dayNumber: Int64 { microseconds.quotientRoundedDown(by: 86_400_000_000) }

    /// The first moment of its day in UTC.
    package var startOfDay: Timestamp { Timestamp(microseconds: dayNumber &* 86_400_000_000) }
}

extension Int64 {
    fileprivate func quotientRoundedDown(by divisor: Int64) -> Int64 {
        self / divisor - (self % divisor < 0 ? 1 : 0)
    }
}

extension PlayWindow.Sums {
    fileprivate mutating func add(_ further: Self) {
        deposits += further.deposits
        fees += further.fees
        entries &+= further.entries
    }
}
