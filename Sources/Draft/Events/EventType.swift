/// The kind of an event as a record names it: SBE's template id. Numbers are given out once and never reused.
///
/// All other facts about a kind are with its body, in `EventBody.facts`.
public enum EventType: UInt16, CaseIterable, Sendable {
    case ledgerCreated = 1
    case softwareStarted = 2
    case clockStepped = 3
    case checkpointKeyRotated = 4
    case importedAsFound = 5
    case freeTextErased = 6
    case leaderChanged = 7
    case providerStatement = 91
    case payoutApproved = 94
    case ledgerClosed = 185
    case ledgerBegun = 186
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
    case withdrawalApproved = 93
    case withdrawalReleased = 88
    case chargebackRecorded = 89
    case balanceAdjusted = 90
    case chargebackSettled = 92
    case balanceCarried = 188
    case depositCarried = 189
    case chargebackCarried = 196
    case userRegistered = 100
    case alertPreferencesSet = 101
    case pushTokenRegistered = 102
    case deviceKeyAdded = 103
    case deviceKeyRemoved = 104
    case limitsSet = 105
    case userExcluded = 106
    case accountClosed = 107
    case privateDataRead = 183
    case noticesRecorded = 184
    case memberCarried = 187
    case disputeOpened = 110
    case evidenceAttached = 111
    case disputeResolved = 112
    case authorityBegan = 120
    case staffAppointed = 121
    case staffDismissed = 122
    case staffRecovered = 123
    case staffCarried = 194
    case staffMemberCarried = 195
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

    private static let names: [UInt16: String] = Dictionary(
        uniqueKeysWithValues: allCases.map { type in
            let name = String(describing: type)
            return (type.rawValue, name.prefix(1).uppercased() + name.dropFirst())
        })

    private static let typesByName: [String: EventType] = Dictionary(
        uniqueKeysWithValues: allCases.map { ($0.name, $0) })
}

extension EventType {
    /// The facts that hold for every event of this type.
    package var facts: EventFacts { body.facts }

    /// The classes that this kind of event is in; by number, so that a scan looks nothing up.
    package var traits: EventFacts.Traits { Self.traitTable[Int(rawValue)] }

    private static let traitTable: [EventFacts.Traits] = {
        var table = [EventFacts.Traits](repeating: [], count: Int(allCases.map(\.rawValue).max() ?? 0) + 1)
        for type in allCases { table[Int(type.rawValue)] = type.facts.traits }
        return table
    }()

    /// The first version of the schema with events of this type.
    package var sinceVersion: UInt16 { facts.since }

    /// Whether a stream is of the kind that holds such events. A refusal is in the stream that its command was for.
    package func isAtHome(in stream: StreamKey) -> Bool {
        guard let home = facts.home, home != stream.kind else { return true }
        // Older ledgers have ticks among the events of their room.
        return home == .clock && stream.kind == .room
    }

    /// Whether records of the type are for some readers only, and therefore salted: those in the streams of queues,
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
