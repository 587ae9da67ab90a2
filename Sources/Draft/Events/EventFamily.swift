/// The kinds of events that readers ask for together.
///
/// `Event.family` assigns every event its place, in one exhaustive switch. Readers switch over the family, or over the one
/// group that they are about, without `default:`. A new event is therefore told to the readers of its group and to no others.
///
/// ```swift
/// switch recorded.event.pick {
/// case .made(let made): board.set(made.pick, made.player)
/// case .automated(let made): board.set(made.pick, made.player)
/// case .corrected(let corrected): board.correct(corrected)
/// case nil: break
/// }
/// ```
package enum EventFamily {
    case service(Event.Service)
    case listing(Event.Listing)
    case contest(Event.Contest)
    case room(Event.Room)
    /// A refusal, in whatever stream its command was for.
    case refusal(CommandRejected)
    case queueChange(Event.QueueChange)
    case payment(Event.Payment)
    case feeStep(Event.FeeStep)
    case account(Event.Account)
    case caseStep(Event.CaseStep)
    case staffChange(Event.StaffChange)
    case approval(Event.Approval)
    case score(Event.Score)
    case alias(Event.Alias)
    case note(Event.Note)
}

extension Event {
    /// An event of a room that is not a refusal.
    package enum Room {
        case membership(Membership)
        case preparation(Preparation)
        case clock(Clock)
        case pick(Pick)
        case seatChange(SeatChange)
        case ending(Ending)
        /// The results of a draft as the site of the draft states them.
        case results(ResultsStated)
    }

    /// A member joins or leaves a room.
    package enum Membership {
        case taken(SeatTaken)
        case left(SeatLeft)
    }

    /// A step from an empty room to its first pick.
    package enum Preparation {
        case opened(RoomOpened)
        case filled(RoomFilled)
        case revealed(EntropyRevealed)
        case drawn(DraftOrderDrawn)
        case countdown(CountdownStarted)
        case begun(DraftStarted)
    }

    /// A change of the time that is left for a pick.
    package enum Clock {
        case started(ClockStarted)
        case ticked(ClockTicked)
        case extended(ClockExtended)
        case paused(RoomPaused)
        case resumed(RoomResumed)
    }

    /// A change of the draft board.
    package enum Pick {
        case made(PickMade)
        case automated(PickAutomated)
        case corrected(PickCorrected)
    }

    /// A change of one seat that does not touch the board.
    package enum SeatChange {
        case autodraft(AutodraftSet)
        case connection(ConnectionChanged)
    }

    /// The end of a room.
    package enum Ending {
        case completed(DraftCompleted)
        case cancelled(RoomCancelled)
        case voided(RoomVoided)
    }

    /// A fact about the ledger itself and the software that writes it.
    package enum Service {
        case created(LedgerCreated)
        case software(SoftwareStarted)
        case stepped(ClockStepped)
        case rotated(CheckpointKeyRotated)
        case imported(ImportedAsFound)
        case erased(FreeTextErased)
        case leader(LeaderChanged)
        case statement(ProviderStatement)
        case payout(PayoutApproved)
        case closed(LedgerClosed)
        case begun(LedgerBegun)
    }

    /// A change of a player pool.
    package enum Listing {
        case listed(PlayerListed)
        case late(PlayerAdded)
        case published(PoolPublished)
    }

    /// A step of a contest.
    package enum Contest {
        case created(TournamentCreated)
        case closed(EntriesClosed)
        case cancelled(TournamentCancelled)
        case prizes(PrizesAwarded)
        case overlay(OverlayAdded)
        case rake(RakeTaken)
        case finalized(TournamentFinalized)
        case rounds(ContestRoundsSet)
        case scoring(ScoringSet)
        case played(RoundClosed)
        case pods(PodsDrawn)
    }

    /// A change of the wishes of a seat, or an explanation of what the rules made of them.
    package enum QueueChange {
        case replaced(QueueSet)
        case added(QueueAdded)
        case removed(QueueRemoved)
        case moved(QueueMoved)
        case raised(QueueMovedToTop)
        case cleared(QueueCleared)
        case ranked(RankingsSet)
        case limited(PositionLimitsSet)
        case explained(AutopickExplained)
    }

