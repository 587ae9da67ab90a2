/// Everything that can have happened, one case for each kind of event.
///
/// The names are the ledger's vocabulary: a record of today is read under these names in ten years. Cold events sit
/// behind a pointer (`indirect`), so that the hot ones, ticks and picks, stay small enough to pass in registers.
public enum Event: Hashable, Sendable {
    // system
    indirect case ledgerCreated(LedgerCreated)
    indirect case softwareStarted(SoftwareStarted)
    case clockStepped(ClockStepped)
    indirect case checkpointKeyRotated(CheckpointKeyRotated)
    case importedAsFound(ImportedAsFound)
    indirect case providerStatement(ProviderStatement)

    // pool/P
    indirect case playerListed(PlayerListed)
    indirect case playerAdded(PlayerAdded)
    indirect case poolPublished(PoolPublished)

    // tournament/T
    indirect case tournamentCreated(TournamentCreated)
    indirect case entriesClosed(EntriesClosed)
    indirect case tournamentCancelled(TournamentCancelled)
    case prizesAwarded(PrizesAwarded)
    case overlayAdded(OverlayAdded)
    case rakeTaken(RakeTaken)
    indirect case tournamentFinalized(TournamentFinalized)
    indirect case contestRoundsSet(ContestRoundsSet)
    indirect case scoringSet(ScoringSet)
    indirect case roundClosed(RoundClosed)
    indirect case podsDrawn(PodsDrawn)

    // room/R
    indirect case roomOpened(RoomOpened)
    indirect case seatTaken(SeatTaken)
    case seatLeft(SeatLeft)
    case roomFilled(RoomFilled)
    indirect case draftOrderDrawn(DraftOrderDrawn)
    case countdownStarted(CountdownStarted)
    case draftStarted(DraftStarted)
    case clockStarted(ClockStarted)
    case clockTicked(ClockTicked)
    case pickMade(PickMade)
    indirect case pickAutomated(PickAutomated)
    indirect case commandRejected(CommandRejected)
    case autodraftSet(AutodraftSet)
    indirect case clockExtended(ClockExtended)
    indirect case roomPaused(RoomPaused)
    case roomResumed(RoomResumed)
    indirect case pickCorrected(PickCorrected)
    case connectionChanged(ConnectionChanged)
    case draftCompleted(DraftCompleted)
    indirect case roomCancelled(RoomCancelled)
    indirect case roomVoided(RoomVoided)
    indirect case entropyRevealed(EntropyRevealed)
    indirect case resultsStated(ResultsStated)

    // queue/R.S
    indirect case queueSet(QueueSet)
    case queueAdded(QueueAdded)
    case queueRemoved(QueueRemoved)
    case queueMoved(QueueMoved)
    case queueMovedToTop(QueueMovedToTop)
    case queueCleared(QueueCleared)
    indirect case rankingsSet(RankingsSet)
    case positionLimitsSet(PositionLimitsSet)
    indirect case autopickExplained(AutopickExplained)

    // wallet/U
    indirect case depositRecorded(DepositRecorded)
    indirect case entryFeeHeld(EntryFeeHeld)
    indirect case entryFeePosted(EntryFeePosted)
    indirect case entryFeeReleased(EntryFeeReleased)
    indirect case entryFeeRefunded(EntryFeeRefunded)
    indirect case prizeCredited(PrizeCredited)
    indirect case withdrawalHeld(WithdrawalHeld)
    indirect case withdrawalPosted(WithdrawalPosted)
    indirect case withdrawalReleased(WithdrawalReleased)
    indirect case chargebackRecorded(ChargebackRecorded)
    indirect case chargebackSettled(ChargebackSettled)
    indirect case balanceAdjusted(BalanceAdjusted)

