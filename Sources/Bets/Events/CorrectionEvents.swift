public import Values

/// A correction of a game's result: by a feed of its own report, or by an officer of the result itself.
///
/// Within 72 hours after the final one sender is enough. Later the result only changes with a case and two officers: the
/// first correction is recorded as `CorrectionProposed`, and the same one by another officer has effect.
public struct ResultCorrected: Hashable, Sendable {
    /// The first of the two officers, who proposed it; nil within 72 hours after the final.
    public var proposedBy: UserID?
    public var secondsPlayed: UInt16
    public var ending: GameEnding
    /// The points of each period as they are now.
    public var periods: [PeriodScore]
    public var reason: Wording
    /// The feed that corrects its own report; empty for a correction by officers.
    public var feed: String

    public init(
        proposedBy: UserID? = nil, secondsPlayed: UInt16, ending: GameEnding, periods: [PeriodScore],
        reason: Wording = "", feed: String
    ) {
        self.proposedBy = proposedBy
        self.secondsPlayed = secondsPlayed
        self.ending = ending
        self.periods = periods
        self.reason = reason
        self.feed = feed
    }

    package static var blank: Self { Self(secondsPlayed: 0, ending: .completed, periods: [], feed: "") }
}

extension ResultCorrected: BetEventBody {
    package static let facts = BetEventFacts(.resultCorrected, home: .game, causes: [.correctResult])
}

/// An officer proposes a correction later than 72 hours after the final. It has no effect until another officer sends the
/// same correction for the same case.
public struct CorrectionProposed: Hashable, Sendable {
    public var secondsPlayed: UInt16
    public var ending: GameEnding
    public var periods: [PeriodScore]
    public var reason: Wording

    public init(secondsPlayed: UInt16, ending: GameEnding, periods: [PeriodScore], reason: Wording) {
        self.secondsPlayed = secondsPlayed
        self.ending = ending
        self.periods = periods
        self.reason = reason
    }

    package static var blank: Self { Self(secondsPlayed: 0, ending: .completed, periods: [], reason: "") }
}

extension CorrectionProposed: BetEventBody {
    package static let facts = BetEventFacts(.correctionProposed, home: .game, causes: [.correctResult])
}
