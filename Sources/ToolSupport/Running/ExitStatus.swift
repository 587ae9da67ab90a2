/// How a command ended, in the numbers of sysexits(3) as far as they go.
package enum ExitStatus: Int32 {
    case done = 0
    /// Something is not genuine, damaged or not as stated.
    case found = 1
    /// The same number as `found`: the rules, or the state that something is in, turned a command down.
    package static let refused = ExitStatus.found
    /// All is genuine, and shows that a rule was broken: what a script must not take for a forgery.
    case ruleBroken = 3
    case usage = 64
    case badData = 65
    case noInput = 66
    /// Something that no command reckons with.
    case software = 70
    case cannotCreate = 73
    case inputOutput = 74
    case tryAgain = 75
    /// By Ctrl-C, as shells have it: 128 and the signal's number.
    case interrupted = 130
}

/// An error of the command line itself.
package struct ToolError: Error, CustomStringConvertible {
    package var status: ExitStatus
    /// What, where and what to do, in one or two lines.
    package var description: String

    package init(_ status: ExitStatus, _ description: String) {
        self.status = status
        self.description = description
    }
}
