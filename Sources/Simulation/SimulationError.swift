package import Draft

/// Why a simulation did not happen, or stopped.
package enum SimulationError: Error, Hashable, Sendable {
    /// An option is out of range; nothing was written.
    case invalidOption(name: String, found: String, expected: String)

    /// The ledger says who acts for the house, and a simulated house has none of their keys; nothing was written.
    case authorityHasBegun

    /// A command that the simulation counted on was refused: the rules and the simulation have come apart.
    case refused(command: CommandKind, refusal: Refusal)

    /// A room's draft does not come to its end: the rules and the simulation have come apart.
    case stuck(room: RoomID, pick: PickNumber)
}

extension SimulationError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .invalidOption(let name, let found, let expected):
            "The option \(name) is \(found), expected \(expected)."
        case .authorityHasBegun:
            "The ledger says who acts for the house, and a simulated house has none of their keys. Simulate into a new "
                + "ledger."
        case .refused(let command, let refusal):
            "The simulation's \(command.name) was refused as \(refusal). What was appended so far is whole; please "
                + "report this with the options used."
        case .stuck(let room, let pick):
            "The simulated draft of room \(room) does not get beyond pick \(pick). What was appended so far is whole; "
                + "please report this with the options used."
        }
    }
}
