import ArgumentParser
import Draft
import DraftLedger
import Pages
import Records
import Remote
import ToolSupport

struct StaffGroupCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "staff", abstract: "Manage staff: roles, keys and the log of actions.",
        discussion: """
            After `staff enable`, each staff member has an ID, roles and a key, and signs commands. An appointment needs two \
            people: propose it here, and approve it with `approval approve`.

            EXAMPLE:
              draftledger staff key anna.key
              draftledger staff enable --founder 901=01… --founder 902=01… --founder 903=01… --recovery 01…
              draftledger staff appoint 904 --roles cashier --public-key 01… --staff-id 901 --signing-key anna.key --reason "Pays prizes."
            """,
        subcommands: [
            StaffListCommand.self, StaffKeyCommand.self, StaffEnableCommand.self, StaffAppointCommand.self,
            StaffRemoveCommand.self, StaffRecoverCommand.self, StaffLogCommand.self,
        ])
}

struct StaffListCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List staff.",
        discussion: """
            EXAMPLE:
              draftledger staff list --format csv
            """)

    @OptionGroup var ledger: LedgerOptions
    @OptionGroup var format: FormatOptions

    func execute(on console: Console) throws -> ExitStatus {
        let draft = try ledger.open(console)
        defer { draft.close() }
        try console.present(StaffPage(staff: try draft.staff(), names: LedgerNames(draft)), as: format.format)
        return .done
    }
}

struct StaffKeyCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "key", abstract: "Create a signing key, or print its public key.",
        discussion: """
            If the file does not exist, creates a new key that only you can read. Prints the public key: 66 digits, for the \
            person who appoints you.

            EXAMPLE:
              draftledger staff key anna.key
            """)

    @Argument(help: "The file.", completion: .file()) var file: String

    func execute(on console: Console) throws -> ExitStatus {
        let file = SealingKeyFile(file)
        let key: SealingKey
        do throws(DraftLedgerError) {
            key = try file.create()
        } catch {
            guard error.code == .alreadyExists else { throw error }
            key = try file.read()
        }
        try console.output.writeLine(key.publicKey.bytes.hexadecimal)
        return .done
    }
}

struct StaffEnableCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "enable", abstract: "Enable staff roles and signatures permanently.",
        discussion: """
            Needs three founders and an offline recovery key. The founders appoint all other staff. The recovery key \
            gives access again if fewer than two founders remain. Earlier events keep their rules. --server needs an operator's token; afterwards the roles in the \
            ledger count, not those of tokens.

            EXAMPLE:
              draftledger staff enable --founder 901=01… --founder 902=01… --founder 903=01… --recovery 01…
            """)

    @Option(
        parsing: .singleValue,
        help: ArgumentHelp(
            "The staff ID and the public key of a founder; three founders are needed.", valueName: "person=key"),
        transform: KeyArgument.founder)
    var founder: [AuthorityBegan.Founder]
    @Option(
        help: ArgumentHelp("The public key of the offline recovery key.", valueName: "key"),
        transform: KeyArgument.parse)
    var recovery: PublicKey
    @OptionGroup var remote: RemoteOptions
    @OptionGroup var ledger: LedgerOptions

    func execute(on console: Console) throws -> ExitStatus {
        let command = Command.staff(.beginAuthority(AuthorityBegan(founders: founder, recoveryKey: recovery)))
        if let server = try remote.remote(console) {
            try ServerPlace(server: server, key: nil).send(command)
            // The token has lost its roles: nothing can be read with it.
            let people = founder.map { "\($0.person)" }.joined(separator: ", ")
            try console.print([StyledText("\(people)", .bold) + StyledText(" are staff from now on")])
            return .done
        }
        let draft = try ledger.open(console, for: .writing)
        defer { draft.close() }
        try draft.settle(command, as: .admin(nil))
        try console.present(StaffPage(staff: try draft.staff(), names: LedgerNames(draft)), as: .text)
        return .done
    }
}

