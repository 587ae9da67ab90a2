public import Draft

/// How an event's origin goes against its type's rule.
package enum OriginFault: Hashable, Sendable {
    /// There is one, and no command causes such an event.
    case needless
    /// The cause is missing, but such events need a command.
    case missing
}

/// The part that checks events against the rule, which decides how strict the check is.
package enum OriginCheck: CaseIterable, Sendable {
    /// Puts events into records. A needless origin is left out: a decision has the command of a tick at hand.
    case writer
    /// Takes events from lines of JSON. A needless origin would be lost, and the line would not come out again as it was.
    case importer
    /// Goes through the events of a ledger, or of a history before it goes into one. No record shows a needless origin;
    /// an event without an origin has no sender.
    case audit

    /// Only an audit misses an origin: a history that lacks some can still be taken in as it was found.
    fileprivate func takes(_ fault: OriginFault) -> Bool {
        switch (self, fault) {
        case (.importer, .needless), (.audit, .missing): false
        case (.writer, .needless), (.audit, .needless), (.writer, .missing), (.importer, .missing): true
        }
    }
}

extension EventKind {
    /// The fault of an event's origin by the rule of its type; nil if `check` accepts it.
    func originFault(_ origin: CommandOrigin?, for check: OriginCheck) -> OriginFault? {
        check.fault(of: origin, by: originRule)
    }
}

extension OriginCheck {
    fileprivate func fault(of origin: CommandOrigin?, by rule: OriginRule) -> OriginFault? {
        let fault: OriginFault? =
            switch (rule, origin) {
            case (.never, .some): .needless
            case (.always, nil): .missing
            case (.never, nil), (.sometimes, _), (.always, .some): nil
            }
        return fault.flatMap { takes($0) ? nil : $0 }
    }
}

extension EventType {
    package var originRule: OriginRule { facts.origin }

    /// Whether events of this type carry the command that caused them. Ticks, steps of the clock and the mark of an
    /// unchanged imported history have no cause.
    public var hasOrigin: Bool { Self.causedTypes[Int(rawValue)] }

    /// By number, so that a scan looks nothing up.
    private static let causedTypes: [Bool] = {
        var table = [Bool](repeating: false, count: Int(allCases.map(\.rawValue).max() ?? 0) + 1)
        for type in allCases { table[Int(type.rawValue)] = type.originRule != .never }
        return table
    }()

    /// The fault of an event's origin by the rule of its type; nil if `check` accepts it.
    package func originFault(_ origin: CommandOrigin?, for check: OriginCheck) -> OriginFault? {
        check.fault(of: origin, by: originRule)
    }
}
