public import Draft
public import DraftLedger
public import Merkle

extension EvidenceBundle {
    /// Gathers what a ledger has about an entry's points of a week.
    ///
    /// Reads the contest, its season and its pool, the drafts of all entries that are compared in the week's round, and on
    /// whose authority all that came about; hashes the neighbours of each record. In the first round, whose pods are the
    /// rooms, that is one draft, and most is the season. The drafts of a later round's pod come to as many records each as
    /// they have events.
    ///
    /// - Parameters:
    ///   - entry: by its number.
    ///   - week: of the season.
    ///   - ledger: the ledger to read.
    ///   - latest: a published checkpoint that covers all of that.
    ///   - published: earlier ones, which show that the history was the same at the time.
    /// - Throws: `EvidenceError.tooManyRecords` for a pod of more drafts than a bundle holds, `ScoreDisputeError` where
    ///   nothing can be judged, and the errors of a bundle about a pick.
    public init(
        of entry: EntryID, week: UInt8, in ledger: DraftLedger, latest: SignedCheckpoint,
        published: [SignedCheckpoint] = []
    ) throws {
        let facts = try ScoreFacts(of: entry, week: week, in: ledger)
        guard let room = try ledger.room(entry.room),
            let seat = room.members.firstIndex(where: { $0?.entry == entry })
        else { throw ScoreDisputeError.unknownEntry(entry) }
        let claim = EvidenceClaim(
            origin: latest.unverified.origin, room: room.id, seat: Seat(seat), claimant: facts.claimant, entry: entry,
            subject: .week(week))
        let contest = try ledger.stream(.tournament(facts.contest.id))
        let season = try ledger.stream(.season(facts.season.id))
        let pool = try ledger.stream(.pool(facts.contest.details.pool))
        let drafts = try Self.drafts(
            of: Set(facts.pod.map(\.room)), besides: contest.count + season.count + pool.count, in: ledger)

        let acts = drafts.filter(ScoreHistory.isOfStaff)
        let grounds = try EvidenceGrounds(of: contest + season + acts, claimant: nil, in: ledger)
        let corrected = facts.tellings.first(where: \.isCorrection)?.events.first?.position
        let settled = [facts.tellings.last?.events.last?.position, facts.closing?.position]
        try self.init(
            claim: claim,
            sections: [
                (.records, drafts), (.pool, pool), (.contest, contest), (.season, season), (.keys, grounds.keys),
                (.authority, grounds.authority),
                (.ledger, try ledger.stream(.system).filter { $0.position < latest.unverified.size }),
            ],
            signed: contest + season + grounds.keys + grounds.authority, in: ledger, latest: latest,
            published: Self.telling(
                published, begin: corrected ?? settled.compactMap(\.self).min(), covering: settled, before: latest))
    }

    /// The most records of a bundle about a week: with their proofs some 400 MB.
    static let recordLimit = 150_000

    /// The histories of some drafts, as long as they are not more than a bundle holds.
    ///
    /// - Parameter count: records that the bundle has besides.
    static func drafts(
        of rooms: Set<RoomID>, besides count: Int, limit: Int = recordLimit, in ledger: DraftLedger
    ) throws -> [RecordedEvent] {
        var drafts: [RecordedEvent] = []
        for room in rooms.sorted() {
            drafts += try ledger.stream(.room(room))
            guard drafts.count + count <= limit else {
                throw EvidenceError.tooManyRecords(drafts: rooms.count, limit: limit)
            }
        }
        return drafts
    }
}
