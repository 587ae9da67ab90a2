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

    /// Who signs; nil where the ledger does not say who acts for the house, and nothing is signed.
    ///
    /// - Throws: `ToolError` that says what to add or to leave out.
    func signer(in draft: DraftLedger) throws -> CommandSigner? {
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
