import Draft
import DraftLedger
import TextFormats

/// The results that the files state of a tournament's rounds after the first: rosters stay, so a row is not a pick
/// but a player whom its entry has.
///
/// Of all ids of an entry only `tournament_entry_id` is the same in every round, and the rows of the first round tell
/// whose it is: an entry goes by another one in a ledger. So the drafts have to be in the same command, where they may be
/// in the ledger already. `draft_id` is a pod's here, and `pick_order` and `overall_pick_number` mean nothing.
struct BBMPlayoffs {
    /// An entry in a round.
    private struct Key: Hashable {
        var entry: String
        var round: UInt8
    }

    private struct Stated {
        /// Of its first row: of whom it is, and the round.
        var place: SourcePlace
        var roundPlace: SourcePlace
        /// Against whom it plays: `draft_id`, as the first row has it.
        var pod: String
        /// Of the round, in hundredths; nil where no row says it.
        var points: Int32?
        /// By the player's spelling in the table.
        var players: [UInt32: Player] = [:]
        /// Whether one of its rows is wrong: then nothing of it goes in.
        var isRefused = false

        /// Whether a row says what came of it.
        var saysSomething: Bool { points != nil || players.values.contains { $0.points != nil } }
    }

    private struct Player {
        var place: SourcePlace
        /// In hundredths; nil where the row does not say.
        var points: Int32?
    }

    /// A file that says something of playoffs and does not say of whom: its first such row, and how many there are.
    private struct Nameless {
        var place: SourcePlace
        var round: Int
        var rows = 0
    }

    private var entries: [Key: Stated] = [:]
    private var nameless: [UInt16: Nameless] = [:]

    /// Whether no row was of playoffs.
    var isEmpty: Bool { entries.isEmpty && nameless.isEmpty }

    /// Takes in a row of a later round.
    ///
    /// - Parameters:
    ///   - reader: has just read the row.
    ///   - round: of the row, 2 or more.
    ///   - file: index among the import's files.
    ///   - players: those that the files name.
    /// - Throws: the first field that is not what its column holds, or that the entry's other rows contradict.
    mutating func take(
        _ reader: CSVReader<InterchangeError>, _ columns: BBMColumns, round: Int, file: Int, players: inout PlayerTable
    ) throws(FieldFault) {
        let fields = FieldReader(reader: reader)
        guard let column = columns.tournamentEntry else {
            let none = Nameless(place: Self.place(reader, columns.tournamentRound ?? columns.draft, file), round: round)
            nameless[UInt16(clamping: file), default: none].rows += 1
            return
        }
        guard let number = UInt8(exactly: round), Int(number) <= ContestRoundsSet.mostRounds else {
            throw fields.fault(columns.tournamentRound ?? column, Self.roundExpected)
        }
        let key = Key(entry: try fields.text(column, "the tournament_entry_id of an entry"), round: number)
        let pod = try fields.optionalText(columns.draft)
        var stated =
            entries[key]
            ?? Stated(
                place: Self.place(reader, column, file),
                roundPlace: Self.place(reader, columns.tournamentRound ?? column, file), pod: pod)
        defer { entries[key] = stated }
        do throws(FieldFault) {
            guard pod == stated.pod else {
                throw fields.fault(columns.draft, "\"\(stated.pod)\", as in the entry's other rows of the round")
            }
            try Self.add(fields, columns, to: &stated, file: file, players: &players)
        } catch {
            let isFirst = !stated.isRefused
            stated.isRefused = true
            if isFirst { throw error }
        }
    }

    static let roundExpected = "a tournament_round_number from 1 to \(ContestRoundsSet.mostRounds)"

    private static func add(
        _ fields: FieldReader, _ columns: BBMColumns, to stated: inout Stated, file: Int, players: inout PlayerTable
    ) throws(FieldFault) {
        let points = try fields.points(columns.rosterPoints, BBMRow.rosterPointsExpected)
        if let column = columns.rosterPoints, let points, points != stated.points ?? points {
            throw fields.fault(column, BBMRow.otherRowsExpected)
        }
        let name = try fields.text(columns.player, "a player's name")
        let position = try fields.position(columns.position, isOfBestBall: true)
        let player = players.index(
            externalID: try fields.optionalText(columns.playerID), name: name, position: position)
        let own = try fields.points(columns.pickPoints, BBMRow.pickPointsExpected)
        guard stated.players[UInt32(player)] == nil else {
            throw FieldFault(
                column: columns.player, found: "\(name) a second time",
                expected: "each player of an entry once in a round")
        }
        stated.points = stated.points ?? points
        stated.players[UInt32(player)] = Player(place: place(fields.reader, columns.player, file), points: own)
    }

