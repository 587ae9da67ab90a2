import Draft

extension ContestRoundsSet: RecordBody {
    mutating func fields(_ coder: inout some FieldCoder) {
        coder.scalar("season", &season)
        coder.appendix("correctionDays", &correctionDays, since: RecordLayout.roundsVersion)
        coder.digestAppendix("podCommitment", &podCommitment, since: RecordLayout.servicesVersion)
        coder.group("rounds", &rounds)
        coder.list("ties", &ties)
    }

    /// The fields that a command states: the ledger makes the commitment.
    mutating func commandFields(_ coder: inout some CommandCoder) {
        coder.scalar("season", &season)
        coder.appendix("correctionDays", &correctionDays, since: RecordLayout.roundsVersion)
        coder.group("rounds", &rounds)
        coder.list("ties", &ties)
    }
}

extension ContestRound: GroupElement {
    mutating func fields(_ coder: inout some FieldCoder) {
        coder.scalar("firstWeek", &firstWeek)
        coder.scalar("lastWeek", &lastWeek)
        coder.scalar("podSize", &podSize)
        coder.scalar("advancing", &advancing)
    }
}

extension ScoringSet: RecordBody {
    mutating func fields(_ coder: inout some FieldCoder) {
        coder.part(&lineup)
        coder.text("scoring", &scoring)
    }
}

extension Lineup: FieldPart {
    mutating func fields(_ coder: inout some FieldCoder) {
        coder.scalar("startersQB", &quarterbacks)
        coder.scalar("startersRB", &runningBacks)
        coder.scalar("startersWR", &wideReceivers)
        coder.scalar("startersTE", &tightEnds)
        coder.scalar("startersFLEX", &flex)
        coder.scalar("flexPositions", &flexPositions)
    }
}

extension PlayerScored: RecordBody {
    mutating func fields(_ coder: inout some FieldCoder) {
        coder.scalar("week", &week)
        coder.scalar("position", &position)
        coder.scalar("points", &points)
        coder.optional("replaces", &replaces)
        coder.reason(&reason)
        coder.text("scoring", &scoring)
        coder.text("source", &source)
        coder.text("externalID", &externalID)
        coder.text("name", &name)
        coder.text("team", &team)
    }
}

extension WeekFinal: RecordBody {
    mutating func fields(_ coder: inout some FieldCoder) {
        coder.scalar("week", &week)
        coder.scalar("players", &players)
        coder.text("scoring", &scoring)
    }
}

extension ScoresAssigned: RecordBody {
    mutating func fields(_ coder: inout some FieldCoder) {
        coder.scalar("pool", &player.pool)
        coder.scalar("player", &player.player)
        coder.scalar("position", &position)
        coder.scalar("belongs", &belongs)
        coder.optional("requestedBy", &requestedBy)
        coder.scalar("approvedBy", &approvedBy)
        coder.reason(&reason)
        coder.text("externalID", &externalID)
        coder.text("name", &name)
    }
}

extension RoundClosed: RecordBody {
    mutating func fields(_ coder: inout some FieldCoder) {
        coder.scalar("round", &round)
        coder.scalar("seasonVersion", &seasonVersion)
        coder.scalar("pods", &pods)
        coder.scalar("firstPod", &firstPod)
        coder.optionalDigest("podCommitment", &podCommitment)
        coder.digestAppendix("entropy", &entropy, since: RecordLayout.servicesVersion)
        coder.group("standings", &standings)
    }
}

extension RoundStanding: GroupElement {
    mutating func fields(_ coder: inout some FieldCoder) {
        coder.scalar("entry", &entry)
        coder.scalar("points", &points)
        coder.scalar("bestWeek", &bestWeek)
        coder.scalar("place", &place)
    }
}

extension PodsDrawn: RecordBody {
    mutating func fields(_ coder: inout some FieldCoder) {
        coder.scalar("round", &round)
        coder.digest("secret", &secret)
        coder.scalar("pods", &pods)
        coder.list("entries", &entries)
    }
}

// MARK: Commands

extension CloseRound: FieldPart {
    mutating func fields(_ coder: inout some FieldCoder) {
        coder.scalar("round", &round)
        coder.scalar("seasonVersion", &seasonVersion)
        coder.list("rooms", &rooms)
    }
}

extension SeasonCommand: CommandBody {
    mutating func fields(_ coder: inout some CommandCoder) {
        switch self {
        case .recordScores(var command):
            coder.scalar("week", &command.week)
            coder.text("scoring", &command.scoring)
            coder.text("source", &command.source)
            coder.group("scores", &command.scores)
            coder.reason(&command.reason)
            self = .recordScores(command)
        case .closeWeek(var week, var scoring):
            coder.scalar("week", &week)
            coder.text("scoring", &scoring)
            self = .closeWeek(week: week, scoring: scoring)
        case .assignScores(var assigned):
            assigned.fields(&coder)
            self = .assignScores(assigned)
        }
    }
}

extension PlayerScore: GroupElement {
    mutating func fields(_ coder: inout some FieldCoder) {
        coder.scalar("position", &position)
        coder.scalar("points", &points)
        coder.text("externalID", &externalID)
        coder.text("name", &name)
        coder.text("team", &team)
    }
}
