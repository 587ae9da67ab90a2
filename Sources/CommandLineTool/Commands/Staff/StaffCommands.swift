import ArgumentParser
import Draft
import DraftLedger
import Pages
import Records
import Remote

struct StaffGroupCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "staff", abstract: "Who acts for the house, and what they did.",
        discussion: """
            From `staff begin` on, everybody who acts for the house has a number, roles and a key, and signs. An \
            appointment takes two people: it is proposed here and approved with `measure approve`.

            EXAMPLE:
              draftledger staff key anna.key
              draftledger staff begin --founder 901=01… --founder 902=01… --founder 903=01… --recovery 01…
              draftledger staff appoint 904 --roles cashier --public-key 01… --as 901 --key anna.key --reason "Pays prizes."
            """,
        subcommands: [
            StaffListCommand.self, StaffKeyCommand.self, StaffBeginCommand.self, StaffAppointCommand.self,
            StaffDismissCommand.self, StaffRecoverCommand.self, StaffActsCommand.self,
        ])
}

struct StaffListCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List who acts for the house.",
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
        commandName: "key", abstract: "Make a key to sign by, or print the public half of one.",
        discussion: """
            Where there is no such file, a new key is made, which only you can read. Its public half is printed: 66 \
            digits, to be handed to whoever appoints you.

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

struct StaffBeginCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "begin", abstract: "Have the ledger say who acts for the house, from now on and for ever.",
        discussion: """
            Three founders, who appoint everybody else, and a key that is kept offline, for the day when fewer than two \
            are left who could appoint anybody. Earlier events keep their rules. Over --server it takes an operator's token: \
            from then on the ledger says what somebody is for the house, and no token.

            EXAMPLE:
              draftledger staff begin --founder 901=01… --founder 902=01… --founder 903=01… --recovery 01…
            """)

    @Option(
        parsing: .singleValue, help: ArgumentHelp("A founder and the public key.", valueName: "person=key"),
        transform: KeyArgument.founder)
    var founder: [AuthorityBegan.Founder]
    @Option(
        help: ArgumentHelp("The public half of the key that is kept offline.", valueName: "key"),
        transform: KeyArgument.parse)
    var recovery: PublicKey
    @OptionGroup var remote: RemoteOptions
    @OptionGroup var ledger: LedgerOptions

    func execute(on console: Console) throws -> ExitStatus {
        let command = Command.staff(.beginAuthority(AuthorityBegan(founders: founder, recoveryKey: recovery)))
        if let server = try remote.remote(console) {
            try ServerPlace(server: server, key: nil).send(command)
            // What the token was for the house, it is no more: nothing can be read back by it.
            let people = founder.map { "\($0.person)" }.joined(separator: ", ")
            try console.print([StyledText("\(people)", .bold) + StyledText(" act for the house from now on")])
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
        abstract: "Propose that somebody acts for the house, in other roles, or by another key.",
        discussion: """
            EXAMPLE:
              draftledger staff appoint 904 --roles cashier,officer --public-key 01… --as 901 --key anna.key --reason "Pays."
              draftledger staff appoint 904 --roles cashier --public-key 01… --key anna.key --reason "Pays." --server https://drafts.example.com
            """)

    @Argument(help: "The person's number.", transform: UserArgument.parse) var person: UserID
    @Option(help: ArgumentHelp("In which roles, with commas.", valueName: "roles"), transform: RolesArgument.parse)
    var roles: StaffRoles
    @Option(help: ArgumentHelp("The public half of the person's key.", valueName: "key"), transform: KeyArgument.parse)
    var publicKey: PublicKey
    @Option(help: ArgumentHelp("Why, in a sentence.", valueName: "text")) var reason: String
    @OptionGroup var house: HouseOptions

    func validate() throws { try Words.require(reason, of: "--reason") }

    func execute(on console: Console) throws -> ExitStatus {
        let appointed = StaffAppointed(person: person, roles: roles, key: publicKey)
        let id = try house.work(on: console) { place in
            try place.propose(.staff(.appointStaff(appointed)), because: nil, reason: reason)
        }
        try console.print([StyledText("measure \(id)", .bold) + StyledText(" proposes \(person) for the house")])
        return .done
    }
}

struct StaffDismissCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "dismiss", abstract: "Have somebody act for the house no more.",
        discussion: """
            EXAMPLE:
              draftledger staff dismiss 904 --as 901 --key anna.key --reason "Has left."
            """)

    @Argument(help: "The person's number.", transform: UserArgument.parse) var person: UserID
    @Option(help: ArgumentHelp("Why, in a sentence.", valueName: "text")) var reason: String
    @OptionGroup var house: HouseOptions

    func execute(on console: Console) throws -> ExitStatus {
        let dismissed = StaffDismissed(person: person, reason: Wording(reason))
        try house.send(.staff(.dismissStaff(dismissed)), on: console)
        try console.print([StyledText("\(person)", .bold) + StyledText(" acts for the house no more")])
        return .done
    }
}

struct StaffRecoverCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "recover", abstract: "Come back by the recovery key, where fewer than two are left.",
        discussion: """
            --as is who comes back, --key the recovery key. It holds after 72 hours, and is seen for ever. Over --server the \
            token says who comes back, and the key stays here.

            EXAMPLE:
              draftledger staff recover --public-key 01… --as 905 --key recovery.key --reason "Both keys were lost."
              draftledger staff recover --public-key 01… --key recovery.key --reason "Lost." --server https://drafts.example.com
            """)

    @Option(
        help: ArgumentHelp("The public half of the person's own key.", valueName: "key"),
        transform: KeyArgument.parse)
    var publicKey: PublicKey
    @Option(help: ArgumentHelp("Why, in a sentence.", valueName: "text")) var reason: String
    @OptionGroup var house: HouseOptions

    func execute(on console: Console) throws -> ExitStatus {
        let person = try house.work(on: console) { try $0.recover(by: publicKey, reason: reason) }
        try console.print([StyledText("\(person)", .bold) + StyledText(" acts for the house in 72 hours")])
        return .done
    }
}
