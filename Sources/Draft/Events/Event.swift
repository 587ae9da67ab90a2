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
    indirect case importedAsFound(ImportedAsFound)
    indirect case freeTextErased(FreeTextErased)
    indirect case leaderChanged(LeaderChanged)
    indirect case providerStatement(ProviderStatement)
    indirect case payoutApproved(PayoutApproved)
    indirect case ledgerClosed(LedgerClosed)
    indirect case ledgerBegun(LedgerBegun)

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
    indirect case withdrawalApproved(WithdrawalApproved)
    indirect case withdrawalPosted(WithdrawalPosted)
    indirect case withdrawalReleased(WithdrawalReleased)
    indirect case chargebackRecorded(ChargebackRecorded)
    indirect case chargebackSettled(ChargebackSettled)
    indirect case balanceCarried(BalanceCarried)
    indirect case depositCarried(DepositCarried)
    indirect case chargebackCarried(ChargebackCarried)
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
    indirect case noticesRecorded(NoticesRecorded)
    indirect case memberCarried(MemberCarried)

    // case/C
    indirect case disputeOpened(DisputeOpened)
    indirect case evidenceAttached(EvidenceAttached)
    indirect case disputeResolved(DisputeResolved)

    // staff
    indirect case authorityBegan(AuthorityBegan)
    indirect case staffAppointed(StaffAppointed)
    indirect case staffDismissed(StaffDismissed)
    indirect case staffRecovered(StaffRecovered)
    indirect case staffCarried(StaffCarried)
    indirect case staffMemberCarried(StaffMemberCarried)

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
        case .freeTextErased(let body): visitor.visit(body)
        case .leaderChanged(let body): visitor.visit(body)
        case .providerStatement(let body): visitor.visit(body)
        case .payoutApproved(let body): visitor.visit(body)
        case .ledgerClosed(let body): visitor.visit(body)
        case .ledgerBegun(let body): visitor.visit(body)
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
        case .withdrawalApproved(let body): visitor.visit(body)
        case .withdrawalPosted(let body): visitor.visit(body)
        case .withdrawalReleased(let body): visitor.visit(body)
        case .chargebackRecorded(let body): visitor.visit(body)
        case .chargebackSettled(let body): visitor.visit(body)
        case .balanceCarried(let body): visitor.visit(body)
        case .depositCarried(let body): visitor.visit(body)
        case .chargebackCarried(let body): visitor.visit(body)
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
        case .noticesRecorded(let body): visitor.visit(body)
        case .memberCarried(let body): visitor.visit(body)
        case .disputeOpened(let body): visitor.visit(body)
        case .evidenceAttached(let body): visitor.visit(body)
        case .disputeResolved(let body): visitor.visit(body)
        case .authorityBegan(let body): visitor.visit(body)
        case .staffAppointed(let body): visitor.visit(body)
        case .staffDismissed(let body): visitor.visit(body)
        case .staffRecovered(let body): visitor.visit(body)
        case .staffCarried(let body): visitor.visit(body)
        case .staffMemberCarried(let body): visitor.visit(body)
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

