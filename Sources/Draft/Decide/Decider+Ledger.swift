extension Decider {
    func ledgerEvents(_ command: LedgerCommand) throws(Refusal) -> [StreamEvent] {
        try checkRole()
        switch command {
        case .createLedger(let origin):
            try check(origin, named: "ledger's origin")
            // The rule of signed notes for the names of keys, which the origin becomes.
            guard !origin.contains(where: { $0.isWhitespace || $0 == "+" }) else {
                throw Refusal(.invalidValue, "The ledger's origin \"\(origin)\" has a space, a newline or a plus sign.")
            }
            return [StreamEvent(.system, .ledgerCreated(LedgerCreated(origin: origin)))]
        case .startSoftware(let started):
            try check(started.version, named: "software's version")
            try check(started.commit, named: "software's commit", isRequired: false)
            return [StreamEvent(.system, .softwareStarted(started))]
        }
    }
}