    // user/U
    case userRegistered(UserRegistered)
    case alertPreferencesSet(AlertPreferencesSet)
    indirect case pushTokenRegistered(PushTokenRegistered)
    indirect case deviceKeyAdded(DeviceKeyAdded)
    indirect case deviceKeyRemoved(DeviceKeyRemoved)
    indirect case limitsSet(LimitsSet)
    case userExcluded(UserExcluded)
    case accountClosed(AccountClosed)
    indirect case privateDataRead(PrivateDataRead)

    // case/C
    indirect case disputeOpened(DisputeOpened)
    indirect case evidenceAttached(EvidenceAttached)
    indirect case disputeResolved(DisputeResolved)

    // staff
    indirect case authorityBegan(AuthorityBegan)
    indirect case staffAppointed(StaffAppointed)
    indirect case staffDismissed(StaffDismissed)
    indirect case staffRecovered(StaffRecovered)

    // measure/M
    indirect case measureProposed(MeasureProposed)
    case measureApproved(MeasureApproved)
    indirect case measureDeclined(MeasureDeclined)
    case measureLapsed(MeasureLapsed)

    // season/Y
    indirect case playerScored(PlayerScored)
    indirect case weekFinal(WeekFinal)
    indirect case scoresAssigned(ScoresAssigned)

    // aliases
    indirect case playersJoined(PlayersJoined)
    indirect case playersParted(PlayersParted)
    indirect case aliasWithdrawn(AliasWithdrawn)

    // notes/Y
    indirect case playerNoted(PlayerNoted)
    indirect case gameNoted(GameNoted)
}

