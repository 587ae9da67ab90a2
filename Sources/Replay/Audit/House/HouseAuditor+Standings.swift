import Draft
import DraftLedger
import Records

extension HouseAuditor {
    /// Corrections of picks are decided once more by their rooms' auditors, but for what rests on the picks: that a contest
    /// has put the room's standings on record only the house knows.
    mutating func checkStandings(behind recorded: RecordedEvent) {
        guard case .room(let id) = recorded.stream else { return }
        switch recorded.event {
        case .pickCorrected(let corrected):
            guard let refusal = refusal(ofCorrecting: corrected.pick, in: id, before: recorded.position) else { return }
            notes.note(
                .decision, at: recorded, expected: "refused as \(refusal.code.name)", actual: recorded.event.type.name,
                "The rules refuse what was accepted: \(refusal.message)")
        case .commandRejected(let rejected):
            guard rejected.code == .standingsOnRecord, rejected.command == .correctPick,
                case .room(_, .correctPick(let asked))? = rejected.refusedCommand
            else { return }
            let refusal = refusal(ofCorrecting: asked.pick, in: id, before: recorded.position)
            guard let refusal else {
                return notes.note(
                    .refusal, at: recorded, expected: EventType.pickCorrected.name, actual: rejected.code.name,
                    "The \(rejected.command.name) was refused as \(rejected.code.name), but the rules allow it.")
            }
            guard rejected.pick != refusal.pick else { return }
            notes.note(
                .refusal, at: recorded, expected: "pick \(asked.pick)",
                actual: rejected.pick.map { "pick \($0)" } ?? "no pick",
                "The refusal does not say what was refused.")
        default: return
        }
    }

    private func refusal(ofCorrecting pick: PickNumber, in room: RoomID, before position: UInt64) -> Refusal? {
        state.room(room)?.tournament.flatMap(state.tournament)?.refusal(
            ofCorrecting: pick, in: room, rules: cases.rules(before: position))
    }
}
