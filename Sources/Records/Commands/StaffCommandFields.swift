import Draft

extension StaffCommand: CommandBody {
    mutating func fields(_ coder: inout some CommandCoder) {
        switch self {
        case .beginAuthority(var began):
            began.fields(&coder)
            self = .beginAuthority(began)
        case .appointStaff(var appointed):
            appointed.fields(&coder)
            self = .appointStaff(appointed)
        case .dismissStaff(var dismissed):
            dismissed.fields(&coder)
            self = .dismissStaff(dismissed)
        case .recoverStaff(var recovery):
            coder.scalar("person", &recovery.person)
            coder.part(&recovery.key)
            coder.reason(&recovery.reason)
            self = .recoverStaff(recovery)
        }
    }
}

extension MeasureCommand: CommandBody {
    mutating func fields(_ coder: inout some CommandCoder) {
        switch self {
        case .proposeMeasure(var proposal):
            coder.optional("dispute", &proposal.dispute)
            coder.command("command", &proposal.command)
            coder.reason(&proposal.reason)
            self = .proposeMeasure(proposal)
        case .declineMeasure(var reason):
            coder.reason(&reason)
            self = .declineMeasure(reason: reason)
        case .approveMeasure, .lapseMeasure: break
        }
    }
}
