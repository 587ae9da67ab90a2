public import Draft

/// The kind of an event as a record names it: SBE's template id. Numbers are given out once and never reused.
public enum EventType: UInt16, CaseIterable, Sendable {
    case ledgerCreated = 1
    case softwareStarted = 2
    case clockStepped = 3
    case checkpointKeyRotated = 4
    case importedAsFound = 5
    case providerStatement = 91
    case playerListed = 10
    case playerAdded = 11
    case poolPublished = 12
    case tournamentCreated = 20
    case entriesClosed = 21
    case tournamentCancelled = 22
    case prizesAwarded = 23
    case overlayAdded = 24
    case rakeTaken = 25
    case tournamentFinalized = 26
    case contestRoundsSet = 27
    case scoringSet = 28
    case roomOpened = 30
    case seatTaken = 31
    case seatLeft = 32
    case roomFilled = 33
    case draftOrderDrawn = 34
    case countdownStarted = 35
    case draftStarted = 36
    case clockStarted = 37
    case clockTicked = 38
    case pickMade = 39
    case pickAutomated = 40
    case commandRejected = 41
    case autodraftSet = 42
    case clockExtended = 43
    case roomPaused = 44
    case roomResumed = 45
    case pickCorrected = 46
    case connectionChanged = 47
    case draftCompleted = 48
    case roomCancelled = 49
    case roomVoided = 50
    case entropyRevealed = 51
    case queueSet = 60
    case queueAdded = 61
    case queueRemoved = 62
    case queueMoved = 63
    case queueMovedToTop = 64
    case queueCleared = 65
    case rankingsSet = 66
    case positionLimitsSet = 67
    case autopickExplained = 68
    case depositRecorded = 80
    case entryFeeHeld = 81
    case entryFeePosted = 82
    case entryFeeReleased = 83
    case entryFeeRefunded = 84
    case prizeCredited = 85
    case withdrawalHeld = 86
    case withdrawalPosted = 87
    case withdrawalReleased = 88
    case chargebackRecorded = 89
    case balanceAdjusted = 90
    case chargebackSettled = 92
    case userRegistered = 100
    case alertPreferencesSet = 101
    case pushTokenRegistered = 102
    case deviceKeyAdded = 103
    case deviceKeyRemoved = 104
    case limitsSet = 105
    case userExcluded = 106
    case accountClosed = 107
    case privateDataRead = 183
    case disputeOpened = 110
    case evidenceAttached = 111
    case disputeResolved = 112
    case authorityBegan = 120
    case staffAppointed = 121
    case staffDismissed = 122
    case staffRecovered = 123
    case measureProposed = 130
    case measureApproved = 131
    case measureDeclined = 132
    case measureLapsed = 133
    case playerScored = 140
    case weekFinal = 141
    case scoresAssigned = 142
    case roundClosed = 150
    case podsDrawn = 151
    case playersJoined = 160
    case playersParted = 161
    case aliasWithdrawn = 162
    case playerNoted = 170
    case gameNoted = 171
    case resultsStated = 172

    /// The event's name as exports and people write it: "PickMade".
    public var name: String { Self.names[rawValue] ?? "" }

    /// - Returns: nil for a name that no event has.
    public init?(name: String) {
        guard let type = Self.typesByName[name] else { return nil }
        self = type
    }

    /// The version of the schema that had events of this type first.
    var sinceVersion: UInt16 {
        switch self {
        case .deviceKeyAdded, .deviceKeyRemoved, .authorityBegan, .staffAppointed, .staffDismissed, .staffRecovered,
            .measureProposed, .measureApproved, .measureDeclined, .measureLapsed:
            RecordLayout.warrantVersion
        case .autopickExplained: RecordLayout.discretionVersion
        case .entropyRevealed, .limitsSet, .userExcluded, .accountClosed, .providerStatement:
            RecordLayout.entropyVersion
        case .contestRoundsSet, .scoringSet, .playerScored, .weekFinal: RecordLayout.outcomesVersion
        case .roundClosed, .podsDrawn: RecordLayout.roundsVersion
        case .playersJoined, .playersParted, .aliasWithdrawn: RecordLayout.aliasVersion
        case .playerNoted, .gameNoted: RecordLayout.notesVersion
        case .resultsStated: RecordLayout.resultsVersion
        case .chargebackSettled: RecordLayout.answersVersion
        case .privateDataRead: RecordLayout.privacyVersion
        case .scoresAssigned: RecordLayout.assignmentsVersion
        default: 0
        }
    }

    private static let names: [UInt16: String] = Dictionary(
        uniqueKeysWithValues: allCases.map { type in
            let name = String(describing: type)
            return (type.rawValue, name.prefix(1).uppercased() + name.dropFirst())
        })

    private static let typesByName: [String: EventType] = Dictionary(
        uniqueKeysWithValues: allCases.map { ($0.name, $0) })
}

