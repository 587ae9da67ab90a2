import Draft

/// The terms of a dialect, so that messages name the file's own columns.
struct DraftWording {
    /// "pick_order"
    var slot: String
    /// "overall_pick_number"
    var pick: String
    /// The value in the file for a slot of a draft.
    var slotValue: (GatheredDraft, Slot) -> String
}

extension GatheredDraft {
    /// Checks the draft as a whole, now that all its rows are there, and puts its picks in order.
    ///
    /// - Throws: the first rule that it breaks, in this order: teams, every pick once, no gap, rounds, each pick in its
    ///   slot of the snake and in its round, no player twice.
    mutating func check(
        _ wording: DraftWording, players: PlayerTable, files: [SourceFile]
    ) throws(ImportIssue) {
        picks.sort { ($0.number, $0.place) < ($1.number, $1.place) }
        guard let last = picks.last else { return }
        func issue(at place: SourcePlace, _ found: String, _ expected: String) -> ImportIssue {
            files.issue(at: place, draft: externalID, found: found, expected: expected)
        }
        guard Ruleset.allowedTeams.contains(UInt8(clamping: entries.count)) else {
            throw issue(at: last.place, "\(entries.count) teams", "\(Ruleset.allowedTeams.dashed) teams")
        }
        if let absent = entries.firstIndex(where: { $0 == nil }) {
            let value = wording.slotValue(self, Slot(absent))
            throw issue(
                at: last.place, "no pick of \(wording.slot) \(value) among \(entries.count) teams",
                "picks of every \(wording.slot) from 1 to \(entries.count)")
        }
        try checkNumbers(wording, issue)
        rounds = UInt8(clamping: picks.count / entries.count)
        guard Ruleset.allowedRounds.contains(rounds) else {
            throw issue(
                at: last.place, "\(picks.count / entries.count) rounds", "\(Ruleset.allowedRounds.dashed) rounds")
        }
        if !isOrdered(.snake), isOrdered(.thirdRoundReversal) { order = .thirdRoundReversal }
        try checkTurns(wording, issue)
        try checkPlayers(players, issue)
    }

    /// Every pick from 1 to teams x rounds is there, once.
    private func checkNumbers(
        _ wording: DraftWording, _ issue: (SourcePlace, String, String) -> ImportIssue
    ) throws(ImportIssue) {
        for (expected, pick) in zip(1..., picks) where Int(pick.number) != expected {
            guard Int(pick.number) > expected else {
                throw issue(pick.place, "\(wording.pick) \(pick.number) a second time", "each pick once")
            }
            throw issue(pick.place, "\(wording.pick) \(pick.number) and no \(expected)", "every pick, without a gap")
        }
        guard picks.count % entries.count == 0 else {
            let whole = (picks.count / entries.count + 1) * entries.count
            throw issue(
                picks[picks.count - 1].place, "\(picks.count) picks of \(entries.count) teams",
                "\(whole) picks, so that every round is whole")
        }
    }

    /// Whether every pick is in the slot whose turn it is.
    private func isOrdered(_ order: Ruleset.Order) -> Bool {
        let snake = Snake(teams: teams, rounds: rounds, order: order)
        return picks.allSatisfy { $0.slot == snake.slot(of: $0.number) }
    }

    private func checkTurns(
        _ wording: DraftWording, _ issue: (SourcePlace, String, String) -> ImportIssue
    ) throws(ImportIssue) {
        let snake = Snake(teams: teams, rounds: rounds, order: order)
        for pick in picks {
            let turn = snake.slot(of: pick.number)
            guard pick.slot == turn else {
                var place = pick.place
                place.column = pick.slotColumn
                throw issue(
                    place, "\(wording.slot) \(wording.slotValue(self, pick.slot)) at pick \(pick.number)",
                    "\(wording.slot) \(wording.slotValue(self, turn)), whose turn it is in a snake of \(teams)"
                        + Self.otherOrder(of: picks, teams: teams))
            }
            let round = snake.round(of: pick.number)
            if let stated = pick.round, stated != round {
                throw issue(
                    pick.place, "round \(stated) at \(wording.pick) \(pick.number)", "round \(round) of \(teams) teams")
            }
        }
    }

    /// Names the order of picks that are no snake; empty if the picks do not show it.
    private static func otherOrder(of picks: [Pick], teams: UInt8) -> String {
        let isLinear = picks.allSatisfy { (Int($0.number) - 1) % Int(teams) == Int($0.slot) }
        return isLinear
            ? "; every round runs the same way here, as in a linear draft, which cannot be imported"
            : ", with or without third-round reversal"
    }

    private func checkPlayers(
        _ players: PlayerTable, _ issue: (SourcePlace, String, String) -> ImportIssue
    ) throws(ImportIssue) {
        var pickOf: [Int: PickNumber] = [:]
        for pick in picks {
            guard let player = pick.player.map(Int.init) else { continue }
            guard let earlier = pickOf.updateValue(pick.number, forKey: players.identities[player]) else { continue }
            var place = pick.place
            place.column = pick.playerColumn
            throw issue(
                place, "\(players.players[player].name) at pick \(pick.number) and at pick \(earlier)",
                "no player twice in a draft")
        }
    }
}
