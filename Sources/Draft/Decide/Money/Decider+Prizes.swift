extension Decider where State: HouseStates {
    /// Pays the next range of places from the escrow; the operator first adds the missing amount.
    ///
    /// Only once every room has ended: before that, fees are still on their way to the escrow, and standings could still
    /// lose a room. From the first award on, no room can be voided any more, so that nothing is paid out twice.
    func awardPrizesEvents(_ id: TournamentID, _ standings: [Standing]) throws(Refusal) -> [StreamEvent] {
        try checkRole()
        let tournament = try knownTournament(id)
        try checkEnded(tournament)
        guard let table = PrizeTable(tournament.details.prizes) else {
            throw Refusal(.invalidValue, "The prize table of contest \(id) cannot be paid.")
        }
        try check(standings, followFrom: tournament)
        let awards = try awards(for: standings, of: tournament, by: table)
        var credits: [StreamEvent] = []
        var total = Cents.zero
        for award in awards {
            let winner = try winner(award.entry, of: id)
            guard award.amount > .zero else { continue }
            total += award.amount
            let prize = PrizeCredited(tournament: id, entry: award.entry, place: award.place, amount: award.amount)
            credits.append(StreamEvent(.wallet(winner), .prizeCredited(prize)))
        }
        var events: [StreamEvent] = []
        let escrow = state.books(id).escrow
        if total > escrow {
            events.append(StreamEvent(.tournament(id), .overlayAdded(OverlayAdded(amount: total - escrow))))
        }
        let range = PrizesAwarded(
            firstPlace: tournament.lastPlaceAwarded &+ 1,
            lastPlace: tournament.lastPlaceAwarded &+ UInt32(awards.count), entries: UInt32(awards.count),
            amount: total)
        return events + [StreamEvent(.tournament(id), .prizesAwarded(range))] + credits
    }

    /// Closes the books: all prizes are paid, and the rest of the escrow is the operator's rake.
    func finalizeTournamentEvents(_ id: TournamentID) throws(Refusal) -> [StreamEvent] {
        try checkRole()
        let tournament = try knownTournament(id)
        try checkEnded(tournament)
        let books = state.books(id)
        let lastPrize = PrizeTable(tournament.details.prizes)?.lastPlace ?? 0
        let lastPaid = min(lastPrize, books.standingEntries)
        guard tournament.lastPlaceAwarded >= lastPaid else {
            throw Refusal(
                .wrongStatus,
                "Places up to \(lastPaid) win prizes, but only places up to \(tournament.lastPlaceAwarded) are awarded."
            )
        }
        var events: [StreamEvent] = []
        if books.escrow > .zero {
            events.append(StreamEvent(.tournament(id), .rakeTaken(RakeTaken(amount: books.escrow))))
        }
        let totals = TournamentFinalized(
            entries: books.entries, fees: books.fees, overlay: books.overlay, prizes: books.prizes,
            rake: books.rake + books.escrow, refunds: books.refunds)
        return events + [StreamEvent(.tournament(id), .tournamentFinalized(totals))]
    }

    /// Refuses a tournament that still takes entries or still drafts.
    func checkEnded(_ tournament: TournamentState) throws(Refusal) {
        guard tournament.stage == .closed else {
            throw Refusal(
                .wrongStatus, "Contest \(tournament.id) is \(tournament.stage.name), expected entriesClosed.")
        }
        let unfinished = state.books(tournament.id).rooms.unfinished
        guard unfinished == 0 else {
            throw Refusal(.wrongStatus, "\(unfinished) rooms of contest \(tournament.id) have not ended yet.")
        }
    }

    private func awards(
        for standings: [Standing], of tournament: TournamentState, by table: PrizeTable
    ) throws(Refusal) -> [PrizeTable.Award] {
        do throws(PrizeTable.StandingsFault) {
            return try table.awards(for: standings, from: tournament.lastPlaceAwarded &+ 1)
        } catch {
            switch error {
            case .empty: throw Refusal(.invalidValue, "There are no standings to award.")
            case .listedTwice(let entry): throw Refusal(.invalidValue, "Entry \(entry) is listed twice.")
            case .wrongPlace(let entry, let found, let expected):
                throw Refusal(
                    .invalidValue,
                    "Entry \(entry) is at place \(found), expected \(expected): places continue after the last "
                        + "awarded one, and k tied entries take k places.")
            }
        }
    }

    /// The user who receives the prize of an entry: the entry must be of a completed room of the contest, without a prize.
    private func winner(_ entry: EntryID, of tournament: TournamentID) throws(Refusal) -> UserID {
        guard let room = state.room(entry.room) else {
            throw Refusal(.unknownRoom, "There is no room \(entry.room), in which entry \(entry) is said to draft.")
        }
        guard room.tournament == tournament, room.status == .complete else {
            throw Refusal(
                .invalidValue,
                "Entry \(entry) drafts in room \(room.id), which is \(room.status.name) and of contest "
                    + "\(room.tournament?.description ?? "none").")
        }
        guard let member = room.members.lazy.compactMap({ $0 }).first(where: { $0.entry == entry }) else {
            throw Refusal(.invalidValue, "Entry \(entry) has no seat in room \(room.id).")
        }
        guard let user = member.user else {
            throw Refusal(.unknownUser, "Entry \(entry) has no user to pay.")
        }
        guard state.wallet(user).entries[entry]?.stage == .posted else {
            throw Refusal(.wrongStatus, "Entry \(entry) has no posted fee: it is unpaid, or has already won.")
        }
        return user
    }
}
