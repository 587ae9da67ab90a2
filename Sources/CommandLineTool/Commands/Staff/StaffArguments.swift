import ArgumentParser
import Draft

/// A public key as people pass it on: the 66 hexadecimal digits that `staff key` prints.
enum KeyArgument {
    static func parse(_ text: String) throws -> PublicKey {
        guard let key = PublicKey(hexadecimal: text) else {
            throw ValidationError("'\(text)' is not a public key. Write the 66 digits that `staff key` prints.")
        }
        return key
    }

    /// Reads a founder such as `901=01…`.
    static func founder(_ text: String) throws -> AuthorityBegan.Founder {
        let parts = text.split(separator: "=", maxSplits: 1)
        guard parts.count == 2 else {
            throw ValidationError("'\(text)' is not a founder. Write STAFF_ID=PUBLIC_KEY, such as 901=01…")
        }
        return AuthorityBegan.Founder(
            person: try UserArgument.parse(String(parts[0])), key: try parse(String(parts[1])))
    }
}

enum RolesArgument {
    private static var known: String { StaffRole.allCases.map(\.name).joined(separator: ", ") }

    static var help: ArgumentHelp {
        ArgumentHelp("The staff roles, separated by commas: \(known).", valueName: "roles")
    }

    static func parse(_ text: String) throws -> StaffRoles {
        var roles: StaffRoles = []
        for name in text.split(separator: ",") {
            guard let role = StaffRole.allCases.first(where: { $0.name == name }) else {
                throw ValidationError("'\(name)' is not a role. Use some of \(known), separated by commas.")
            }
            roles.insert(StaffRoles(role))
        }
        return roles
    }
}

enum ServiceArgument {
    static func parse(_ text: String) throws -> LedgerService {
        guard let service = LedgerService(text) else {
            throw ValidationError("'\(text)' is not a service. Write scheduler, importer or provider:NAME.")
        }
        return service
    }
}
