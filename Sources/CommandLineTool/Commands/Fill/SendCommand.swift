import ArgumentParser
import Draft
import DraftLedger
import Pages
import Records
import Remote
import ToolSupport

struct SendCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "send", abstract: "Send commands from a file, one JSON object per line.",
        discussion: """
            Reads the whole file first. If a line is not a command, all such lines are reported with line and column, nothing \
            is sent, and the exit status is 65. Then the commands are sent in order. Each is sent when the one before \
            is durable, and its outcome is printed at once. After a refusal the next commands are still sent; the exit status is 1 if any \
            command was refused.

            A line may have an "actor" and an "id". The default of the id is a new one. The default of the actor is --sender, or \
            with --server the user of the token; without both an "actor" is required. A command with the same sender and \
            id is applied once: sending it again prints the first outcome. So you can send a file again if its lines have ids. \
            - is standard input.

            --server sends to a running server; --token says who you are there.

            --signing-key signs every line that has no signature, with the key of a staff member or of a member's device.

            EXAMPLE:
              draftledger send commands.jsonl --dry-run
              draftledger send picks.jsonl --sender user/7 --format json
              draftledger send rooms.jsonl --sender admin/901 --signing-key anna.key
              echo '{"kind":"makePick","room":12,"pick":17,"player":42}' | draftledger send - --sender user/7
            """)

    @Argument(help: "The file.", completion: .file()) var file: String
    @Option(
        name: .customLong("sender"),
        help: ArgumentHelp("The sender of lines without an actor, such as user/7 or scheduler.", valueName: "sender"),
        transform: Self.sender)
    var sender: Sender?
    @Option(
        name: .customLong("signing-key"),
        help: ArgumentHelp("The file with your signing key, from `staff key`.", valueName: "file"),
        completion: .file())
    var key: String?
    @Flag(help: "Check the input and change nothing.") var dryRun = false
    @OptionGroup var remote: RemoteOptions
    @OptionGroup var ledger: LedgerOptions
    @OptionGroup var format: FormatOptions

    private static func sender(_ text: String) throws -> Sender {
        guard let sender = Sender(text: text) else {
            throw ValidationError(
                "'\(text)' is not a sender. Write one such as user/7, admin/9 for user/7 or scheduler.")
        }
        return sender
    }

    func execute(on console: Console) throws -> ExitStatus {
        let key = try key.map { try SealingKeyFile($0).read() }
        let server = try remote.remote(console)
        let bearer = try sender == nil ? server?.waiting { Sender.user(try await $0.user()) } : nil
        let commands = try CommandFile(file, bytes: try SmallFile.read(file, on: console), sender: sender ?? bearer)
        guard commands.issues.isEmpty else {
            for issue in commands.issues { console.note(StyledText("refused  ", .alarm) + StyledText(issue)) }
            throw ToolError(
                .badData,
                "\(Figures.plural(commands.issues.count, "line")) of \(commands.name) cannot be sent, so nothing was sent. Correct the file, and send it again."
            )
        }
        if let server, !dryRun { return try send(commands, to: server, by: key, on: console) }
        var lines = OutcomeLines(as: format.format, on: console.terminal)
        let draft = try dryRun ? nil : ledger.open(console, for: .writing)
        defer { draft?.close() }
        try console.output.write(lines.head)
        for index in commands.lines.indices {
            let outcome = try draft.map { try send(index, of: commands, to: $0, by: key) }
            try console.output.write(lines.line(of: commands.lines[index], outcome: outcome))
            try console.output.flush()
        }
        try console.output.write(lines.tail)
        return lines.refused == 0 ? .done : .found
    }

    /// - Throws: `ToolError` with the state of each line, if the outcome is not known.
    private func send(
        _ index: Int, of commands: CommandFile, to draft: DraftLedger, by key: SealingKey?
    ) throws -> Outcome {
        var sent = commands.lines[index]
        // A line that is signed already has its free text committed.
        if sent.seal == nil {
            sent.command = try draft.pinningWords(of: sent.command, as: sent.actor, id: sent.id)
        }
        let seal =
            try sent.seal
            ?? key.map { try draft.seal(sent.command, id: sent.id, as: sent.actor, because: sent.dispute, by: $0) }
        do throws(DraftLedgerError) {
            return try draft.sendBlocking(
                sent.command, as: sent.actor, id: sent.id, occurredAt: sent.occurredAt, dispute: sent.dispute,
                seal: seal)
        } catch {
            let left = commands.lines.count - index - 1
            let remedy =
                error.code == .invalidValue
                ? "It was not recorded: correct it." : "It may be recorded or not: send it again as id \(sent.id)."
            throw ToolError(
                ExitStatus(error.code),
                "\(commands.name), line \(sent.line): \(error.description) \(remedy) "
                    + "\(Figures.plural(index, "command")) before it \(index == 1 ? "was" : "were") sent, "
                    + "\(left) after it \(left == 1 ? "was" : "were") not.")
        }
    }
}

extension SendCommand {
    /// Sends the commands to a server, which answers each one.
    private func send(
        _ commands: CommandFile, to server: RemoteServer, by key: SealingKey?, on console: Console
    ) throws -> ExitStatus {
        guard format.format != .csv else {
            throw ToolError(.usage, "--format csv does not work with --server. Use text or json.")
        }
        var isAllAccepted = true
        for sent in commands.lines {
            let answer = try server.waiting { server in
                var request = CommandRequest(
                    sent.command, id: sent.id, actor: sent.actor, dispute: sent.dispute, seal: sent.seal)
                if request.seal == nil, let key { request = try await server.sealed(request, by: key) }
                return try await server.send(request)
            }
            isAllAccepted = isAllAccepted && answer.isAccepted
            if format.format != .text {
                try console.output.write(answer.text.hasSuffix("\n") ? answer.text : answer.text + "\n")
            } else {
                let outcome: StyledText =
                    answer.isAccepted ? "accepted" : StyledText("refused", .alarm) + StyledText("  \(answer.reason)")
                try console.print([
                    StyledText("\(sent.line)  ", .dim) + StyledText("\(sent.command.kind.name)  ") + outcome
                        + StyledText("  id \(sent.id)", .dim)
                ])
            }
            try console.output.flush()
        }
        return isAllAccepted ? .done : .found
    }
}
