import Draft

/// A draft of a table of picks as its rows come in: how many teams it has, and which slot each row is of, is known once
/// all of them are there.
struct TableDraft {
    struct Row {
        var place: SourcePlace
        /// Columns of what may turn out wrong once all rows are there.
        var roundColumn: UInt32
        var slotColumn: UInt32
        var playerColumn: UInt32
        var number: PickNumber?
        var inRound: PickNumber?
        var round: UInt8?
        var slot: Slot?
        /// Index among the draft's seats; nil where no column tells them apart.
        var seat: Int?
        /// Index among the players of the files.
        var player: Int
        var adp: UInt32?
        var byeWeek: UInt8?
        var pickedAt: Timestamp?

        /// The pick's number in a draft of a number of teams; nil if the row cannot be of one.
        ///
        /// Without a number it follows from the place in the round, or from the slot, which a snake gives in each round.
        func number(in teams: UInt8, _ order: Ruleset.Order) -> Int? {
            if let number { return Int(number) }
            guard let round else { return nil }
            if let inRound { return inRound <= teams ? (Int(round) - 1) * Int(teams) + Int(inRound) : nil }
            guard let slot, slot < teams else { return nil }
            return Int(
                Snake(teams: teams, rounds: Ruleset.allowedRounds.upperBound, order: order).pick(of: slot, in: round))
        }

        /// Whether the slot alone tells the pick.
        var goesBySlot: Bool { number == nil && inRound == nil && slot != nil }
    }

    /// The values that the rows of one team share.
    struct Seat: Hashable {
        var entry = ""
        var user = ""
    }

    let id: String
    var rows: [Row] = []
    var seats: [Seat] = []
    /// By what tells the seats apart.
    var seatIndexes: [String: Int] = [:]

    /// As the first row says it; every other row has to say the same.
    var contest = ""
    var fee: Cents?
    var startedAt: Timestamp?
    var statedTeams: UInt8?

    /// Of several titles, as a contest may have had them, the first by the alphabet: whatever the rows' order.
    var title = ""

    /// The first thing that was wrong with it.
    var issue: ImportIssue?

    /// Which way its rounds run, as its picks show.
    var order = Ruleset.Order.snake

    init(id: String) { self.id = id }

    /// Whether picks of several teams are there. Where no column tells teams apart, two picks of one round do, or picks
    /// from the first on without a gap.
    var showsSeveralTeams: Bool {
        if rows.contains(where: { $0.seat != nil }) { return seats.count > 1 }
        if rows.allSatisfy({ $0.round != nil }) {
            return Dictionary(grouping: rows, by: \.round).values.contains { round in
                Set(round.map { $0.number ?? $0.inRound }).count > 1
            }
        }
        let numbers = Set(rows.compactMap(\.number))
        return numbers.count > 1 && numbers.count == numbers.max().map(Int.init)
    }

    /// Makes the rows those of one team where no column tells teams apart.
    mutating func joinRows() {
        guard seats.isEmpty else { return }
        seats = [Seat()]
        for index in rows.indices { rows[index].seat = 0 }
    }
}

/// The reason why a row is not of a draft of a number of teams.
struct TableMisfit {
    var row: TableDraft.Row
    var column: UInt32
    var found: String
    var expected: String
}

extension TableDraft {
    /// How many teams the draft can have: every row is the pick of its round, of its slot and of its team's slot then.
    ///
    /// Slots alone fit every draft of at least as many teams: of those that have all of them, the fewest count.
    func possibleTeams(among range: ClosedRange<UInt8> = Ruleset.allowedTeams) -> [UInt8] {
        if rows.allSatisfy(\.goesBySlot), range.count > 1 {
            let slots = Set(rows.compactMap(\.slot))
            guard slots.count > 1, let last = slots.max(), Int(last) + 1 == slots.count else { return Array(range) }
            return possibleTeams(among: UInt8(slots.count)...UInt8(slots.count))
        }
        return range.filter { teams in
            let seating = Seating(slots(in: teams))
            return rows.allSatisfy { misfit(of: $0, in: teams, seating) == nil }
        }
    }