extension Event {
    /// The group of the event: the one switch from events to families.
    ///
    /// - Complexity: O(1). It copies the body, and is inlined, so that a reader of one group copies no other bodies.
    @inline(__always)
    package var family: EventFamily {
        switch self {
        case .ledgerCreated(let event): .service(.created(event))
        case .softwareStarted(let event): .service(.software(event))
        case .clockStepped(let event): .service(.stepped(event))
        case .checkpointKeyRotated(let event): .service(.rotated(event))
        case .importedAsFound(let event): .service(.imported(event))
        case .freeTextErased(let event): .service(.erased(event))
        case .leaderChanged(let event): .service(.leader(event))
        case .providerStatement(let event): .service(.statement(event))
        case .payoutApproved(let event): .service(.payout(event))
        case .ledgerClosed(let event): .service(.closed(event))
        case .ledgerBegun(let event): .service(.begun(event))
        case .playerListed(let event): .listing(.listed(event))
        case .playerAdded(let event): .listing(.late(event))
        case .poolPublished(let event): .listing(.published(event))
        case .tournamentCreated(let event): .contest(.created(event))
        case .entriesClosed(let event): .contest(.closed(event))
        case .tournamentCancelled(let event): .contest(.cancelled(event))
        case .prizesAwarded(let event): .contest(.prizes(event))
        case .overlayAdded(let event): .contest(.overlay(event))
        case .rakeTaken(let event): .contest(.rake(event))
        case .tournamentFinalized(let event): .contest(.finalized(event))
        case .contestRoundsSet(let event): .contest(.rounds(event))
        case .scoringSet(let event): .contest(.scoring(event))
        case .roundClosed(let event): .contest(.played(event))
        case .podsDrawn(let event): .contest(.pods(event))
        case .roomOpened(let event): .room(.preparation(.opened(event)))
        case .seatTaken(let event): .room(.membership(.taken(event)))
        case .seatLeft(let event): .room(.membership(.left(event)))
        case .roomFilled(let event): .room(.preparation(.filled(event)))
        case .draftOrderDrawn(let event): .room(.preparation(.drawn(event)))
        case .countdownStarted(let event): .room(.preparation(.countdown(event)))
        case .draftStarted(let event): .room(.preparation(.begun(event)))
        case .clockStarted(let event): .room(.clock(.started(event)))
        case .clockTicked(let event): .room(.clock(.ticked(event)))
        case .pickMade(let event): .room(.pick(.made(event)))
        case .pickAutomated(let event): .room(.pick(.automated(event)))
        case .commandRejected(let event): .refusal(event)
        case .autodraftSet(let event): .room(.seatChange(.autodraft(event)))
        case .clockExtended(let event): .room(.clock(.extended(event)))
        case .roomPaused(let event): .room(.clock(.paused(event)))
        case .roomResumed(let event): .room(.clock(.resumed(event)))
        case .pickCorrected(let event): .room(.pick(.corrected(event)))
        case .connectionChanged(let event): .room(.seatChange(.connection(event)))
        case .draftCompleted(let event): .room(.ending(.completed(event)))
        case .roomCancelled(let event): .room(.ending(.cancelled(event)))
        case .roomVoided(let event): .room(.ending(.voided(event)))
        case .entropyRevealed(let event): .room(.preparation(.revealed(event)))
        case .resultsStated(let event): .room(.results(event))
        case .queueSet(let event): .queueChange(.replaced(event))
        case .queueAdded(let event): .queueChange(.added(event))
        case .queueRemoved(let event): .queueChange(.removed(event))
        case .queueMoved(let event): .queueChange(.moved(event))
        case .queueMovedToTop(let event): .queueChange(.raised(event))
        case .queueCleared(let event): .queueChange(.cleared(event))
        case .rankingsSet(let event): .queueChange(.ranked(event))
        case .positionLimitsSet(let event): .queueChange(.limited(event))
        case .autopickExplained(let event): .queueChange(.explained(event))
        case .depositRecorded(let event): .payment(.deposit(event))
        case .entryFeeHeld(let event): .feeStep(.held(event))
        case .entryFeePosted(let event): .feeStep(.posted(event))
        case .entryFeeReleased(let event): .feeStep(.released(event))
        case .entryFeeRefunded(let event): .feeStep(.refunded(event))
        case .prizeCredited(let event): .feeStep(.prize(event))
        case .withdrawalHeld(let event): .payment(.held(event))
        case .withdrawalApproved(let event): .payment(.approved(event))
        case .withdrawalPosted(let event): .payment(.posted(event))
        case .withdrawalReleased(let event): .payment(.released(event))
        case .chargebackRecorded(let event): .payment(.chargeback(event))
        case .chargebackSettled(let event): .payment(.settlement(event))
        case .balanceCarried(let event): .payment(.carried(.balance(event)))
        case .depositCarried(let event): .payment(.carried(.deposit(event)))
        case .chargebackCarried(let event): .payment(.carried(.chargeback(event)))
        case .balanceAdjusted(let event): .payment(.adjustment(event))
        case .userRegistered(let event): .account(.registered(event))
        case .alertPreferencesSet(let event): .account(.alerts(event))
        case .pushTokenRegistered(let event): .account(.pushToken(event))
        case .deviceKeyAdded(let event): .account(.keyAdded(event))
        case .deviceKeyRemoved(let event): .account(.keyRemoved(event))
        case .limitsSet(let event): .account(.limits(event))
        case .userExcluded(let event): .account(.excluded(event))
        case .accountClosed(let event): .account(.closed(event))
        case .privateDataRead(let event): .account(.access(event))
        case .noticesRecorded(let event): .account(.notices(event))
        case .memberCarried(let event): .account(.carried(event))
        case .disputeOpened(let event): .caseStep(.opened(event))
        case .evidenceAttached(let event): .caseStep(.evidence(event))
        case .disputeResolved(let event): .caseStep(.resolved(event))
        case .authorityBegan(let event): .staffChange(.enabled(event))
        case .staffAppointed(let event): .staffChange(.appointed(event))
        case .staffDismissed(let event): .staffChange(.dismissed(event))
        case .staffRecovered(let event): .staffChange(.recovered(event))
        case .staffCarried(let event): .staffChange(.carried(.head(event)))
        case .staffMemberCarried(let event): .staffChange(.carried(.member(event)))
        case .measureProposed(let event): .approval(.proposed(event))
        case .measureApproved(let event): .approval(.approved(event))
        case .measureDeclined(let event): .approval(.declined(event))
        case .measureLapsed(let event): .approval(.lapsed(event))
        case .playerScored(let event): .score(.scored(event))
        case .weekFinal(let event): .score(.final(event))
        case .scoresAssigned(let event): .score(.assigned(event))
        case .playersJoined(let event): .alias(.joined(event))
        case .playersParted(let event): .alias(.parted(event))
        case .aliasWithdrawn(let event): .alias(.withdrawn(event))
        case .playerNoted(let event): .note(.player(event))
        case .gameNoted(let event): .note(.game(event))
        }
    }
}