    /// Money that comes into a wallet or leaves it, other than for an entry.
    package enum Payment {
        case deposit(DepositRecorded)
        case held(WithdrawalHeld)
        case approved(WithdrawalApproved)
        case posted(WithdrawalPosted)
        case released(WithdrawalReleased)
        case chargeback(ChargebackRecorded)
        case settlement(ChargebackSettled)
        case adjustment(BalanceAdjusted)
        case carried(CarriedMoney)
    }

    /// A part of a wallet that was taken over from another ledger.
    package enum CarriedMoney {
        case balance(BalanceCarried)
        case deposit(DepositCarried)
        case chargeback(ChargebackCarried)
    }

    /// A step of the fee of an entry, or its prize.
    package enum FeeStep {
        case held(EntryFeeHeld)
        case posted(EntryFeePosted)
        case released(EntryFeeReleased)
        case refunded(EntryFeeRefunded)
        case prize(PrizeCredited)
    }

    /// A change of an account, access to its private data, or what its member was told.
    package enum Account {
        case registered(UserRegistered)
        case alerts(AlertPreferencesSet)
        case pushToken(PushTokenRegistered)
        case keyAdded(DeviceKeyAdded)
        case keyRemoved(DeviceKeyRemoved)
        case limits(LimitsSet)
        case excluded(UserExcluded)
        case closed(AccountClosed)
        case access(PrivateDataRead)
        case notices(NoticesRecorded)
        case carried(MemberCarried)
    }

    /// A step of a dispute.
    package enum CaseStep {
        case opened(DisputeOpened)
        case evidence(EvidenceAttached)
        case resolved(DisputeResolved)
    }

    /// A change of the staff and its roles.
    package enum StaffChange {
        case enabled(AuthorityBegan)
        case appointed(StaffAppointed)
        case dismissed(StaffDismissed)
        case recovered(StaffRecovered)
        case carried(CarriedStaff)
    }

    /// A part of the staff that was taken over from another ledger.
    package enum CarriedStaff {
        case head(StaffCarried)
        case member(StaffMemberCarried)
    }

    /// A step of an approval request.
    package enum Approval {
        case proposed(MeasureProposed)
        case approved(MeasureApproved)
        case declined(MeasureDeclined)
        case lapsed(MeasureLapsed)
    }

    /// A statement about the points of players.
    package enum Score {
        case scored(PlayerScored)
        case final(WeekFinal)
        case assigned(ScoresAssigned)
    }

    /// A statement about players of several pools being one person.
    package enum Alias {
        case joined(PlayersJoined)
        case parted(PlayersParted)
        case withdrawn(AliasWithdrawn)
    }

    /// Reference data of a season.
    package enum Note {
        case player(PlayerNoted)
        case game(GameNoted)
    }
}

/// The event as one of a group; nil for an event of another group.
extension Event {
    package var room: Room? { if case .room(let event) = family { event } else { nil } }
    package var membership: Membership? { if case .room(.membership(let event)) = family { event } else { nil } }
    package var preparation: Preparation? { if case .room(.preparation(let event)) = family { event } else { nil } }
    package var clock: Clock? { if case .room(.clock(let event)) = family { event } else { nil } }
    package var pick: Pick? { if case .room(.pick(let event)) = family { event } else { nil } }
    package var seatChange: SeatChange? { if case .room(.seatChange(let event)) = family { event } else { nil } }
    package var ending: Ending? { if case .room(.ending(let event)) = family { event } else { nil } }
    package var refusal: CommandRejected? { if case .refusal(let event) = family { event } else { nil } }
    package var service: Service? { if case .service(let event) = family { event } else { nil } }
    package var listing: Listing? { if case .listing(let event) = family { event } else { nil } }
    package var contest: Contest? { if case .contest(let event) = family { event } else { nil } }
    package var queueChange: QueueChange? { if case .queueChange(let event) = family { event } else { nil } }
    package var payment: Payment? { if case .payment(let event) = family { event } else { nil } }
    package var feeStep: FeeStep? { if case .feeStep(let event) = family { event } else { nil } }
    package var account: Account? { if case .account(let event) = family { event } else { nil } }
    package var caseStep: CaseStep? { if case .caseStep(let event) = family { event } else { nil } }
    package var staffChange: StaffChange? { if case .staffChange(let event) = family { event } else { nil } }
    package var approval: Approval? { if case .approval(let event) = family { event } else { nil } }
    package var score: Score? { if case .score(let event) = family { event } else { nil } }
    package var alias: Alias? { if case .alias(let event) = family { event } else { nil } }
    package var note: Note? { if case .note(let event) = family { event } else { nil } }
}