extension Event {
    /// The kind of this event.
    public var type: EventType {
        switch self {
        case .ledgerCreated: .ledgerCreated
        case .softwareStarted: .softwareStarted
        case .clockStepped: .clockStepped
        case .checkpointKeyRotated: .checkpointKeyRotated
        case .importedAsFound: .importedAsFound
        case .providerStatement: .providerStatement
        case .playerListed: .playerListed
        case .playerAdded: .playerAdded
        case .poolPublished: .poolPublished
        case .tournamentCreated: .tournamentCreated
        case .entriesClosed: .entriesClosed
        case .tournamentCancelled: .tournamentCancelled
        case .prizesAwarded: .prizesAwarded
        case .overlayAdded: .overlayAdded
        case .rakeTaken: .rakeTaken
        case .tournamentFinalized: .tournamentFinalized
        case .contestRoundsSet: .contestRoundsSet
        case .scoringSet: .scoringSet
        case .roundClosed: .roundClosed
        case .podsDrawn: .podsDrawn
        case .roomOpened: .roomOpened
        case .seatTaken: .seatTaken
        case .seatLeft: .seatLeft
        case .roomFilled: .roomFilled
        case .draftOrderDrawn: .draftOrderDrawn
        case .countdownStarted: .countdownStarted
        case .draftStarted: .draftStarted
        case .clockStarted: .clockStarted
        case .clockTicked: .clockTicked
        case .pickMade: .pickMade
        case .pickAutomated: .pickAutomated
        case .commandRejected: .commandRejected
        case .autodraftSet: .autodraftSet
        case .clockExtended: .clockExtended
        case .roomPaused: .roomPaused
        case .roomResumed: .roomResumed
        case .pickCorrected: .pickCorrected
        case .connectionChanged: .connectionChanged
        case .draftCompleted: .draftCompleted
        case .roomCancelled: .roomCancelled
        case .roomVoided: .roomVoided
        case .entropyRevealed: .entropyRevealed
        case .queueSet: .queueSet
        case .queueAdded: .queueAdded
        case .queueRemoved: .queueRemoved
        case .queueMoved: .queueMoved
        case .queueMovedToTop: .queueMovedToTop
        case .queueCleared: .queueCleared
        case .rankingsSet: .rankingsSet
        case .positionLimitsSet: .positionLimitsSet
        case .autopickExplained: .autopickExplained
        case .depositRecorded: .depositRecorded
        case .entryFeeHeld: .entryFeeHeld
        case .entryFeePosted: .entryFeePosted
        case .entryFeeReleased: .entryFeeReleased
        case .entryFeeRefunded: .entryFeeRefunded
        case .prizeCredited: .prizeCredited
        case .withdrawalHeld: .withdrawalHeld
        case .withdrawalPosted: .withdrawalPosted
        case .withdrawalReleased: .withdrawalReleased
        case .chargebackRecorded: .chargebackRecorded
        case .chargebackSettled: .chargebackSettled
        case .balanceAdjusted: .balanceAdjusted
        case .userRegistered: .userRegistered
        case .alertPreferencesSet: .alertPreferencesSet
        case .pushTokenRegistered: .pushTokenRegistered
        case .deviceKeyAdded: .deviceKeyAdded
        case .deviceKeyRemoved: .deviceKeyRemoved
        case .limitsSet: .limitsSet
        case .userExcluded: .userExcluded
        case .accountClosed: .accountClosed
        case .privateDataRead: .privateDataRead
        case .disputeOpened: .disputeOpened
        case .evidenceAttached: .evidenceAttached
        case .disputeResolved: .disputeResolved
        case .authorityBegan: .authorityBegan
        case .staffAppointed: .staffAppointed
        case .staffDismissed: .staffDismissed
        case .staffRecovered: .staffRecovered
        case .measureProposed: .measureProposed
        case .measureApproved: .measureApproved
        case .measureDeclined: .measureDeclined
        case .measureLapsed: .measureLapsed
        case .playerScored: .playerScored
        case .weekFinal: .weekFinal
        case .scoresAssigned: .scoresAssigned
        case .playersJoined: .playersJoined
        case .playersParted: .playersParted
        case .aliasWithdrawn: .aliasWithdrawn
        case .playerNoted: .playerNoted
        case .gameNoted: .gameNoted
        case .resultsStated: .resultsStated
        }
    }
}

extension String {
    /// The name of a kind of event or command with the article that it is spoken with: "an EntryFeeHeld".
    package var withArticle: String {
        let name = lowercased()
        let isVowel = "aeio".contains { name.first == $0 } || name.hasPrefix("u") && !name.hasPrefix("use")
        return "\(isVowel ? "an" : "a") \(self)"
    }

    /// The same at the beginning of a sentence.
    package var withCapitalArticle: String { withArticle.prefix(1).uppercased() + withArticle.dropFirst() }
}
