import Draft
import DraftLedger
import Platform
import Records

/// Turns the drafts of a batch into events: all of a draft goes in, or nothing.
///
/// Drafts go in order. But a room depends on no other room, only on the players that its pool has, so the rooms of a
/// wave of drafts are decided on all cores at once.
struct DraftImporter<Batch: ImportBatch> {
    /// Drafts that are decided together: some for each core; this takes little time compared with an append.
    private static var waveSize: Int { 64 }

    private let batch: Batch
    private var decider: DraftDecider<Batch>
    private var known: KnownHistory
    private var appender: ImportAppender
    private var summary = ImportSummary()
    private var remarks = ImportRemarks()

    /// - Parameter ledger: where the drafts may be already; nil for nowhere.
    init(_ batch: Batch, known: KnownHistory, ledger: DraftLedger?, appender: ImportAppender) {
        self.batch = batch
        self.known = known
        self.appender = appender
        decider = DraftDecider(batch, known: known.contests, ledger: ledger)
    }

    consuming func run(progress: ProgressHandler?) throws -> ImportSummary {
        summary.refused = batch.issues
        let drafts = batch.drafts
        for start in stride(from: 0, to: drafts.count, by: Self.waveSize) {
            let end = min(start + Self.waveSize, drafts.count)
            try take(drafts[start..<end].map { $0 })
            progress?(UInt64(end), UInt64(drafts.count))
        }
        try appender.flush()
        summary.events = appender.count
        remarks.teams = decider.newTeams()
        remarks.otherTeams = decider.otherTeams()
        remarks.otherNames = decider.otherNames()
        remarks.otherByeWeeks = decider.otherByeWeeks()
        summary.notes = batch.notes + remarks.notes
        return summary
    }

    private mutating func take(_ wave: [ImportedDraft]) throws {
        try compare(
            wave.compactMap { draft in known.rooms[draft.externalID].map { decider.inItsContest(draft, $0) } })
        let new = wave.filter { known.rooms[$0.externalID] == nil }
        do {
            try add(new)
        } catch is Refusal {
            // One of them breaks a rule, and what it added to the pool must go with it.
            for draft in new {
                do {
                    try add([draft])
                } catch let refusal as Refusal {
                    refuse(draft, refusal)
                }
            }
        }
    }

    // MARK: New drafts

    /// A draft that is ready to be decided on its own.
    private struct Prepared: Sendable {
        var draft: ImportedDraft
        var room: KnownHistory.Room
        var contest: DraftDecider<Batch>.Contest
        var groundwork: [PendingEvent]
        /// By slot.
        var users: [UserID?]
        var profiles: [(user: UserID, profile: Profile?)]
    }

    /// Adds all of these drafts, or, when one of them is refused, none.
    private mutating func add(_ drafts: [ImportedDraft]) throws {
        var trial = decider
        var numbers = UserNumbers(known)
        let prepared = try drafts.enumerated().map { index, draft in
            let (contest, groundwork) = try trial.groundwork(for: draft)
            let (users, profiles) = numbers.users(of: draft)
            return Prepared(
                draft: draft, room: .init(id: RoomID(known.nextRoom.number + UInt64(index))), contest: contest,
                groundwork: groundwork, users: users, profiles: profiles)
        }
        let ready = trial
        let rooms = try Cores.map(prepared) { draft in
            var own = ready
            return try own.roomEvents(of: draft.draft, in: draft.room, draft.contest, users: draft.users)
        }
        decider = trial
        for (draft, events) in zip(prepared, rooms) {
            known.rooms[draft.draft.externalID] = draft.room
            try appender.add(draft.groundwork + events, profiles: draft.profiles)
        }
        known.nextRoom = RoomID(known.nextRoom.number + UInt64(drafts.count))
        let given = numbers.given()
        known.users.merge(given.users) { old, _ in old }
        known.nextUser = given.next
        summary.imported += drafts.count
        remarks.undated += drafts.count { $0.startedAt == nil }
    }

    // MARK: Drafts that are there

    private mutating func compare(_ drafts: [ImportedDraft]) throws {
        // Before the cores part, so that it is done once: the contests are there, and finding them makes no events.
        for contest in Set(drafts.map(\.contest)).sorted() { try appender.add(try decider.findContest(contest)) }
        // A draft that has gone on may bring players along, which the next one finds in the pool.
        let (growing, settled) = (drafts.filter(\.mayGrow), drafts.filter { !$0.mayGrow })
        let (decider, known) = (decider, known)
        let comparisons = try Cores.map(settled) { draft in
            try known.rooms[draft.externalID].map {
                try decider.comparison(of: draft, with: $0, next: known.nextRoom)
            }
                ?? .init(outcome: .same)
        }
        for (draft, comparison) in zip(settled, comparisons) { try settle(draft, comparison.outcome) }
        for draft in growing {
            guard let room = known.rooms[draft.externalID] else { continue }
            do {
                let comparison = try self.decider.comparison(of: draft, with: room, next: self.known.nextRoom)
                try settle(draft, comparison.outcome, owner: owner(of: draft, comparison.users))
            } catch let refusal as Refusal {
                refuse(draft, refusal)
            }
        }
    }

    /// Returns the user whose export a room came from if another user's export has it too; nil if it is the same user's, or
    /// has all teams.
    private func owner(of draft: ImportedDraft, _ users: [UserID?]) -> UserID? {
        for case (let entry?, let user) in zip(draft.entries, users) where !entry.userID.isEmpty {
            if user == nil || user != known.users[entry.userID] { return user ?? users.lazy.compactMap(\.self).first }
        }
        return nil
    }

    /// - Parameter owner: the user whose export the room came from, where that is somebody else.
    private mutating func settle(
        _ draft: ImportedDraft, _ outcome: DraftDecider<Batch>.Outcome, owner: UserID? = nil
    ) throws {
        let room = known.rooms[draft.externalID].map { "room \($0.id)" } ?? "a room"
        if let owner {
            guard case .other = outcome else {
                remarks.others[known.name(of: owner), default: 0] += 1
                return try settle(draft, outcome)
            }
            return refuse(
                draft, found: "the draft of \(room), which was imported from \(known.name(of: owner))'s export",
                expected: "another draft: a room takes the picks of one user's export")
        }
        switch outcome {
        case .same: summary.skipped += 1
        case .restated(let events):
            try appender.add(events)
            summary.skipped += 1
            remarks.restated += 1
        case .grown(let events):
            _ = try decider.groundwork(for: draft)
            try appender.add(events)
            summary.imported += 1
        case .reopened(let events, let room):
            _ = try decider.groundwork(for: draft)
            known.rooms[draft.externalID] = room
            known.nextRoom = RoomID(max(known.nextRoom.number, room.id.number + 1))
            try appender.add(events)
            summary.imported += 1
            remarks.reopened += 1
        case .other(let difference):
            refuse(
                draft, found: "a draft with the ID of \(room), but other content: \(difference)",
                expected: "the draft as it was imported, or another ID")
        }
    }

    /// - Parameter refusal: a sentence, which becomes part of one.
    private mutating func refuse(_ draft: ImportedDraft, _ refusal: Refusal) {
        let sentence = refusal.message
        refuse(
            draft, found: "what the rules refuse (\(sentence.hasSuffix(".") ? String(sentence.dropLast()) : sentence))",
            expected: "a draft that keeps to the rules")
    }

    private mutating func refuse(_ draft: ImportedDraft, found: String, expected: String) {
        summary.refused.append(
            batch.files.issue(at: draft.place, draft: draft.externalID, found: found, expected: expected))
    }
}