struct StaffAppointCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "appoint",
        abstract: "Propose a staff member, new roles or a new key.",
        discussion: """
            --service appoints a service account instead of a person: scheduler, importer, or provider:NAME. From then \
            on the ledger accepts commands of this service only if one of its accounts has signed them. Give the server the \
            key of the scheduler first (see the setting scheduler.key).

            EXAMPLE:
              draftledger staff appoint 950 --service scheduler --public-key 01… --staff-id 901 --signing-key anna.key --reason "Our server."
              draftledger staff appoint 904 --roles cashier,officer --public-key 01… --staff-id 901 --signing-key anna.key --reason "Pays."
              draftledger staff appoint 904 --roles cashier --public-key 01… --signing-key anna.key --reason "Pays." --server https://drafts.example.com
            """)

    @Argument(help: "The staff ID.", transform: UserArgument.parse) var person: UserID
    @Option(help: RolesArgument.help, transform: RolesArgument.parse) var roles: StaffRoles?
    @Option(
        help: ArgumentHelp("The service of an account.", valueName: "scheduler|importer|provider:NAME"),
        transform: ServiceArgument.parse)
    var service: LedgerService?
    @Option(
        help: ArgumentHelp("The public key of the person or service account.", valueName: "key"),
        transform: KeyArgument.parse)
    var publicKey: PublicKey
    @Option(help: ArgumentHelp("The reason, as free text.", valueName: "text")) var reason: String
    @OptionGroup var operation: OperatorOptions

    func validate() throws {
        try FreeText.require(reason, of: "--reason")
        guard (roles == nil) != (service == nil) else {
            throw ValidationError("Name either --roles for a person or --service for an account of a service.")
        }
    }

    func execute(on console: Console) throws -> ExitStatus {
        let appointed = StaffAppointed(person: person, roles: roles ?? [], key: publicKey, service: service)
        let id = try operation.work(on: console) { place in
            try place.propose(.staff(.appointStaff(appointed)), because: nil, reason: reason)
        }
        try console.print([StyledText("approval request \(id)", .bold) + StyledText(" proposes staff member \(person)")]
        )
        return .done
    }
}

struct StaffRemoveCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Remove a staff member.",
        discussion: """
            EXAMPLE:
              draftledger staff remove 904 --staff-id 901 --signing-key anna.key --reason "Has left."
            """)

    @Argument(help: "The staff ID.", transform: UserArgument.parse) var person: UserID
    @Option(help: ArgumentHelp("The reason, as free text.", valueName: "text")) var reason: String
    @OptionGroup var operation: OperatorOptions

    func execute(on console: Console) throws -> ExitStatus {
        let dismissed = StaffDismissed(person: person, reason: Wording(reason))
        try operation.send(.staff(.dismissStaff(dismissed)), on: console)
        try console.print([StyledText("\(person)", .bold) + StyledText(" is not staff any more")])
        return .done
    }
}

struct StaffRecoverCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "recover", abstract: "Recover staff access with the offline recovery key.",
        discussion: """
            --staff-id is the person who gets access, --signing-key the recovery key. Access begins after 72 hours and stays \
            visible in the ledger. With --server the token says who gets access, and the key stays here.

            EXAMPLE:
              draftledger staff recover --public-key 01… --staff-id 905 --signing-key recovery.key --reason "Both keys were lost."
              draftledger staff recover --public-key 01… --signing-key recovery.key --reason "Lost." --server https://drafts.example.com
            """)

    @Option(
        help: ArgumentHelp("The public key of the person or service account.", valueName: "key"),
        transform: KeyArgument.parse)
    var publicKey: PublicKey
    @Option(help: ArgumentHelp("The reason, as free text.", valueName: "text")) var reason: String
    @OptionGroup var operation: OperatorOptions

    func execute(on console: Console) throws -> ExitStatus {
        let person = try operation.work(on: console) { try $0.recover(by: publicKey, reason: reason) }
        try console.print([StyledText("\(person)", .bold) + StyledText(" is staff in 72 hours")])
        return .done
    }
}
