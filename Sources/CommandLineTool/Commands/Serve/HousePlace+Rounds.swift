import Draft
import DraftLedger
import Pages
import Projections

extension HousePlace {
    /// Brings a contest that is decided by its rounds as far as its season has got.
    ///
    /// - Parameter note: told what the words leave out.
    /// - Returns: where it stands then, in words.
    /// - Throws: `ToolError` with a refusal, which is on record then; or over a server, which does not tell what is next.
    func settle(byRoundsOf contest: TournamentID, noting note: (String) -> Void) throws -> String {
        guard case .ledger(let draft, let signer) = self else {
            throw ToolError(.usage, "A contest is settled at the ledger itself: leave out --server.")
        }
        guard let state = try draft.tournament(contest) else {
            throw ToolError(.noInput, "There is no contest \(contest).")
        }
        guard state.isDecidedByRounds() else {
            throw ToolError(.noInput, "Contest \(contest) has no rounds or no scoring, so nothing follows from them.")
        }
        let elsewhere = try draft.rooms().count { $0.tournament == contest && $0.preset == .untimed }
        if elsewhere > 0 {
            note(
                "Contest \(contest) was drafted elsewhere: what goes on record follows from the "
                    + "\(Figures.plural(elsewhere, "draft")) that are here and from a draw of this ledger's own, and is "
                    + "nothing that its site did.")
        }
        while true {
            switch try draft.nextStep(of: try draft.settlement(byRoundsOf: contest)) {
            case .over: return "is over"
            case .wait(let rooms): return "waits for \(Figures.plural(rooms, "room")) to end"
            case .waitForWeek(let week, let round): return "waits in round \(round) for week \(week) to be final"
            case .waitForCorrections(let end, let round):
                return "waits in round \(round) for corrections, which count until \(end.iso8601)"
            case .lacksScores(let places, let scores): return "pays \(places) places and has \(scores) entries"
            case .send(let command):
                if case .tournament(_, .awardPrizes) = command, signer != nil {
                    if let open = try draft.openMeasure(of: command) {
                        return "pays its next prizes once measure \(open) is approved, which waits"
                    }
                    let measure = try propose(command, because: nil, reason: "As the rounds of the contest stand.")
                    return "pays its next prizes once measure \(measure) is approved"
                }
                try send(command)
            }
        }
    }
}