    private static func place(_ reader: CSVReader<InterchangeError>, _ column: Int, _ file: Int) -> SourcePlace {
        let place = reader.place(column)
        return SourcePlace(
            file: UInt16(clamping: file), line: UInt32(clamping: place.line), column: UInt32(clamping: place.column))
    }

    // MARK: Their entries

    /// The room and the slot of an entry of the first round.
    private struct Home {
        var draft: Int
        var slot: Int
        /// Whether other entries have the same `tournament_entry_id`.
        var isShared = false
    }

    /// Gives each entry's playoffs to its draft.
    ///
    /// - Parameters:
    ///   - drafts: those that go in; what is stated of their later rounds is added to them.
    ///   - all: those of the files, also the refused ones: nothing more is said of their entries.
    ///   - source: who states it.
    /// - Returns: why the rest does not go in, and how many entries of each round do.
    func settle(
        into drafts: inout [GatheredDraft], of all: [GatheredDraft], by source: String, players: PlayerTable,
        files: [SourceFile]
    ) -> (issues: [ImportIssue], entries: [UInt8: Int]) {
        var issues = nameless.values.map { Self.issue(of: $0, files) }
        let homes = homes(in: all)
        let sound = Dictionary(drafts.enumerated().map { ($1.externalID, $0) }) { first, _ in first }
        var homeless: [UInt16: (first: SourcePlace, entry: String, count: Int)] = [:]
        var taken: [UInt8: Int] = [:]
        for (key, stated) in entries.sorted(by: { ($0.value.place, $0.key.round) < ($1.value.place, $1.key.round) })
        where !stated.isRefused {
            guard let home = homes[key.entry] else {
                homeless[stated.place.file, default: (stated.place, key.entry, 0)].count += 1
                continue
            }
            guard !home.isShared else {
                issues.append(
                    files.issue(
                        at: stated.place, draft: nil,
                        found: "tournament_entry_id \(key.entry), which several entries of round 1 have",
                        expected: "an id that tells one entry from all others"))
                continue
            }
            guard let draft = sound[all[home.draft].externalID] else { continue }
            do throws(ImportIssue) {
                try Self.check(key, stated, of: drafts[draft], files)
                try Self.add(
                    stated, key: key, to: &drafts[draft], slot: home.slot, by: source, players: players, files: files)
                taken[key.round, default: 0] += stated.saysSomething ? 1 : 0
            } catch {
                issues.append(error)
            }
        }
        issues += homeless.values.map { place, entry, count in
            files.issue(
                at: place, draft: nil,
                found: "playoffs of \(count == 1 ? "an entry" : "\(count) entries") without their draft in the files "
                    + "of the command (tournament_entry_id \(entry)\(count == 1 ? "" : " and others"))",
                expected: "the drafts of round 1 in the same command, even if the ledger has them: their rows "
                    + "map tournament_entry_id to an entry")
        }
        return (issues, taken)
    }

    private static func issue(of rows: Nameless, _ files: [SourceFile]) -> ImportIssue {
        files.issue(
            at: rows.place, draft: nil,
            found: "tournament_round_number \(rows.round), with \(rows.rows) row\(rows.rows == 1 ? "" : "s") of "
                + "playoffs without a tournament_entry_id",
            expected: "the column with the entry")
    }

    /// By `tournament_entry_id`, the entries of which anything is stated.
    private func homes(in drafts: [GatheredDraft]) -> [String: Home] {
        let wanted = Set(entries.keys.map(\.entry))
        var homes: [String: Home] = [:]
        guard !wanted.isEmpty else { return homes }
        for (index, draft) in drafts.enumerated() {
            for (slot, entry) in draft.entries.enumerated() {
                guard let id = entry?.tournamentEntry, wanted.contains(id) else { continue }
                let isShared = homes[id] != nil
                homes[id] = Home(draft: index, slot: slot, isShared: isShared)
            }
        }
        return homes
    }

