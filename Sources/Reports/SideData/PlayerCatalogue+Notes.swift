import Draft

/// Teams and bye weeks that no pool names, as they are on record or in a file of the analyst's own.
extension PlayerCatalogue {
    /// The same players, with teams and bye weeks of notes in pools that lack them.
    ///
    /// Values of a pool have priority: a player's team is the one at the draft. Of several notes about one player, surer and
    /// then later ones have priority. O(listings + notes).
    ///
    /// - Parameters:
    ///   - notes: of whomever.
    ///   - some: the pools that they are about; nil for all.
    /// - Returns: the catalogue, and what did not match, or says otherwise than a pool.
    func supplemented(
        by notes: [PlayerNote], in some: Set<PoolID>? = nil
    ) -> (catalogue: PlayerCatalogue, findings: [SideFinding]) {
        let matching = NoteMatching(players)
        var facts: [Int: (note: PlayerNote, ground: NoteMeaning.Ground)] = [:]
        var findings: [SideFinding] = []
        var seen: [NoteMatching.Subject: NoteMeaning] = [:]
        for (note, meaning) in zip(notes, matching.meanings(of: notes, &seen)) {
            if let doubt = meaning.doubt { findings.append(matching.finding(doubt, note)) }
            guard let player = meaning.player else { continue }
            if let surer = facts[player], surer.ground > meaning.ground {
                facts[player]?.note = surer.note.filled(from: note)
            } else {
                facts[player] = (note.filled(from: facts[player]?.note), meaning.ground)
            }
            if let known = byeWeek(of: player, in: some), let stated = note.byeWeek, known != stated {
                findings.append(matching.finding(.otherByeWeek, note))
            }
        }
        return (adding(facts.mapValues(\.note), to: some), findings)
    }

    /// As the pool has it that shows him, of those that count.
    private func byeWeek(of player: Int, in some: Set<PoolID>?) -> UInt8? {
        players[player].listings.filter { some?.contains($0.pool) ?? true }.compactMap { told($0) }
            .max { $0.rank < $1.rank }?.listing.byeWeek
    }
}

extension Analysis {
    /// The same analysis, in which notes say the teams and bye weeks that no pool names: for stacks, byes and all else that
    /// asks for them.
    public func supplemented(by notes: [PlayerNote]) -> Analysis {
        let (catalogue, findings) = players.supplemented(by: notes)
        var analysis = Analysis(rosters, players: catalogue, closings: closings)
        analysis.notes = self.notes
        analysis.statedSeasons = statedSeasons
        analysis.sideFindings = sideFindings + findings
        return analysis
    }
}

extension PlayerNote {
    /// With the team and the bye week of another note about the same player where it says none.
    fileprivate func filled(from other: PlayerNote?) -> PlayerNote {
        var note = self
        note.byeWeek = byeWeek ?? other?.byeWeek
        if let other, TeamName.canonical(team).isEmpty { note.team = other.team }
        return note
    }
}