extension Event {
    /// The event with a body that a mapper makes of its own: the one switch from events to events of the same kind.
    func map(_ mapper: some EventMapper) -> Event {
        switch self {
        case .ledgerCreated(let body): .ledgerCreated(mapper.map(body))
        case .softwareStarted(let body): .softwareStarted(mapper.map(body))
        case .clockStepped(let body): .clockStepped(mapper.map(body))
        case .checkpointKeyRotated(let body): .checkpointKeyRotated(mapper.map(body))
        case .importedAsFound(let body): .importedAsFound(mapper.map(body))
        case .freeTextErased(let body): .freeTextErased(mapper.map(body))
        case .leaderChanged(let body): .leaderChanged(mapper.map(body))
        case .providerStatement(let body): .providerStatement(mapper.map(body))
        case .payoutApproved(let body): .payoutApproved(mapper.map(body))
        case .ledgerClosed(let body): .ledgerClosed(mapper.map(body))
        case .ledgerBegun(let body): .ledgerBegun(mapper.map(body))
        case .playerListed(let body): .playerListed(mapper.map(body))
        case .playerAdded(let body): .playerAdded(mapper.map(body))
        case .poolPublished(let body): .poolPublished(mapper.map(body))
        case .tournamentCreated(let body): .tournamentCreated(mapper.map(body))
        case .entriesClosed(let body): .entriesClosed(mapper.map(body))
        case .tournamentCancelled(let body): .tournamentCancelled(mapper.map(body))
        case .prizesAwarded(let body): .prizesAwarded(mapper.map(body))
        case .overlayAdded(let body): .overlayAdded(mapper.map(body))
        case .rakeTaken(let body): .rakeTaken(mapper.map(body))
        case .tournamentFinalized(let body): .tournamentFinalized(mapper.map(body))
        case .contestRoundsSet(let body): .contestRoundsSet(mapper.map(body))
        case .scoringSet(let body): .scoringSet(mapper.map(body))
        case .roundClosed(let body): .roundClosed(mapper.map(body))
        case .podsDrawn(let body): .podsDrawn(mapper.map(body))
        case .roomOpened(let body): .roomOpened(mapper.map(body))
        case .seatTaken(let body): .seatTaken(mapper.map(body))
        case .seatLeft(let body): .seatLeft(mapper.map(body))
        case .roomFilled(let body): .roomFilled(mapper.map(body))
        case .draftOrderDrawn(let body): .draftOrderDrawn(mapper.map(body))
        case .countdownStarted(let body): .countdownStarted(mapper.map(body))
        case .draftStarted(let body): .draftStarted(mapper.map(body))
        case .clockStarted(let body): .clockStarted(mapper.map(body))
        case .clockTicked(let body): .clockTicked(mapper.map(body))
        case .pickMade(let body): .pickMade(mapper.map(body))
        case .pickAutomated(let body): .pickAutomated(mapper.map(body))
        case .commandRejected(let body): .commandRejected(mapper.map(body))
        case .autodraftSet(let body): .autodraftSet(mapper.map(body))
        case .clockExtended(let body): .clockExtended(mapper.map(body))
        case .roomPaused(let body): .roomPaused(mapper.map(body))
        case .roomResumed(let body): .roomResumed(mapper.map(body))
        case .pickCorrected(let body): .pickCorrected(mapper.map(body))
        case .connectionChanged(let body): .connectionChanged(mapper.map(body))
        case .draftCompleted(let body): .draftCompleted(mapper.map(body))
        case .roomCancelled(let body): .roomCancelled(mapper.map(body))
        case .roomVoided(let body): .roomVoided(mapper.map(body))
        case .entropyRevealed(let body): .entropyRevealed(mapper.map(body))
        case .resultsStated(let body): .resultsStated(mapper.map(body))
        case .queueSet(let body): .queueSet(mapper.map(body))
        case .queueAdded(let body): .queueAdded(mapper.map(body))
        case .queueRemoved(let body): .queueRemoved(mapper.map(body))
        case .queueMoved(let body): .queueMoved(mapper.map(body))
        case .queueMovedToTop(let body): .queueMovedToTop(mapper.map(body))
        case .queueCleared(let body): .queueCleared(mapper.map(body))
        case .rankingsSet(let body): .rankingsSet(mapper.map(body))
        case .positionLimitsSet(let body): .positionLimitsSet(mapper.map(body))
        case .autopickExplained(let body): .autopickExplained(mapper.map(body))
        case .depositRecorded(let body): .depositRecorded(mapper.map(body))
        case .entryFeeHeld(let body): .entryFeeHeld(mapper.map(body))
        case .entryFeePosted(let body): .entryFeePosted(mapper.map(body))
        case .entryFeeReleased(let body): .entryFeeReleased(mapper.map(body))
        case .entryFeeRefunded(let body): .entryFeeRefunded(mapper.map(body))
        case .prizeCredited(let body): .prizeCredited(mapper.map(body))
        case .withdrawalHeld(let body): .withdrawalHeld(mapper.map(body))
        case .withdrawalApproved(let body): .withdrawalApproved(mapper.map(body))
        case .withdrawalPosted(let body): .withdrawalPosted(mapper.map(body))
        case .withdrawalReleased(let body): .withdrawalReleased(mapper.map(body))
        case .chargebackRecorded(let body): .chargebackRecorded(mapper.map(body))
        case .chargebackSettled(let body): .chargebackSettled(mapper.map(body))
        case .balanceCarried(let body): .balanceCarried(mapper.map(body))
        case .depositCarried(let body): .depositCarried(mapper.map(body))
        case .chargebackCarried(let body): .chargebackCarried(mapper.map(body))
        case .balanceAdjusted(let body): .balanceAdjusted(mapper.map(body))
        case .userRegistered(let body): .userRegistered(mapper.map(body))
        case .alertPreferencesSet(let body): .alertPreferencesSet(mapper.map(body))
        case .pushTokenRegistered(let body): .pushTokenRegistered(mapper.map(body))
        case .deviceKeyAdded(let body): .deviceKeyAdded(mapper.map(body))
        case .deviceKeyRemoved(let body): .deviceKeyRemoved(mapper.map(body))
        case .limitsSet(let body): .limitsSet(mapper.map(body))
        case .userExcluded(let body): .userExcluded(mapper.map(body))
        case .accountClosed(let body): .accountClosed(mapper.map(body))
        case .privateDataRead(let body): .privateDataRead(mapper.map(body))
        case .noticesRecorded(let body): .noticesRecorded(mapper.map(body))
        case .memberCarried(let body): .memberCarried(mapper.map(body))
        case .disputeOpened(let body): .disputeOpened(mapper.map(body))
        case .evidenceAttached(let body): .evidenceAttached(mapper.map(body))
        case .disputeResolved(let body): .disputeResolved(mapper.map(body))
        case .authorityBegan(let body): .authorityBegan(mapper.map(body))
        case .staffAppointed(let body): .staffAppointed(mapper.map(body))
        case .staffDismissed(let body): .staffDismissed(mapper.map(body))
        case .staffRecovered(let body): .staffRecovered(mapper.map(body))
        case .staffCarried(let body): .staffCarried(mapper.map(body))
        case .staffMemberCarried(let body): .staffMemberCarried(mapper.map(body))
        case .measureProposed(let body): .measureProposed(mapper.map(body))
        case .measureApproved(let body): .measureApproved(mapper.map(body))
        case .measureDeclined(let body): .measureDeclined(mapper.map(body))
        case .measureLapsed(let body): .measureLapsed(mapper.map(body))
        case .playerScored(let body): .playerScored(mapper.map(body))
        case .weekFinal(let body): .weekFinal(mapper.map(body))
        case .scoresAssigned(let body): .scoresAssigned(mapper.map(body))
        case .playersJoined(let body): .playersJoined(mapper.map(body))
        case .playersParted(let body): .playersParted(mapper.map(body))
        case .aliasWithdrawn(let body): .aliasWithdrawn(mapper.map(body))
        case .playerNoted(let body): .playerNoted(mapper.map(body))
        case .gameNoted(let body): .gameNoted(mapper.map(body))
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
        case .freeTextErased: FreeTextErased.self
        case .leaderChanged: LeaderChanged.self
        case .providerStatement: ProviderStatement.self
        case .payoutApproved: PayoutApproved.self
        case .ledgerClosed: LedgerClosed.self
        case .ledgerBegun: LedgerBegun.self
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
        case .withdrawalApproved: WithdrawalApproved.self
        case .withdrawalPosted: WithdrawalPosted.self
        case .withdrawalReleased: WithdrawalReleased.self
        case .chargebackRecorded: ChargebackRecorded.self
        case .chargebackSettled: ChargebackSettled.self
        case .balanceCarried: BalanceCarried.self
        case .depositCarried: DepositCarried.self
        case .chargebackCarried: ChargebackCarried.self
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
        case .noticesRecorded: NoticesRecorded.self
        case .memberCarried: MemberCarried.self
        case .disputeOpened: DisputeOpened.self
        case .evidenceAttached: EvidenceAttached.self
        case .disputeResolved: DisputeResolved.self
        case .authorityBegan: AuthorityBegan.self
        case .staffAppointed: StaffAppointed.self
        case .staffDismissed: StaffDismissed.self
        case .staffRecovered: StaffRecovered.self
        case .staffCarried: StaffCarried.self
        case .staffMemberCarried: StaffMemberCarried.self
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
