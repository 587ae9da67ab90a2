import Draft
import DraftLedger
import Pages
import Records
import Replay

extension DraftLedger {
    /// Sends a command under a new id and waits for its outcome.
    ///
    /// - Throws: `ToolError` with the refusal, which is on record then.
    @discardableResult
    func settle(_ command: Command, as actor: Sender) throws -> [RecordedEvent] {
        var random = SystemRandomNumberGenerator()
        let id = CommandID(high: random.next(), low: random.next())
        switch try sendBlocking(command, as: actor, id: id) {
        case .accepted(let events, _): return events
        case .refused(let refusal, _, _):
            throw ToolError(.badData, "The rules refuse it (\(refusal.code.name)): \(refusal.message)")
        }
    }

    func knownCase(_ number: UInt64) throws -> CaseID {
        guard (1...StreamKey.maximumNumber).contains(number), try !stream(.dispute(CaseID(number))).isEmpty else {
            throw ToolError(.noInput, "There is no case \(number). `case list` lists those that there are.")
        }
        return CaseID(number)
    }

    /// A case that was upheld, from which something may follow.
    func upheldCase(_ number: UInt64) throws -> (id: CaseID, opened: DisputeOpened, resolution: DisputeResolved) {
        let id = try knownCase(number)
        guard let state = CaseState.folding(try stream(.dispute(id))), let resolution = state.resolution,
            resolution.verdict == .upheld
        else {
            throw ToolError(
                .badData, "Case \(id) was not upheld, so nothing follows from it. Resolve it first with `case resolve`."
            )
        }
        return (id, state.opened, resolution)
    }

    /// A case with what the rules say about it. A case that is on record is shown whatever they can say.
    func casePage(_ id: CaseID) throws -> CasePage {
        guard let record = try CaseRecord(id, in: self) else { throw DisputeError.unknownCase(id) }
        let judgment: CasePage.Judgment
        do {
            try checkKnown(seat: record.opened.seat, pick: record.opened.pick, of: record.opened.room)
            judgment = .report(try Dispute(self).judge(case: id))
        } catch let error as ToolError {
            judgment = .unjudged(error.description)
        } catch let error as DisputeError {
            judgment = .unjudged(error.description)
        }
        return CasePage(record: record, judgment: judgment, names: LedgerNames(self))
    }

    /// Refuses a claim for a seat of which the room's source tells nothing, as of the other teams in a user's own export.
    ///
    /// - Parameter seat: the claimant's; nil for the one whose pick it is.
    func checkKnown(seat: Seat?, pick: PickNumber, of id: RoomID) throws {
        guard let room = try room(id), pick >= 1, pick <= room.ruleset.snake.pickCount,
            room.seatOfSlot.count == Int(room.ruleset.teams), !room.ruleset.isTimed
        else { return }
        let owner = room.seatOfSlot[Int(room.ruleset.snake.slot(of: pick))]
        let claimant = seat ?? owner
        let known = room.members.indices.filter { room.members[$0] != nil }
        guard claimant < room.ruleset.teams, room.member(at: claimant) == nil, !known.isEmpty else { return }
        let seats = "seat\(known.count == 1 ? "" : "s") " + known.map { "\($0)" }.joined(separator: ", ")
        throw ToolError(
            .noInput,
            "Of room \(id) only \(seats) \(known.count == 1 ? "is" : "are") known. Pick \(pick) is seat \(owner)'s"
                + (claimant == owner ? "" : ", the claim seat \(claimant)'s")
                + ", of which the source tells nothing, so nothing can be settled.")
    }
}
