import ArgumentParser
import Draft
import DraftLedger
import Pages
import Records
import ToolSupport

/// The staff member who acts, and the signing key: required once staff roles are enabled, and refused before.
struct ActingOptions: ParsableArguments {
    @Option(
        name: .customLong("staff-id"), parsing: .unconditional,
        help: ArgumentHelp("Your staff ID; required once staff roles are enabled.", valueName: "person"),
        transform: UserArgument.parse)
    var person: UserID?

    @Option(
        name: .customLong("signing-key"),
        help: ArgumentHelp("The file with your signing key, from `staff key`.", valueName: "file"), completion: .file())
    var key: String?

    /// Returns the signer; nil if staff roles are not enabled, so that nothing is signed.
    ///
    /// - Throws: `ToolError` that says what to add or to leave out.
    func signer(in draft: DraftLedger) throws -> CommandSigner? {
        let hasBegun = try draft.staff().hasBegun
        switch (hasBegun, person, key) {
        case (true, let person?, let key?): return CommandSigner(person: person, key: key)
        case (true, _, _):
            throw ToolError(
                .usage,
                "Staff roles are enabled in this ledger, so staff commands are signed. Add --staff-id ID --signing-key FILE; "
                    + "`staff list` lists the IDs.")
        case (false, nil, nil): return nil
        case (false, _, _):
            throw ToolError(
                .usage,
                "Staff roles are not enabled in this ledger, so it has no keys of staff. Leave out --staff-id and "
                    + "--signing-key, or enable staff roles with `staff enable`.")
        }
    }
}

extension Console {
    /// Prints that something is proposed and not yet done.
    func print(_ measure: MeasureID, proposing what: String) throws {
        try print([
            StyledText("approval request \(measure)", .bold)
                + StyledText(
                    " proposes \(what). Another staff member, an officer, applies it: `approval approve \(measure)`.")
        ])
    }
}