extension Event {
    /// Hands the event's body to a visitor: the one switch from events to bodies.
    package func accept<Visitor: EventVisitor>(_ visitor: inout Visitor) -> Visitor.Answer {
        switch self {
        case .ledgerCreated(let body): visitor.visit(body)
        case .softwareStarted(let body): visitor.visit(body)
        case .clockStepped(let body): visitor.visit(body)
        case .checkpointKeyRotated(let body): visitor.visit(body)
        case .importedAsFound(let body): visitor.visit(body)
        case .providerStatement(let body): visitor.visit(body)
        case .playerListed(let body): visitor.visit(body)
        case .playerAdded(let body): visitor.visit(body)
        case .poolPublished(let body): visitor.visit(body)
        case .tournamentCreated(let body): visitor.visit(body)
        case .entriesClosed(let body): visitor.visit(body)
        case .tournamentCancelled(let body): visitor.visit(body)
        case .prizesAwarded(let body): visitor.visit(body)
        case .overlayAdded(let body): visitor.visit(body)
        case .rakeTaken(let body): visitor.visit(body)
        case .tournamentFinalized(let body): visitor.visit(body)
        case .contestRoundsSet(let body): visitor.visit(body)
        case .scoringSet(let body): visitor.visit(body)
        case .roundClosed(let body): visitor.visit(body)
        case .podsDrawn(let body): visitor.visit(body)
        case .roomOpened(let body): visitor.visit(body)
        case .seatTaken(let body): visitor.visit(body)
        case .seatLeft(let body): visitor.visit(body)
        case .roomFilled(let body): visitor.visit(body)
        case .draftOrderDrawn(let body): visitor.visit(body)
        case .countdownStarted(let body): visitor.visit(body)
        case .draftStarted(let body): visitor.visit(body)
        case .clockStarted(let body): visitor.visit(body)
        case .clockTicked(let body): visitor.visit(body)
        case .pickMade(let body): visitor.visit(body)
        case .pickAutomated(let body): visitor.visit(body)
        case .commandRejected(let body): visitor.visit(body)
        case .autodraftSet(let body): visitor.visit(body)
        case .clockExtended(let body): visitor.visit(body)
        case .roomPaused(let body): visitor.visit(body)
        case .roomResumed(let body): visitor.visit(body)
        case .pickCorrected(let body): visitor.visit(body)
        case .connectionChanged(let body): visitor.visit(body)
        case .draftCompleted(let body): visitor.visit(body)
        case .roomCancelled(let body): visitor.visit(body)
        case .roomVoided(let body): visitor.visit(body)
        case .entropyRevealed(let body): visitor.visit(body)
        case .resultsStated(let body): visitor.visit(body)
        case .queueSet(let body): visitor.visit(body)
        case .queueAdded(let body): visitor.visit(body)
        case .queueRemoved(let body): visitor.visit(body)
        case .queueMoved(let body): visitor.visit(body)
        case .queueMovedToTop(let body): visitor.visit(body)
        case .queueCleared(let body): visitor.visit(body)
        case .rankingsSet(let body): visitor.visit(body)
        case .positionLimitsSet(let body): visitor.visit(body)
        case .autopickExplained(let body): visitor.visit(body)
        case .depositRecorded(let body): visitor.visit(body)
        case .entryFeeHeld(let body): visitor.visit(body)
        case .entryFeePosted(let body): visitor.visit(body)
        case .entryFeeReleased(let body): visitor.visit(body)
        case .entryFeeRefunded(let body): visitor.visit(body)
        case .prizeCredited(let body): visitor.visit(body)
        case .withdrawalHeld(let body): visitor.visit(body)
        case .withdrawalPosted(let body): visitor.visit(body)
        case .withdrawalReleased(let body): visitor.visit(body)
        case .chargebackRecorded(let body): visitor.visit(body)
        case .chargebackSettled(let body): visitor.visit(body)
        case .balanceAdjusted(let body): visitor.visit(body)
        case .userRegistered(let body): visitor.visit(body)
        case .alertPreferencesSet(let body): visitor.visit(body)
        case .pushTokenRegistered(let body): visitor.visit(body)
        case .deviceKeyAdded(let body): visitor.visit(body)
        case .deviceKeyRemoved(let body): visitor.visit(body)
        case .limitsSet(let body): visitor.visit(body)
        case .userExcluded(let body): visitor.visit(body)
        case .accountClosed(let body): visitor.visit(body)
        case .privateDataRead(let body): visitor.visit(body)
        case .disputeOpened(let body): visitor.visit(body)
        case .evidenceAttached(let body): visitor.visit(body)
        case .disputeResolved(let body): visitor.visit(body)
        case .authorityBegan(let body): visitor.visit(body)
        case .staffAppointed(let body): visitor.visit(body)
        case .staffDismissed(let body): visitor.visit(body)
        case .staffRecovered(let body): visitor.visit(body)
        case .measureProposed(let body): visitor.visit(body)
        case .measureApproved(let body): visitor.visit(body)
        case .measureDeclined(let body): visitor.visit(body)
        case .measureLapsed(let body): visitor.visit(body)
        case .playerScored(let body): visitor.visit(body)
        case .weekFinal(let body): visitor.visit(body)
        case .scoresAssigned(let body): visitor.visit(body)
        case .playersJoined(let body): visitor.visit(body)
        case .playersParted(let body): visitor.visit(body)
        case .aliasWithdrawn(let body): visitor.visit(body)
        case .playerNoted(let body): visitor.visit(body)
        case .gameNoted(let body): visitor.visit(body)
        }
    }
}

