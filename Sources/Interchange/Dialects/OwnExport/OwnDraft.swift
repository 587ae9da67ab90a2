import Draft

/// A draft of a user's own export as its rows come in.
struct OwnDraft {
    struct Pick {
        var place: SourcePlace
        var number: PickNumber
        var player: ImportedPlayer
        var pickedAt: Timestamp?
        /// As the site showed it, in hundredths; nil where the file does not say.
        var adp: UInt32?
    }

    let id: String
    var entry = ""
    /// The owner's own name where the file says it; else the import does.
    var user = ""
    var teams: UInt8 = 2
    /// Which way its rounds run, as its check has found out.
    var order = Ruleset.Order.snake
    var contest = SiteContest(externalID: "", title: "", isOfOneSlate: false)
    var picks: [Pick] = []

    /// Nil where the file has no column for it.
    var statedStart: Timestamp?

    /// The first thing that was wrong with it.
    var issue: ImportIssue?

    /// As the file says, else when its first known pick was made; nil where no row says.
    var startedAt: Timestamp? { statedStart ?? picks.compactMap(\.pickedAt).min() }

    /// Puts the picks in order and checks them.
    ///
    /// - Parameters:
    ///   - rounds: as the user states them; nil where the picks are to show it.
    ///   - pickName: what the file calls the number of a pick.
    /// - Throws: the first rule that the draft breaks: each pick once, one slot of the snake from the first round on, no
    ///   player twice.
    mutating func check(files: [SourceFile], rounds: UInt8?, pickName: String) throws(ImportIssue) {
        picks.sort { ($0.number, $0.place) < ($1.number, $1.place) }
        func issue(_ pick: Pick, _ found: String, _ expected: String) -> ImportIssue {
            files.issue(at: pick.place, draft: id, found: found, expected: expected)
        }
        var once: [Pick] = []
        for pick in picks {
            guard let last = once.last, last.number == pick.number else {
                once.append(pick)
                continue
            }
            guard Self.isRepeated(last, pick) else {
                throw issue(pick, "\(pickName) \(pick.number) a second time", "each pick once")
            }
        }
        picks = once
        guard picks.count <= Int(Ruleset.allowedRounds.upperBound) else {
            throw issue(picks[picks.count - 1], "\(picks.count) picks", "at most 30 rounds")
        }
        if let rounds, picks.count > Int(rounds) {
            throw issue(
                picks[Int(rounds)], "\(picks.count) picks of one entry",
                "at most \(rounds), the rounds that were stated")
        }
        if strayPick != nil {
            order = .thirdRoundReversal
            if strayPick != nil { order = .snake }
        }
        if let (pick, expected) = strayPick {
            throw issue(
                pick, "\(pickName) \(pick.number)",
                "\(expected.number), the pick of slot \(expected.slot + 1) of \(teams) in round \(expected.round)"
            )
        }
        for (index, pick) in picks.enumerated() {
            if let earlier = picks[..<index].first(where: { $0.player.isSame(inOneDraft: pick.player) }) {
                throw issue(
                    pick, "\(pick.player.name) at pick \(pick.number) and at pick \(earlier.number)",
                    "no player twice in a draft")
            }
        }
    }

    /// The same row again: in another file, which an older or a newer export may be, it may have another team and
    /// another spelling by now.
    private static func isRepeated(_ pick: Pick, _ other: Pick) -> Bool {
        guard pick.place.file != other.place.file else {
            return pick.player == other.player && pick.pickedAt == other.pickedAt
        }
        if !pick.player.externalID.isEmpty, pick.player.externalID == other.player.externalID { return true }
        return PlayerNaming(pick.player).key == PlayerNaming(other.player).key
    }

    /// The first pick that is not the one of its round, and the one that should be there.
    ///
    /// One wrong number moves all that come behind it. A drafter's picks follow one another in time, so where their
    /// times are known it is they that tell which number is the wrong one.
    private var strayPick: (pick: Pick, expected: (number: PickNumber, slot: Slot, round: UInt8))? {
        let snake = Snake(teams: teams, rounds: Ruleset.allowedRounds.upperBound, order: order)
        let slots = picks.map { snake.slot(of: $0.number) }
        // Most picks are right: their slot is the drafter's. Of as many, the first pick's.
        let counts = Dictionary(slots.map { ($0, 1) }, uniquingKeysWith: +)
        guard let slot = slots.max(by: { counts[$0, default: 0] < counts[$1, default: 0] }) else { return nil }
        func stray(among picks: [Pick]) -> (Pick, (PickNumber, Slot, UInt8))? {
            for (round, pick) in zip(UInt8(1)..., picks) {
                let expected = snake.pick(of: slot, in: round)
                if pick.number != expected { return (pick, (expected, slot, round)) }
            }
            return nil
        }
        guard let first = stray(among: picks) else { return nil }
        let times = picks.compactMap(\.pickedAt)
        guard times.count == picks.count else { return first }
        let inTime = zip(times, picks).sorted { ($0.0, $0.1.number) < ($1.0, $1.1.number) }.map(\.1)
        return stray(among: inTime) ?? first
    }
}

extension ImportedPlayer {
    /// Whether two rows of one draft mean one player: there two ids are two players, whatever their names.
    fileprivate func isSame(inOneDraft other: Self) -> Bool {
        if !externalID.isEmpty, !other.externalID.isEmpty { return externalID == other.externalID }
        return PlayerNaming(self).fits(PlayerNaming(other))
    }
}