    /// - Throws: a round that its contest is known not to have.
    private static func check(
        _ key: Key, _ stated: Stated, of draft: GatheredDraft, _ files: [SourceFile]
    ) throws(ImportIssue) {
        guard let rounds = BBMOutcome.rounds(of: draft.year)?.rounds.count, key.round > rounds else { return }
        throw files.issue(
            at: stated.roundPlace, draft: nil,
            found: "tournament_round_number \(key.round) of tournament_entry_id \(key.entry)",
            expected: "a round from 1 to \(rounds), as Best Ball Mania \(draft.year) has")
    }

    /// - Throws: a player whom the entry did not draft, one who is there under two spellings, and that others are missing.
    private static func add(
        _ stated: Stated, key: Key, to draft: inout GatheredDraft, slot: Int, by source: String,
        players: PlayerTable, files: [SourceFile]
    ) throws(ImportIssue) {
        var byIdentity: [Int: Int] = [:]
        var byName: [PlayerNaming.Key: Int] = [:]
        for (index, pick) in draft.picks.enumerated() where Int(pick.slot) == slot {
            guard let spelling = pick.player.map(Int.init) else { continue }
            byIdentity[players.identities[spelling]] = index
            byName[PlayerNaming(players.players[spelling]).key] = index
        }
        /// By pick, of those of whom a row says them.
        var points: [Int: Int32] = [:]
        var told: Set<Int> = []
        for (spelling, player) in stated.players.sorted(by: { $0.value.place < $1.value.place }) {
            let named = players.players[Int(spelling)]
            guard
                let pick = byIdentity[players.identities[Int(spelling)]] ?? byName[PlayerNaming(named).key]
            else {
                throw files.issue(
                    at: player.place, draft: nil,
                    found: "\(named.name) in playoffs of tournament_entry_id \(key.entry), which did not draft him",
                    expected: "a player of its draft \(draft.externalID)")
            }
            guard told.insert(pick).inserted else {
                throw files.issue(
                    at: player.place, draft: nil,
                    found: "\(named.name), another spelling of a player of tournament_entry_id \(key.entry)",
                    expected: "each player of an entry once in a round")
            }
            points[pick] = player.points
        }
        // Rosters do not change in playoffs: a roster with fewer players is a part of a file.
        let drafted = draft.picks.count { Int($0.slot) == slot && $0.player != nil }
        guard told.count == drafted else {
            throw files.issue(
                at: stated.place, draft: nil,
                found:
                    "\(told.count) of the \(drafted) players of tournament_entry_id \(key.entry) in round \(key.round)",
                expected: "all players that the entry has in draft \(draft.externalID)")
        }
        draft.addPlayoffs(of: slot, round: key.round, points: stated.points, picks: points, by: source)
    }
}

extension GatheredDraft {
    /// Adds the stated results of an entry in a later round. An entry in a round has advanced from all earlier rounds; what a
    /// column says of that itself stays.
    ///
    /// - Parameters:
    ///   - slot: the entry's.
    ///   - round: of the contest, 2 or more.
    ///   - points: the entry's in the round, in hundredths.
    ///   - picks: of picks of the entry, by index among the draft's, the points of their players, in hundredths.
    ///   - source: who states it.
    fileprivate mutating func addPlayoffs(
        of slot: Int, round: UInt8, points: Int32?, picks stated: [Int: Int32], by source: String
    ) {
        if let entry = entries[slot], entry.stated.advances == nil { entries[slot]?.stated.advances = true }
        let nothing = [StatedEntry](repeating: .blank, count: entries.count)
        for earlier in 2..<round {
            let blank = ResultsStated(round: earlier, source: source, entries: nothing)
            playoffs[earlier, default: blank].entries[slot].advances = true
        }
        var results = playoffs[round] ?? ResultsStated(round: round, source: source, entries: nothing)
        results.entries[slot].points = points
        if !stated.isEmpty, results.picks.isEmpty { results.picks = Array(repeating: .blank, count: picks.count) }
        for (pick, points) in stated { results.picks[pick].points = points }
        playoffs[round] = results
    }
}