extension EventType {
    /// The type of the bodies of such events: the inverse of `Event.accept(_:)`.
    package var body: any EventBody.Type {
        switch self {
        case .ledgerCreated: LedgerCreated.self
        case .softwareStarted: SoftwareStarted.self
        case .clockStepped: ClockStepped.self
        case .checkpointKeyRotated: CheckpointKeyRotated.self
        case .importedAsFound: ImportedAsFound.self
        case .providerStatement: ProviderStatement.self
        case .playerListed: PlayerListed.self
        case .playerAdded: PlayerAdded.self
        case .poolPublished: PoolPublished.self
        case .tournamentCreated: TournamentCreated.self
        case .entriesClosed: EntriesClosed.self
        case .tournamentCancelled: TournamentCancelled.self
        case .prizesAwarded: PrizesAwarded.self
        case .overlayAdded: OverlayAdded.self
        case .rakeTaken: RakeTaken.self
        case .tournamentFinalized: TournamentFinalized.self
        case .contestRoundsSet: ContestRoundsSet.self
        case .scoringSet: ScoringSet.self
        case .roundClosed: RoundClosed.self
        case .podsDrawn: PodsDrawn.self
        case .roomOpened: RoomOpened.self
        case .seatTaken: SeatTaken.self
        case .seatLeft: SeatLeft.self
        case .roomFilled: RoomFilled.self
        case .draftOrderDrawn: DraftOrderDrawn.self
        case .countdownStarted: CountdownStarted.self
        case .draftStarted: DraftStarted.self
        case .clockStarted: ClockStarted.self
        case .clockTicked: ClockTicked.self
        case .pickMade: PickMade.self
        case .pickAutomated: PickAutomated.self
        case .commandRejected: CommandRejected.self
        case .autodraftSet: AutodraftSet.self
        case .clockExtended: ClockExtended.self
        case .roomPaused: RoomPaused.self
        case .roomResumed: RoomResumed.self
        case .pickCorrected: PickCorrected.self
        case .connectionChanged: ConnectionChanged.self
        case .draftCompleted: DraftCompleted.self
        case .roomCancelled: RoomCancelled.self
        case .roomVoided: RoomVoided.self
        case .entropyRevealed: EntropyRevealed.self
        case .resultsStated: ResultsStated.self
        case .queueSet: QueueSet.self
        case .queueAdded: QueueAdded.self
        case .queueRemoved: QueueRemoved.self
        case .queueMoved: QueueMoved.self
        case .queueMovedToTop: QueueMovedToTop.self
        case .queueCleared: QueueCleared.self
        case .rankingsSet: RankingsSet.self
        case .positionLimitsSet: PositionLimitsSet.self
        case .autopickExplained: AutopickExplained.self
        case .depositRecorded: DepositRecorded.self
        case .entryFeeHeld: EntryFeeHeld.self
        case .entryFeePosted: EntryFeePosted.self
        case .entryFeeReleased: EntryFeeReleased.self
        case .entryFeeRefunded: EntryFeeRefunded.self
        case .prizeCredited: PrizeCredited.self
        case .withdrawalHeld: WithdrawalHeld.self
        case .withdrawalPosted: WithdrawalPosted.self
        case .withdrawalReleased: WithdrawalReleased.self
        case .chargebackRecorded: ChargebackRecorded.self
        case .chargebackSettled: ChargebackSettled.self
        case .balanceAdjusted: BalanceAdjusted.self
        case .userRegistered: UserRegistered.self
        case .alertPreferencesSet: AlertPreferencesSet.self
        case .pushTokenRegistered: PushTokenRegistered.self
        case .deviceKeyAdded: DeviceKeyAdded.self
        case .deviceKeyRemoved: DeviceKeyRemoved.self
        case .limitsSet: LimitsSet.self
        case .userExcluded: UserExcluded.self
        case .accountClosed: AccountClosed.self
        case .privateDataRead: PrivateDataRead.self
        case .disputeOpened: DisputeOpened.self
        case .evidenceAttached: EvidenceAttached.self
        case .disputeResolved: DisputeResolved.self
        case .authorityBegan: AuthorityBegan.self
        case .staffAppointed: StaffAppointed.self
        case .staffDismissed: StaffDismissed.self
        case .staffRecovered: StaffRecovered.self
        case .measureProposed: MeasureProposed.self
        case .measureApproved: MeasureApproved.self
        case .measureDeclined: MeasureDeclined.self
        case .measureLapsed: MeasureLapsed.self
        case .playerScored: PlayerScored.self
        case .weekFinal: WeekFinal.self
        case .scoresAssigned: ScoresAssigned.self
        case .playersJoined: PlayersJoined.self
        case .playersParted: PlayersParted.self
        case .aliasWithdrawn: AliasWithdrawn.self
        case .playerNoted: PlayerNoted.self
        case .gameNoted: GameNoted.self
        }
    }
}
