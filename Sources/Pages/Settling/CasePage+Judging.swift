package import Draft
package import DraftLedger
package import Replay

extension DraftLedger {
    /// A case with what the rules say about it. A case that is on record is shown whatever they can say.
    ///
    /// - Parameters:
    ///   - id: the case.
    ///   - topic: the topic that the headline answers; nil for the topic of the claim, by its words.
    /// - Throws: `DisputeError.unknownCase`, or what keeps the ledger from being read.
    package func casePage(_ id: CaseID, about topic: DisputeTopic? = nil) throws -> CasePage {
        guard let record = try CaseRecord(id, in: self) else { throw DisputeError.unknownCase(id) }
        let opened = record.opened
        let judgment: CasePage.Judgment
        do {
            if let week = opened.week {
                judgment = .score(try Dispute(self).judge(entry: try entry(of: opened), week: week))
            } else if let fault = try claimFault(seat: opened.seat, pick: opened.pick, of: opened.room) {
                judgment = .unjudged(fault)
            } else {
                judgment = .report(try Dispute(self).judge(case: id, about: topic))
            }
        } catch let error as DisputeError {
            judgment = .unjudged(error.description)
        } catch let error as ScoreDisputeError {
            judgment = .unjudged(error.description)
        }
        return CasePage(record: record, judgment: judgment, names: LedgerNames(self))
    }

    /// Returns the entry of a claim about a score; 0, which is never an entry, if the seat is free now.
    private func entry(of opened: DisputeOpened) throws -> EntryID {
        try room(opened.room)?.member(at: opened.seat)?.entry ?? 0
    }

    /// Why nothing can be settled for a seat: the room's source tells nothing of it, as of the other teams in a user's own
    /// export.
    ///
    /// - Parameters:
    ///   - seat: the claimant's; nil for the one whose pick it is.
    ///   - pick: the overall number of the pick.
    ///   - id: the room.
    /// - Returns: nil where something is known of the seat, and where it is not this that stands in the way.
    package func claimFault(seat: Seat?, pick: PickNumber, of id: RoomID) throws -> String? {
        guard let room = try room(id), pick >= 1, pick <= room.ruleset.snake.pickCount,
            room.seatOfSlot.count == Int(room.ruleset.teams), !room.ruleset.isTimed
        else { return nil }
        let owner = room.seatOfSlot[Int(room.ruleset.snake.slot(of: pick))]
        let claimant = seat ?? owner
        let known = room.members.indices.filter { room.members[$0] != nil }
        guard claimant < room.ruleset.teams, room.member(at: claimant) == nil, !known.isEmpty else { return nil }
        let described = known.map { room.placeName(of: Seat($0)) }.joined(separator: ", ")
        return
            "The source of room \(id) describes only \(described). Pick \(pick) belongs to \(room.placeName(of: owner))"
            + (claimant == owner ? "" : ", and the claim is for \(room.placeName(of: claimant))")
            + ", so the rules give no verdict."
    }
}
