import Draft
import DraftLedger
import Records

extension HouseAuditor {
    /// Corrections of picks are recomputed by their rooms' auditors, except for dependents of the picks: only this auditor
    /// knows that a contest has recorded the room's standings.
    mutating func checkStandings(behind recorded: RecordedEvent) {
        guard case .room(let id) = recorded.stream else { return }
        if case .corrected(let corrected) = recorded.event.pick {
            guard let refusal = refusal(ofCorrecting: corrected.pick, in: id, before: recorded.position) else { return }
            notes.note(
                .decision, at: recorded, expected: "refused as \(refusal.code.name)", actual: recorded.event.type.name,
                "An accepted command had to be refused: \(refusal.message)")
        } else if let rejected = recorded.event.refusal {
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
                "The refusal does not keep the refused command.")
        }
    }

    /// Scores that came too late to count may be an entry's: a person who makes a week final too early, and
    /// waits, decides a contest by that.
    mutating func remarkLateScores(behind recorded: RecordedEvent) {
        guard case .played(let closed) = recorded.event.contest, closed.firstPod == 1, closed.round > 0,
            case .tournament(let id) = recorded.stream, let contest = state.tournament(id), let set = contest.rounds,
            let days = set.correctionDays, let scoring = contest.scoring?.scoring, set.rounds.count >= Int(closed.round)
        else { return }
        let weeks = set.rounds[Int(closed.round) - 1].weeks
        let late = state.season(set.season)?.lateFirstScores(weeks: weeks, scoring: scoring, days: days) ?? 0
        guard late > 0 else { return }
        notes.remark(
            at: recorded,
            "\(late) \(late == 1 ? "player's points" : "players' points") of weeks \(weeks.dashed) were "
                + "first recorded after the end of corrections and do not count.")
    }

    /// Without days in which corrections count, a round closes as of any version of the season, so the operator chooses
    /// the points.
    mutating func remarkVersion(behind recorded: RecordedEvent) {
        guard case .played(let closed) = recorded.event.contest, closed.firstPod == 1, closed.round > 0,
            case .tournament(let id) = recorded.stream, let contest = state.tournament(id), let set = contest.rounds,
            set.correctionDays == nil, let scoring = contest.scoring?.scoring, set.rounds.count >= Int(closed.round),
            let season = state.season(set.season), closed.seasonVersion < season.version
        else { return }
        let weeks = set.rounds[Int(closed.round) - 1].weeks
        let former = season.asOf(version: closed.seasonVersion)
        let others = season.scores.count { score in
            weeks.contains(score.week) && score.scoring == scoring
                && former.score(of: SeasonPlayer(score), week: score.week, scoring: scoring)?.points != score.points
        }
        guard others > 0 else { return }
        notes.remark(
            at: recorded,
            "Round \(closed.round) of contest \(id) closed as of version \(closed.seasonVersion) of season \(set.season), "
                + "although version \(season.version) had other points for \(others) "
                + "\(others == 1 ? "score" : "scores") of its weeks: the contest has no days for corrections, so the operator "
                + "chooses the version.")
    }

    /// A commitment to the draws of pods that comes after the first points of the first round does not bind the operator,
    /// who can choose the secret by the pods that it gives.
    mutating func checkPodCommitment(_ recorded: RecordedEvent) {
        let commitment: Digest256?
        switch recorded.event.contest {
        case .rounds(let set): commitment = set.podCommitment
        case .closed(let closed): commitment = closed.podCommitment
        case .played(let closed): commitment = closed.podCommitment
        case .created, .cancelled, .prizes, .overlay, .rake, .finalized, .scoring, .pods, nil: return
        }
        guard commitment != nil, case .tournament(let id) = recorded.stream, let contest = state.tournament(id),
            let set = contest.rounds, let first = set.rounds.first, let season = state.season(set.season)
        else { return }
        let known = season.scores.count { first.weeks.contains($0.week) && $0.scoring == contest.scoring?.scoring }
        guard known > 0 else { return }
        let message =
            "Contest \(id) committed to the draws of its pods after \(known) scores of its first round were recorded, so the "
            + "operator could choose the draws."
        guard cases.rules(before: recorded.position) >= SoftwareStarted.rulesOfPodEntropy else {
            return notes.remark(at: recorded, message)
        }
        notes.note(
            .draw, at: recorded, expected: "a commitment before the first score of the first round",
            actual: "one after \(known) scores", message)
    }

    private func refusal(ofCorrecting pick: PickNumber, in room: RoomID, before position: UInt64) -> Refusal? {
        state.room(room)?.tournament.flatMap(state.tournament)?.refusal(
            ofCorrecting: pick, in: room, rules: cases.rules(before: position))
    }
}

extension CommandGroup {
    /// The oldest rules that write such records; 0 if any do.
    var leastRules: UInt16 {
        for recorded in events {
            if case .created(let created) = recorded.event.service {
                return min(created.rulesVersion ?? 0, SoftwareStarted.currentRules)
            }
            switch recorded.event.contest {
            case .rounds(let set) where set.podCommitment != nil: return SoftwareStarted.rulesOfPodEntropy
            case .played(let closed) where closed.entropy != nil: return SoftwareStarted.rulesOfPodEntropy
            case .created, .closed, .cancelled, .prizes, .overlay, .rake, .finalized, .rounds, .scoring, .played, .pods,
                nil:
                continue
            }
        }
        return 0
    }
}
