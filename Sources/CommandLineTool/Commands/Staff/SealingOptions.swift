import ArgumentParser
import Draft
import DraftLedger
import Pages
import Records

/// Who of the house sends a command, and by which key.
struct SealingOptions: ParsableArguments {
    @Option(
        name: .customLong("as"), parsing: .unconditional,
        help: ArgumentHelp("Your number in the house.", valueName: "person"), transform: UserArgument.parse)
    var person: UserID

    @Option(
        help: ArgumentHelp("The file with your key, as `staff key` makes it.", valueName: "file"), completion: .file())
    var key: String

    var signer: CommandSigner { CommandSigner(person: person, key: key) }

    /// Signs a command, sends it and waits for its outcome.
    ///
    /// - Throws: `ToolError` with the refusal, which is on record then.
    @discardableResult
    func settle(_ command: Command, in draft: DraftLedger) throws -> [RecordedEvent] {
        try signer.settle(command, in: draft)
    }
}

/// A public key as people pass it on: the 66 hexadecimal digits that `staff key` prints.
enum KeyArgument {
    static func parse(_ text: String) throws -> PublicKey {
        guard let key = PublicKey(hexadecimal: text) else {
            throw ValidationError("'\(text)' is no public key: expected the 66 digits that `staff key` prints.")
        }
        return key
    }

    /// `901=01…`: whose key it is.
    static func founder(_ text: String) throws -> AuthorityBegan.Founder {
        let parts = text.split(separator: "=", maxSplits: 1)
        guard parts.count == 2 else { throw ValidationError("'\(text)' is not PERSON=KEY.") }
        return AuthorityBegan.Founder(
            person: try UserArgument.parse(String(parts[0])), key: try parse(String(parts[1])))
    }
}

enum RolesArgument {
    static func parse(_ text: String) throws -> StaffRoles {
        var roles: StaffRoles = []
        for name in text.split(separator: ",") {
            guard let role = StaffRole.allCases.first(where: { $0.name == name }) else {
                let all = StaffRole.allCases.map(\.name).joined(separator: ", ")
                throw ValidationError("'\(name)' is no role: expected some of \(all), with commas.")
            }
            roles.insert(StaffRoles(role))
        }
        return roles
    }
}
