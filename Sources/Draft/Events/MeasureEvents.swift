/// A staff member proposes a command that needs approval.
public struct MeasureProposed: Hashable, Sendable {
    /// The complete proposed command. Its requester, approver or judge is a placeholder.
    public var command: Command
    /// The case that it follows from; nil if no case is needed.
    public var dispute: CaseID?
    /// The effects of the command when it was proposed: their SHA-256, without the clock's times and the
    /// approver.
    public var effects: Digest256
    /// The time from which it can no longer be approved.
    public var lapsesAt: Timestamp
    public var reason: Wording

    package static var blank: Self {
        Self(
            command: .ledger(.createLedger(origin: "")), dispute: nil, effects: .zero,
            lapsesAt: Timestamp(microseconds: 0), reason: "")
    }
}

extension MeasureProposed: DirectEventBody, ReasonedBody {
    package static let facts = EventFacts(
        .measureProposed, since: 1, home: .measure, actor: .staff, origin: .always, traits: [.namesMember])

    package var subject: EventSubject { EventSubject(dispute: dispute, statement: Statement(reason, limit: 2_000)) }
}

/// Another person approved it; the effects follow in the same append.
public struct MeasureApproved: Hashable, Sendable {
    package static var blank: Self { Self() }
}

extension MeasureApproved: PlainEventBody {
    package static let facts = EventFacts(
        .measureApproved, since: 1, home: .measure, actor: .staff, origin: .always, traits: [])
}

/// Somebody else did not agree; nothing follows.
public struct MeasureDeclined: Hashable, Sendable {
    public var reason: Wording
    package static var blank: Self { Self(reason: "") }
}

extension MeasureDeclined: DirectEventBody, ReasonedBody {
    package static let facts = EventFacts(
        .measureDeclined, since: 1, home: .measure, actor: .staff, origin: .always, traits: [])

    package var subject: EventSubject { EventSubject(statement: Statement(reason)) }
}

/// The request has expired without a decision.
public struct MeasureLapsed: Hashable, Sendable {
    package static var blank: Self { Self() }
}

extension MeasureLapsed: PlainEventBody {
    package static let facts = EventFacts(
        .measureLapsed, since: 1, home: .measure, actor: .consequence, origin: .always, traits: [])
}
