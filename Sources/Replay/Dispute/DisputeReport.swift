public import Draft
import DraftLedger
import Records

/// The timeline around a pick, the verdict, and its reasons.
public struct DisputeReport: Sendable {
    /// One thing that speaks for or against the claimant.
    public struct Reason: Hashable, Sendable {
        /// The rule that was applied.
        public var rule: DisputeRule
        /// Which way it speaks; nil for what decides nothing and has to be known all the same.
        public var bearing: DisputeResolved.Verdict?
        /// One sentence for people.
        public var text: String
        /// The events that say so, in the order of the ledger.
        public var positions: [UInt64]
        /// The subject, by which the headline is chosen.
        var subject: DisputeSubject
        /// The same for the claimant, who knows nothing of ledgers; nil if `text` says it.
        var answer: String?

        /// - Parameters:
        ///   - bearing: nil for a reason that decides nothing.
        ///   - subject: nil for the subject of the rule.
        init(
            _ rule: DisputeRule, for bearing: DisputeResolved.Verdict?, _ text: String, _ positions: [UInt64],
            about subject: DisputeSubject? = nil, answer: String? = nil
        ) {
            self.rule = rule
            self.bearing = bearing
            self.text = text
            self.positions = positions.sorted()
            self.subject = subject ?? DisputeSubject(of: rule)
            self.answer = answer
        }
    }

    /// One moment of the story.
    public struct Moment: Hashable, Sendable {
        public var position: UInt64
        public var type: EventType
        /// By the time that decides: when a command reached the edge, else when the event was recorded.
        public var moment: Timestamp
        public var recordedAt: Timestamp
        /// When its cause reached the edge; nil where a source gave no time, and for what no command caused.
        public var occurredAt: Timestamp?
        /// Whether a command caused it.
        public var hasCause: Bool
        public var text: String
        /// The seat that it is about, where it is about one.
        public var seat: Seat?
        /// Whether the claimant did it.
        public var isClaimants: Bool
        /// To the deadline and to the end of grace of the clock that ran; negative by how much it came too late.
        public var marginToDeadline: Interval?
        public var marginToGrace: Interval?

        /// When it happened, as far as anybody knows: the ledger's clock tells nothing about what a source reported.
        public var time: Timestamp? { occurredAt ?? (hasCause ? nil : recordedAt) }
    }

    /// The versions of the rules to which the history is held, and its imports, one sentence each.
    public internal(set) var terms: [String] = []
    public var room: RoomID
    public var pickNumber: PickNumber
    /// As drafters say it: "2.05".
    public var label: String
    /// The claimant's.
    public var seat: Seat
    /// The seat as people name it: "draft position 4".
    package var place: String
    public var claimant: UserID?
    public var verdict: DisputeResolved.Verdict
    /// The topic of the complaint; nil if unknown. It chooses the headline and nothing else.
    public internal(set) var topic: DisputeTopic?
    /// Those that carry the verdict first.
    public var reasons: [Reason]
    /// In the order of the ledger.
    public var timeline: [Moment]
}

/// The rules by which a dispute is judged, by the names under which reasons carry them.
public enum DisputeRule: String, Sendable, CaseIterable {
    /// The owner of the pick.
    case turn
    /// The claimant's commands for the pick and their arrival.
    case arrival
    /// A second tap, or a pick for another number than the one on the clock.
    case pickNumber
    /// How long the clock and its grace ran.
    case clock
    /// The time that the claimant's signed receipt states for a command.
    case receipt
    /// The effect of pauses on the clock.
    case pause
    /// Whether the rules' pick is the one that the rules make.
    case autopick
    /// The seat's queue, its version, and its drafted players.
    case queue
    /// Why the seat was on autodraft.
    case autodraft
    /// Checks actions in place of the seat or on its clock, and conflicts of interest.
    case stake
    /// Whether and how the pick was put right.
    case correction
    /// Whether the order, or who plays whom in a later round, was drawn as promised.
    case draw
    /// The seat's fee.
    case fee
    /// Whether the records around the pick keep the rules themselves.
    case record
    /// Whether who is said to have signed has signed.
    case signature
    /// The notices about the turn to its member.
    case notice
    /// The limits of the ledger's knowledge.
    case evidence
    /// Whether a correction of a score counts, by the days that the contest's rules give it.
    case window
    /// When a round closed, and as of which version of its season.
    case closing
    /// Whether what stands on record of a round is what the rules come to.
    case standing
}

extension DisputeRule {
    /// Whether a breach of it denies something to the seat whose pick it is, and to no other.
    ///
    /// A correction is not among them: it may also take a player from the seat that had him.
    var isAboutOwner: Bool {
        switch self {
        case .turn, .clock, .receipt, .pause, .autopick, .queue, .autodraft: true
        case .arrival, .pickNumber, .stake, .correction, .draw, .fee, .record, .signature, .notice, .evidence, .window,
            .closing, .standing:
            false
        }
    }
}

/// Why a dispute cannot be judged at all.
public enum DisputeError: Error, Hashable, Sendable {
    /// The pick has never been on the clock; `last` is the highest that has, 0 before the draft starts.
    case notOnTheClock(PickNumber, room: RoomID, last: PickNumber)
    /// The room was cancelled before its draft, so no pick tells whose claim it is.
    case cancelled(RoomID)
    case noSuchSeat(Seat, room: RoomID, teams: UInt8)
    case unknownCase(CaseID)
    /// The case is about no pick.
    case isAboutScore(CaseID)
}

extension DisputeError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .notOnTheClock(let pick, let room, let last):
            last == 0
                ? "Room \(room) has not started its draft, so it has no pick to dispute."
                : "Pick \(pick) of room \(room) has not been on the clock; use a pick from 1 to \(last)."
        case .cancelled(let room):
            "Room \(room) was cancelled before its draft, so it has no pick to dispute. To see what happened to the fee of a "
                + "member, name the user."
        case .noSuchSeat(let seat, let room, let teams):
            "Room \(room) has no member on seat \(seat) (from 0). Name a user, or a draft position from 1 to \(teams)."
        case .unknownCase(let id): "There is no case \(id) in the ledger."
        case .isAboutScore(let id): "Case \(id) is about a score, not about a pick."
        }
    }
}

extension DisputeResolved.Verdict {
    /// The stable string: `upheld`, `rejected`, `undecidable`.
    public var name: String { String(describing: self) }
}