    /// Whether one team's rows are, in a draft of a number of teams, a pick of each round from the first on.
    func picksInEveryRound(of teams: UInt8) -> Bool {
        let numbers = rows.compactMap { $0.number(in: teams, order) }
        return Set(numbers.map { ($0 - 1) / Int(teams) }) == Set(0..<Set(numbers).count)
    }

    /// Returns the first row that does not fit a draft with this number of teams; if the number is unknown, with that of
    /// most rows.
    func misfit(in stated: UInt8?) -> TableMisfit? {
        let counts = (stated.map { $0...$0 } ?? Ruleset.allowedTeams).map { teams in
            let seating = Seating(slots(in: teams))
            return (teams: teams, fits: rows.count { misfit(of: $0, in: teams, seating) == nil })
        }
        // Of equally many the fewest teams.
        guard let best = counts.max(by: { ($0.fits, $1.teams) < ($1.fits, $0.teams) }) else { return nil }
        let seating = Seating(slots(in: best.teams))
        return rows.sorted { $0.place < $1.place }.lazy.compactMap { misfit(of: $0, in: best.teams, seating) }.first
    }

    /// By seat, the slot that most of its picks are of; of equally many the first.
    func slots(in teams: UInt8) -> [Slot?] {
        let snake = Snake(teams: teams, rounds: Ruleset.allowedRounds.upperBound, order: order)
        var counts = [[Int]](repeating: [Int](repeating: 0, count: Int(teams)), count: seats.count)
        for row in rows {
            guard let seat = row.seat, let number = row.number(in: teams, order), number <= Int(snake.pickCount) else {
                continue
            }
            counts[seat][Int(snake.slot(of: PickNumber(number)))] += 1
        }
        return counts.map { counts in
            counts.max().flatMap { most in most > 0 ? counts.firstIndex(of: most).map { Slot($0) } : nil }
        }
    }

    /// The users or teams by draft position.
    private struct Seating {
        /// By seat.
        let slots: [Slot?]
        /// By slot, the first of the seats that pick from it.
        private(set) var owners: [Slot: Int] = [:]

        init(_ slots: [Slot?]) {
            self.slots = slots
            for case (let seat, let slot?) in slots.enumerated() where owners[slot] == nil { owners[slot] = seat }
        }
    }

    private func misfit(of row: Row, in teams: UInt8, _ seating: Seating) -> TableMisfit? {
        let snake = Snake(teams: teams, rounds: Ruleset.allowedRounds.upperBound, order: order)
        func misfit(_ found: String, _ expected: String, _ column: UInt32? = nil) -> TableMisfit {
            TableMisfit(row: row, column: column ?? row.place.column, found: found, expected: expected)
        }
        guard let number = row.number(in: teams, order) else {
            return misfit("pick \(row.inRound ?? 0) of its round", "one of \(teams) teams, from 1 to \(teams)")
        }
        guard number <= Int(snake.pickCount) else {
            return misfit("pick \(number)", "at most \(snake.pickCount): 30 rounds of \(teams) teams")
        }
        let pick = PickNumber(number)
        if let round = row.round, round != snake.round(of: pick) {
            return misfit(
                "round \(round) at pick \(pick)", "round \(snake.round(of: pick)) of \(teams) teams", row.roundColumn)
        }
        if let inRound = row.inRound, inRound != PickNumber(snake.pickInRound(of: pick)) {
            return misfit(
                "pick \(inRound) of its round at pick \(pick)", "\(snake.pickInRound(of: pick)) of \(teams) teams")
        }
        let turn = snake.slot(of: pick)
        if let slot = row.slot, slot != turn {
            return misfit(
                "slot \(slot + 1) at pick \(pick)", "slot \(turn + 1), whose turn it is in a snake of \(teams)",
                row.slotColumn)
        }
        if let seat = row.seat, let slot = seating.slots[seat], slot != turn || seating.owners[slot] != seat {
            let round = snake.round(of: pick)
            return misfit(
                "pick \(pick) of a team that picks from slot \(slot + 1) of \(teams)",
                slot == turn
                    ? "a slot for each team" : "pick \(snake.pick(of: slot, in: round)) in round \(round) of a snake")
        }
        return nil
    }
}
