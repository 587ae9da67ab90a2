extension Decider {
    /// Finds the rule that a command falls under.
    func events(for command: Command) throws(Refusal) -> [StreamEvent] {
        switch command {
        case .createLedger, .startSoftware: try systemEvents(for: command)
        case .publishPool, .addPlayer: try poolEvents(for: command)
        case .createTournament, .closeEntries, .cancelTournament, .awardPrizes, .finalizeTournament:
            try tournamentEvents(for: command)
        case .joinTournament, .leaveRoom: try membershipEvents(for: command)
        case .openRoom, .importRoom, .startDraft, .tickClock, .makePick, .automatePick, .recordAutomatedPick,
            .setAutodraft, .extendClock, .pauseRoom, .resumeRoom, .setConnection, .correctPick:
            try roomEvents(for: command)
        case .cancelRoom, .voidRoom: try roomEndingEvents(for: command)
        case .setQueue, .addToQueue, .removeFromQueue, .moveInQueue, .moveToTopOfQueue, .clearQueue, .setRankings,
            .setPositionLimits:
            try queueEvents(for: command)
        case .recordDeposit, .holdWithdrawal, .postWithdrawal, .releaseWithdrawal, .recordChargeback, .adjustBalance:
            try walletEvents(for: command)
        case .registerUser, .setAlertPreferences, .registerPushToken: try userEvents(for: command)
        case .openDispute, .attachEvidence, .resolveDispute: try disputeEvents(for: command)
        }
    }
}
