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
