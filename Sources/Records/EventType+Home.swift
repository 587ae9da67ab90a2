package import Draft

/// The streams in which events of a type are, and what follows from that.
extension EventType {
    /// Whether a stream is of the kind that holds such events. A refusal is in the stream in which its command
    /// would have been.
    package func isAtHome(in stream: StreamKey) -> Bool {
        switch self {
        case .commandRejected: true
        case .ledgerCreated, .softwareStarted, .clockStepped, .checkpointKeyRotated, .importedAsFound,
            .providerStatement:
            stream == .system
        case .playerListed, .playerAdded, .poolPublished: if case .pool = stream { true } else { false }
        case .tournamentCreated, .entriesClosed, .tournamentCancelled, .prizesAwarded, .overlayAdded, .rakeTaken,
            .tournamentFinalized, .contestRoundsSet, .scoringSet, .roundClosed, .podsDrawn:
            if case .tournament = stream { true } else { false }
        case .roomOpened, .seatTaken, .seatLeft, .roomFilled, .draftOrderDrawn, .countdownStarted, .draftStarted,
            .clockStarted, .pickMade, .pickAutomated, .autodraftSet, .clockExtended, .roomPaused, .roomResumed,
            .pickCorrected, .connectionChanged, .draftCompleted, .roomCancelled, .roomVoided, .entropyRevealed,
            .resultsStated:
            if case .room = stream { true } else { false }
        case .clockTicked:
            switch stream {
            case .clock, .room: true
            default: false
            }
        case .queueSet, .queueAdded, .queueRemoved, .queueMoved, .queueMovedToTop, .queueCleared, .rankingsSet,
            .positionLimitsSet, .autopickExplained:
            if case .queue = stream { true } else { false }
        case .depositRecorded, .entryFeeHeld, .entryFeePosted, .entryFeeReleased, .entryFeeRefunded, .prizeCredited,
            .withdrawalHeld, .withdrawalPosted, .withdrawalReleased, .chargebackRecorded, .chargebackSettled,
            .balanceAdjusted:
            if case .wallet = stream { true } else { false }
        case .userRegistered, .alertPreferencesSet, .pushTokenRegistered, .deviceKeyAdded, .deviceKeyRemoved,
            .limitsSet,
            .userExcluded, .accountClosed, .privateDataRead:
            if case .user = stream { true } else { false }
        case .disputeOpened, .evidenceAttached, .disputeResolved:
            if case .dispute = stream { true } else { false }
        case .authorityBegan, .staffAppointed, .staffDismissed, .staffRecovered: stream == .staff
        case .measureProposed, .measureApproved, .measureDeclined, .measureLapsed:
            if case .measure = stream { true } else { false }
        case .playerScored, .weekFinal, .scoresAssigned: if case .season = stream { true } else { false }
        case .playersJoined, .playersParted, .aliasWithdrawn: stream == .aliases
        case .playerNoted, .gameNoted: if case .notes = stream { true } else { false }
        }
    }

    /// Whether records of the type are for some readers only, and therefore salted: what is in the streams of queues,
    /// wallets, users, cases and measures, and all refusals.
    package var isPrivate: Bool { Self.privateTypes[Int(rawValue)] }

    /// By number, so that a scan looks nothing up.
    private static let privateTypes: [Bool] = {
        let streams: [StreamKey] = [.queue(1, 0), .wallet(1), .user(1), .dispute(1), .measure(1)]
        var table = [Bool](repeating: false, count: Int(allCases.map(\.rawValue).max() ?? 0) + 1)
        for type in allCases { table[Int(type.rawValue)] = streams.contains { type.isAtHome(in: $0) } }
        return table
    }()
}
