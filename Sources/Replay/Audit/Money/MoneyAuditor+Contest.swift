import Draft

extension MoneyAuditor {
    /// A tournament's life: closed once, paid by its table, its books at zero in the end.
    mutating func checkContest(_ recorded: RecordedEvent, in group: CommandGroup) {
        guard case .tournament(let id) = recorded.stream else { return }
        guard let tournament = tournaments[id] else {
            if case .created = recorded.event.contest { notes.counts.contests += 1 }
            return
        }
        switch recorded.event.contest {
        case .closed, .cancelled:
            if tournament.stage == .finalized || tournament.stage == .cancelled {
                notes.note(
                    .contest, at: recorded, expected: "open", actual: tournament.stage.name,
                    "The contest was already over.")
            }
            if case .closed(let closed) = recorded.event.contest, closed.entries != books[id]?.entries ?? 0 {
                notes.note(
                    .contest, at: recorded, expected: "\(books[id]?.entries ?? 0) entries", actual: "\(closed.entries)",
                    "Closing the entries stated a wrong number of entries.")
            }
        case .prizes(let awarded): checkPrizes(awarded, recorded, of: tournament, in: group)
        case .finalized(let totals): checkTotals(totals, recorded, of: tournament)
        case .created, .overlay, .rake, .rounds, .scoring, .played, .pods, nil: break
        }
    }

    /// The range follows the last one paid, and each credit is what the table gives its place and those tied with it.
    private mutating func checkPrizes(
        _ awarded: PrizesAwarded, _ recorded: RecordedEvent, of tournament: TournamentState, in group: CommandGroup
    ) {
        if awarded.firstPlace != tournament.lastPlaceAwarded &+ 1 || tournament.stage != .closed {
            notes.note(
                .contest, at: recorded, expected: "place \(tournament.lastPlaceAwarded &+ 1), entries closed",
                actual: "place \(awarded.firstPlace), \(tournament.stage.name)",
                "These prizes are not next in the prize table.")
        }
        let unfinished = books[tournament.id]?.rooms.unfinished ?? 0
        if unfinished > 0 {
            notes.note(
                .contest, at: recorded, expected: "all rooms over", actual: "\(unfinished) are not",
                "Prizes were paid while rooms were still drafting.")
        }
        let credits = group.events.compactMap { event -> PrizeCredited? in
            if case .prize(let prize) = event.event.feeStep { prize } else { nil }
        }
        let paid = credits.reduce(Cents.zero) { $0 + $1.amount }
        if paid != awarded.amount {
            notes.note(
                .contest, at: recorded, expected: "\(awarded.amount.value) cents", actual: "\(paid.value) cents",
                "The credits do not add up to the stated sum.")
        }
        guard let table = PrizeTable(tournament.details.prizes) else { return }
        for (place, tied) in Dictionary(grouping: credits, by: \.place).sorted(by: { $0.key < $1.key }) {
            let (last, isBeyond) = place.addingReportingOverflow(UInt32(tied.count) - 1)
            let shares = isBeyond ? [] : table.total(of: place...last).split(evenlyAmong: tied.count)
            let amounts = tied.sorted { $0.entry < $1.entry }.map(\.amount)
            if amounts != shares {
                notes.note(
                    .contest, at: recorded, expected: shares.map { "\($0.value)" }.joined(separator: " + "),
                    actual: amounts.map { "\($0.value)" }.joined(separator: " + "),
                    "Place \(place) was not paid as in the prize table.")
            }
        }
    }

    /// Fees + overlay = prizes + rake + refunds, and nothing is left in the escrow.
    private mutating func checkTotals(
        _ totals: TournamentFinalized, _ recorded: RecordedEvent, of tournament: TournamentState
    ) {
        let own = books[tournament.id] ?? ContestBooks()
        if own.escrow != .zero {
            notes.note(
                .contest, at: recorded, expected: "0 cents in escrow", actual: "\(own.escrow.value) cents",
                "The contest's escrow is not empty.")
        }
        var expected = TournamentFinalized.blank
        expected.entries = own.entries
        expected.fees = own.fees
        expected.overlay = own.overlay
        expected.prizes = own.prizes
        expected.rake = own.rake
        expected.refunds = own.refunds
        if totals != expected {
            notes.note(
                .contest, at: recorded, expected: Event.tournamentFinalized(expected).inWords,
                actual: Event.tournamentFinalized(totals).inWords,
                "The contest's final totals differ from its postings.")
        }
        let lastPaid = min(PrizeTable(tournament.details.prizes)?.lastPlace ?? 0, own.standingEntries)
        if tournament.lastPlaceAwarded < lastPaid {
            notes.note(
                .contest, at: recorded, expected: "places up to \(lastPaid) paid",
                actual: "up to \(tournament.lastPlaceAwarded)",
                "The contest was finalized with unpaid prizes.")
        }
    }
}
