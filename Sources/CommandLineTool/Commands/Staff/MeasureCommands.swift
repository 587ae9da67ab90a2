import ArgumentParser
import Draft
import DraftLedger
import Pages
import Records
import Remote
import TextFormats

struct MeasureGroupCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "measure", abstract: "What takes two people of the house: propose it, approve it.",
        discussion: """
            Corrections, refunds, voids, verdicts, appointments and another checkpoint key are proposed by one person and approved by an officer \
            who is somebody else. They happen when they are approved, if they still come to what was proposed.

            EXAMPLE:
              draftledger measure propose void.json --case 7 --as 910 --key anna.key --reason "The pool was wrong."
              draftledger measure approve 3 --as 911 --key bert.key
            """,
        subcommands: [
            MeasureListCommand.self, MeasureShowCommand.self, MeasureProposeCommand.self, MeasureApproveCommand.self,
            MeasureDeclineCommand.self,
        ])
}

struct MeasureListCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the measures.",
        discussion: """
            EXAMPLE:
              draftledger measure list --format json
            """)

    @OptionGroup var ledger: LedgerOptions
    @OptionGroup var format: FormatOptions

    func execute(on console: Console) throws -> ExitStatus {
        let draft = try ledger.open(console)
        defer { draft.close() }
        let measures = try draft.measures().compactMap { id in
            try draft.measure(id).map { (id, $0, reason: try draft.told($0.proposed.reason).description) }
        }
        try console.present(MeasuresPage(measures: measures, names: LedgerNames(draft)), as: format.format)
        return .done
    }
}

struct MeasureShowCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show a measure: what it proposes, and for prizes who wins what.",
        discussion: """
            Look at a measure before you approve it. The winners and amounts of prizes are those that the proposer saw. Over \
            --server the text is shorter; GET /v1/measures/N has all of it.

            EXAMPLE:
              draftledger measure show 3
              draftledger measure show 3 --server https://drafts.example.com
            """)

    @Argument(help: "The measure's number.") var number: UInt64
    @OptionGroup var remote: RemoteOptions
    @OptionGroup var ledger: LedgerOptions
    @OptionGroup var format: FormatOptions

    func execute(on console: Console) throws -> ExitStatus {
        if let server = try remote.remote(console) {
            guard format.format == .text else {
                throw ToolError(.usage, "Leave out --format: over --server a measure is shown as text.")
            }
            try show(try server.reading("/v1/measures/\(number)"), on: console)
            return .done
        }
        let draft = try ledger.open(console)
        defer { draft.close() }
        let id = MeasureID(number)
        let events = try draft.stream(.measure(id)).map { try draft.told($0) }
        guard let page = try MeasurePage(id, events, in: draft) else {
            throw ToolError(.noInput, "There is no measure \(number). `measure list` lists them.")
        }
        try console.present(page, as: format.format)
        return .done
    }

    private func show(_ measure: JSONValue, on console: Console) throws {
        let facts = ["kind", "stage"].compactMap { (name: StaticString) in measure[name]?.string }
        try console.print([StyledText("Measure \(number)", .bold) + StyledText(": \(facts.joined(separator: ", "))")])
        if let proposer = measure["proposer"]?.integer(as: UInt64.self) {
            try console.print([StyledText("Proposed by user \(proposer): \(measure["reason"]?.string ?? "")")])
        }
        if let prizes = PrizeProposal(measure["prizes"]) { try console.print(prizes.lines(on: console.terminal)) }
    }
}

struct MeasureProposeCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "propose", abstract: "Propose a command.",
        discussion: """
            The file holds one command as JSON, as `send` takes it; - is standard input. Who approves it stands in the \
            ledger and not in the file.

            EXAMPLE:
              draftledger measure propose void.json --case 7 --as 910 --key anna.key --reason "The pool was wrong."
              draftledger measure propose void.json --key anna.key --reason "A wrong pool." --server https://drafts.example.com
            """)

    @Argument(help: "The file.", completion: .file()) var file: String
    @Option(
        name: .customLong("case"), parsing: .unconditional,
        help: ArgumentHelp("The case that it follows from.", valueName: "number"))
    var dispute: UInt64?
    @Option(help: ArgumentHelp("Why, in a sentence.", valueName: "text")) var reason: String
    @OptionGroup var house: HouseOptions

    func validate() throws { try Words.require(reason, of: "--reason") }

    func execute(on console: Console) throws -> ExitStatus {
        let bytes = try SmallFile.read(file, on: console)
        let request: CommandRequest
        do throws(JSONLineError) {
            request = try CommandRequest(json: bytes)
        } catch {
            throw ToolError(.badData, "\(file) holds no command: \(error)")
        }
        let id = try house.work(on: console) { place in
            try place.propose(request.command, because: dispute.map(CaseID.init), reason: reason)
        }
        try console.print([StyledText("measure \(id)", .bold) + StyledText(" proposes \(request.command.kind.name)")])
        return .done
    }
}

struct MeasureApproveCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "approve", abstract: "Approve a measure, which has it happen.",
        discussion: """
            EXAMPLE:
              draftledger measure approve 3 --as 911 --key bert.key
              draftledger measure approve 3 --key bert.key --server https://drafts.example.com
            """)

    @Argument(help: "The measure's number.") var number: UInt64
    @OptionGroup var house: HouseOptions

    func execute(on console: Console) throws -> ExitStatus {
        let command = Command.measure(MeasureID(number), .approveMeasure)
        try house.work(on: console) { place in
            let events = try place.send(command)
            let done = events.dropFirst().joined(separator: ", ")
            try console.print([StyledText("measure \(number) approved", .bold) + StyledText(": \(done)")])
            if events.contains(EventType.checkpointKeyRotated.name) { try place.publishRotation(on: console) }
        }
        return .done
    }
}

struct MeasureDeclineCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "decline", abstract: "Decline a measure, which ends it.",
        discussion: """
            EXAMPLE:
              draftledger measure decline 3 --as 911 --key bert.key --reason "The case says otherwise."
            """)

    @Argument(help: "The measure's number.") var number: UInt64
    @Option(help: ArgumentHelp("Why, in a sentence.", valueName: "text")) var reason: String
    @OptionGroup var house: HouseOptions

    func execute(on console: Console) throws -> ExitStatus {
        try house.send(.measure(MeasureID(number), .declineMeasure(reason: Wording(reason))), on: console)
        try console.print([StyledText("measure \(number) declined", .bold)])
        return .done
    }
}
