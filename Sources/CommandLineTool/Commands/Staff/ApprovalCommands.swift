import ArgumentParser
import Draft
import DraftLedger
import Pages
import Records
import Remote
import TextFormats
import ToolSupport

struct ApprovalGroupCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "approval", abstract: "Manage actions that need approval by two people.",
        discussion: """
            Corrections, refunds, voids, verdicts, appointments and new checkpoint keys are proposed by one staff member and \
            approved by another one, an officer. The approval applies them at once. An approval fails if the effect of the \
            action has changed since the proposal.

            EXAMPLE:
              draftledger approval propose void.json --case 7 --staff-id 910 --signing-key anna.key --reason "The pool was wrong."
              draftledger approval approve 3 --staff-id 911 --signing-key bert.key
            """,
        subcommands: [
            ApprovalListCommand.self, ApprovalShowCommand.self, ApprovalProposeCommand.self,
            ApprovalApproveCommand.self,
            ApprovalDeclineCommand.self,
        ])
}

struct ApprovalListCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List approval requests.",
        discussion: """
            EXAMPLE:
              draftledger approval list --format json
              draftledger approval list --server https://drafts.example.com
            """)

    @OptionGroup var remote: RemoteOptions
    @OptionGroup var ledger: LedgerOptions
    @OptionGroup var format: FormatOptions

    func execute(on console: Console) throws -> ExitStatus {
        if let server = try remote.remote(console) {
            let list = ServedList.approvals(try server.reading("/v1/approvals"))
            try console.present(list, as: format.format)
            return .done
        }
        let draft = try ledger.open(console)
        defer { draft.close() }
        let measures = try draft.measures().compactMap { id in
            try draft.measure(id).map { (id, $0, reason: try draft.told($0.proposed.reason).description) }
        }
        try console.present(ApprovalsPage(measures: measures, names: LedgerNames(draft)), as: format.format)
        return .done
    }
}

struct ApprovalShowCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show an approval request.",
        discussion: """
            Read a request before you approve it. Prizes and winners are those of the time of the proposal. With --server \
            the text is shorter; GET /v1/approvals/NUMBER has the whole request.

            EXAMPLE:
              draftledger approval show 3
              draftledger approval show 3 --server https://drafts.example.com
            """)

    @Argument(help: "The number of the approval request.") var number: UInt64
    @OptionGroup var remote: RemoteOptions
    @OptionGroup var ledger: LedgerOptions
    @OptionGroup var format: FormatOptions

    func execute(on console: Console) throws -> ExitStatus {
        if let server = try remote.remote(console) {
            guard format.format == .text else {
                throw ToolError(.usage, "Leave out --format: with --server an approval request is shown as text.")
            }
            try show(try server.reading("/v1/approvals/\(number)"), on: console)
            return .done
        }
        let draft = try ledger.open(console)
        defer { draft.close() }
        let id = MeasureID(number)
        let events = try draft.stream(.measure(id)).map { try draft.told($0) }
        guard let page = try ApprovalPage(id, events, in: draft) else {
            throw ToolError(.noInput, "There is no approval request \(number). `approval list` lists them.")
        }
        try console.present(page, as: format.format)
        return .done
    }

    private func show(_ measure: JSONValue, on console: Console) throws {
        let facts = ["kind", "stage"].compactMap { (name: StaticString) in measure[name]?.string }
        try console.print([
            StyledText("Approval request \(number)", .bold) + StyledText(": \(facts.joined(separator: ", "))")
        ])
        if let proposer = measure["proposer"]?.integer(as: UInt64.self) {
            try console.print([StyledText("Proposed by user \(proposer): \(measure["reason"]?.string ?? "")")])
        }
        if let prizes = PrizeProposal(measure["prizes"]) { try console.print(prizes.lines(on: console.terminal)) }
    }
}

struct ApprovalProposeCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "propose", abstract: "Propose a command for approval.",
        discussion: """
            The file has one command as JSON, in the form of `send`; - is standard input. Leave out members such as approvedBy: \
            the approval adds the person who approves.

            EXAMPLE:
              echo '{"kind":"voidRoom","room":12,"reason":"The pool was wrong."}' > void.json
              draftledger approval propose void.json --case 7 --staff-id 910 --signing-key anna.key --reason "The pool was wrong."
              draftledger approval propose void.json --signing-key anna.key --reason "A wrong pool." --server https://drafts.example.com
            """)

    @Argument(help: "The file.", completion: .file()) var file: String
    @Option(
        name: .customLong("case"), parsing: .unconditional,
        help: ArgumentHelp("The number of a case.", valueName: "number"))
    var dispute: UInt64?
    @Option(help: ArgumentHelp("The reason, as free text.", valueName: "text")) var reason: String
    @OptionGroup var operation: OperatorOptions

    func validate() throws { try FreeText.require(reason, of: "--reason") }

    func execute(on console: Console) throws -> ExitStatus {
        let request = try request(in: try SmallFile.read(file, on: console))
        let id = try operation.work(on: console) { place in
            try place.propose(request.command, because: dispute.map(CaseID.init), reason: reason)
        }
        try console.print([
            StyledText("approval request \(id)", .bold) + StyledText(" proposes \(request.command.kind.name)")
        ])
        return .done
    }
}

extension ApprovalProposeCommand {
    private func request(in bytes: [UInt8]) throws -> CommandRequest {
        let fault: any Error
        do {
            return try CommandRequest(proposed: try JSONDocument(bytes).root)
        } catch {
            fault = error
        }
        throw ToolError(.badData, "\(file) is not a command: \(fault)")
    }
}

struct ApprovalApproveCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "approve", abstract: "Approve a request and apply it.",
        discussion: """
            EXAMPLE:
              draftledger approval approve 3 --staff-id 911 --signing-key bert.key
              draftledger approval approve 3 --signing-key bert.key --server https://drafts.example.com
            """)

    @Argument(help: "The number of the approval request.") var number: UInt64
    @OptionGroup var operation: OperatorOptions

    func execute(on console: Console) throws -> ExitStatus {
        let command = Command.measure(MeasureID(number), .approveMeasure)
        try operation.work(on: console) { place in
            let events = try place.send(command)
            let done = events.dropFirst().joined(separator: ", ")
            try console.print([StyledText("approval request \(number) approved", .bold) + StyledText(": \(done)")])
            if events.contains(EventType.checkpointKeyRotated.name) { try place.publishRotation(on: console) }
        }
        return .done
    }
}

struct ApprovalDeclineCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "decline", abstract: "Decline a request.",
        discussion: """
            EXAMPLE:
              draftledger approval decline 3 --staff-id 911 --signing-key bert.key --reason "The case says otherwise."
            """)

    @Argument(help: "The number of the approval request.") var number: UInt64
    @Option(help: ArgumentHelp("The reason, as free text.", valueName: "text")) var reason: String
    @OptionGroup var operation: OperatorOptions

    func execute(on console: Console) throws -> ExitStatus {
        try operation.send(.measure(MeasureID(number), .declineMeasure(reason: Wording(reason))), on: console)
        try console.print([StyledText("approval request \(number) declined", .bold)])
        return .done
    }
}
