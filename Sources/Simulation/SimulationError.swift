package import Draft

/// Why a simulation did not happen, or stopped.
package enum SimulationError: Error, Hashable, Sendable {
    /// An option is out of range; nothing was written.
    case invalidOption(name: String, found: String, expected: String)

    /// Staff roles are enabled in the ledger, and the simulation has no keys of its staff; nothing was written.
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
            "The option \(name) is \(found): expected \(expected)."
        case .authorityHasBegun:
            "Staff roles are enabled in this ledger, and the simulation does not have the keys of its staff. Simulate into a new "
                + "ledger."
        case .refused(let command, let refusal):
            "The simulation's \(command.name) was refused as \(refusal). The events appended so far are valid. Please "
                + "report this with the options used."
        case .stuck(let room, let pick):
            "The simulated draft of room \(room) does not continue after pick \(pick). The events appended so far are valid. "
                + "Please report this with the options used."
        }
    }
}
