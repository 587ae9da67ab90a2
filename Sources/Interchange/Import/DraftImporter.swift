import Draft
import DraftLedger

/// Turns the drafts of a batch into events, one draft after the other: all of a draft goes in, or nothing.
struct DraftImporter<Batch: ImportBatch> {
    private let batch: Batch
    private var decider: DraftDecider<Batch>
    private var known: KnownHistory
    private var appender: ImportAppender
    private var summary = ImportSummary()

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
        for (done, draft) in drafts.enumerated() {
            do {
                try take(draft)
            } catch let refusal as Refusal {
                refuse(draft, found: refusal.description, expected: "a draft that keeps to the rules")
            }
            progress?(UInt64(done + 1), UInt64(drafts.count))
        }
        try appender.flush()
        summary.events = appender.count
        return summary
    }

    private mutating func take(_ draft: ImportedDraft) throws {
        guard let room = known.rooms[draft.externalID] else { return try add(draft) }
        if let difference = try decider.difference(of: draft, from: room) {
            refuse(
                draft, found: "a draft whose id room \(room) has, with other content: \(difference)",
                expected: "the draft as it was imported, or an id of its own")
        } else {
            summary.skipped += 1
        }
    }

    private mutating func add(_ draft: ImportedDraft) throws {
        let room = known.nextRoom
        let users = users(of: draft)
        var trial = decider
        let events = try trial.events(of: draft, in: room, users: users.numbers)
        decider = trial
        known.rooms[draft.externalID] = room
        known.nextRoom = RoomID(room.number + 1)
        for new in users.new {
            known.users[new.profile?.externalID ?? ""] = new.user
            known.nextUser = max(known.nextUser, UserID(new.user.number + 1))
        }
        try appender.add(events, profiles: users.new)
        summary.imported += 1
    }

    private mutating func refuse(_ draft: ImportedDraft, found: String, expected: String) {
        summary.refused.append(
            batch.files.issue(at: draft.place, draft: draft.externalID, found: found, expected: expected))
    }

    /// The numbers of a draft's users by slot, and the profiles of those whom nobody knows yet.
    private func users(of draft: ImportedDraft) -> (numbers: [UserID?], new: [(user: UserID, profile: Profile?)]) {
        var new: [(user: UserID, profile: Profile?)] = []
        let numbers = draft.entries.map { entry -> UserID? in
            guard !entry.userID.isEmpty else { return nil }
            if let user = known.users[entry.userID] { return user }
            let user = UserID(known.nextUser.number + UInt64(new.count))
            new.append((user, Profile(externalID: entry.userID, displayName: entry.username)))
            return user
        }
        return (numbers, new)
    }
}
