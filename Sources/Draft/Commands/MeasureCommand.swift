/// Commands to an approval request: one person proposes a command, another approves it.
public enum MeasureCommand: Hashable, Sendable {
    case proposeMeasure(ProposeMeasure)
    case approveMeasure
    case declineMeasure(reason: Wording)
    /// The scheduler's: the request expires without a decision.
    case lapseMeasure

    public var kind: CommandKind {
        switch self {
        case .proposeMeasure: .proposeMeasure
        case .approveMeasure: .approveMeasure
        case .declineMeasure: .declineMeasure
        case .lapseMeasure: .lapseMeasure
        }
    }

    /// The proposal; nil for a command that ends one.
    var proposal: ProposeMeasure? {
        if case .proposeMeasure(let proposal) = self { proposal } else { nil }
    }
}

/// A proposal: what is to happen, because of which case, and why.
public struct ProposeMeasure: Hashable, Sendable {
    /// Its requester, approver and judge do not count: the approval request states them.
    public var command: Command
    public var dispute: CaseID?
    public var reason: Wording

    public init(_ command: Command, dispute: CaseID? = nil, reason: Wording) {
        self.command = command
        self.dispute = dispute
        self.reason = reason
    }

    package static var blank: Self { Self(.ledger(.createLedger(origin: "")), reason: "") }
}
