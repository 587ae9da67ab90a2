import ArgumentParser
import Draft
import DraftLedger
import Pages
import Records

/// Who of the house acts, and by which key: needed once the ledger says who may, and meaningless before.
struct ActingOptions: ParsableArguments {
    @Option(
        name: .customLong("as"), parsing: .unconditional,
        help: ArgumentHelp("Your number in the house, once authority has begun.", valueName: "person"),
        transform: UserArgument.parse)
    var person: UserID?

    @Option(
        help: ArgumentHelp("The file with your key, as `staff key` makes it.", valueName: "file"), completion: .file())
    var key: String?

    func validate() throws {
        guard (person == nil) != (key == nil) else { return }
        throw ValidationError("--as and --key go together: who acts, and by which key.")
    }

    /// Who signs; nil where the ledger does not say who acts for the house, and nothing is signed.
    ///
    /// - Throws: `ToolError` that says what to add or to leave out.
    func signer(in draft: DraftLedger) throws -> CommandSigner? { try Self.signer(person, key, in: draft) }

    /// Likewise, for who is named otherwise.
    static func signer(_ person: UserID?, _ key: String?, in draft: DraftLedger) throws -> CommandSigner? {
        let hasBegun = try draft.staff().hasBegun
        switch (hasBegun, person, key) {
        case (true, let person?, let key?): return CommandSigner(person: person, key: key)
        case (true, _, _):
            throw ToolError(
                .usage,
                "This ledger says who acts for the house, and takes nothing unsigned: add --as PERSON --key FILE. "
                    + "`staff list` lists who may.")
        case (false, nil, nil): return nil
        case (false, _, _):
            throw ToolError(
                .usage,
                "This ledger does not say who acts for the house, so it knows no key: leave out --as and --key, or begin "
                    + "with `staff begin`.")
        }
    }

    /// Has a command happen: unsigned where authority has not begun, else signed, or as a proposal where it takes two.
    ///
    /// - Parameters:
    ///   - sender: who sends it where nothing is signed.
    ///   - dispute: the case from which it follows; nil for none.
    ///   - reason: why, for a proposal.
    /// - Returns: the measure that proposes it; nil where it has happened.
    /// - Throws: `ToolError` with the refusal, which is on record then.
    func settle(
        _ command: Command, as sender: Sender, because dispute: CaseID? = nil, reason: String, in draft: DraftLedger
    ) throws -> MeasureID? {
        guard let signer = try signer(in: draft) else {
            try draft.settle(command, as: sender)
            return nil
        }
        if command.kind.authority.staff?.needs.contains(.measure) == true {
            return try draft.propose(command, because: dispute, reason: reason, by: signer)
        }
        try signer.settle(command, onBehalfOf: sender.onBehalfOf, in: draft)
        return nil
    }

    /// What an option names that a measure says itself.
    ///
    /// - Parameter option: its name, such as `--by`.
    /// - Throws: `ToolError` where it is missing and needed, or given and not.
    func named(_ user: UserID?, by option: String, in draft: DraftLedger) throws -> UserID {
        guard let signer = try signer(in: draft) else {
            guard let user else { throw ToolError(.usage, "\(option) is missing: name the user's number.") }
            return user
        }
        guard user == nil else {
            throw ToolError(
                .usage, "Leave out \(option): who proposes and who approves has signed, and is on record by that.")
        }
        return signer.person
    }
}

extension Console {
    /// Says that something is proposed and has not happened yet.
    func print(_ measure: MeasureID, proposing what: String) throws {
        try print([
            StyledText("measure \(measure)", .bold)
                + StyledText(
                    " proposes \(what). An officer who is somebody else has it happen: `measure approve \(measure)`.")
        ])
    }
}
