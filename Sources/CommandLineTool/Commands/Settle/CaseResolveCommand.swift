import ArgumentParser
import Draft
import DraftLedger
import Pages
import Replay
import ToolSupport

struct CaseResolveCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "resolve", abstract: "Record the verdict of a case.",
        discussion: """
            First prints the verdict that follows from the recorded events. A verdict that contradicts it needs \
            --against-rules. `case correct` and `case refund` follow an upheld case. Until staff roles are enabled, --judge is \
            required. Afterwards the verdict is proposed with --staff-id and --signing-key, and is recorded when another staff \
            member approves it.

            EXAMPLE:
              draftledger case resolve 1 --verdict rejected --judge 900 --reason "412 ms after the grace."
              draftledger case resolve 1 --verdict rejected --staff-id 901 --signing-key anna.key --reason "412 ms after the grace."
              draftledger case resolve 1 --verdict upheld --signing-key anna.key --reason "In time." --server https://drafts.example.com
            """)

    @Argument(help: "The number of the case.") var number: UInt64
    @Option(help: ArgumentHelp("The verdict.", valueName: "upheld|rejected|undecidable"), transform: Self.verdict)
    var verdict: DisputeResolved.Verdict
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The user who decides the case; only before staff roles are enabled.", valueName: "user"),
        transform: UserArgument.parse)
    var judge: UserID?
    @Option(help: ArgumentHelp("The reason, as free text.", valueName: "text")) var reason: String
    @Flag(help: "Confirm a verdict that contradicts the recorded events.") var againstRules = false
    @OptionGroup var operation: OperatorOptions

    private static func verdict(_ text: String) throws -> DisputeResolved.Verdict {
        guard let verdict = DisputeResolved.Verdict.allCases.first(where: { $0.name == text.lowercased() }) else {
            throw ValidationError("'\(text)' is not a verdict. Use upheld, rejected or undecidable.")
        }
        return verdict
    }

    func validate() throws { try FreeText.require(reason, of: "--reason") }

    func execute(on console: Console) throws -> ExitStatus {
        let (id, measure) = try operation.work(on: console) { place in
            let id = try place.knownCase(number).id
            try check(try place.computedVerdict(on: id), on: id, console)
            let judge = try place.named(judge, by: "--judge")
            let resolution = DisputeResolved(verdict: verdict, resolvedBy: judge, reason: reason)
            return (id, try place.settle(.dispute(id, .resolveDispute(resolution)), as: .admin(judge), reason: reason))
        }
        if let measure {
            try console.print(measure, proposing: "that case \(id) is \(verdict.name)")
            return .done
        }
        try console.print([StyledText("case \(id)", .bold) + StyledText(" \(verdict.name)")])
        return .done
    }
}

extension CaseResolveCommand {
    /// Prints the verdict that follows from the recorded events, and demands a confirmation of another verdict.
    private func check(_ computed: DisputeResolved.Verdict?, on id: CaseID, _ console: Console) throws {
        guard let computed else {
            return console.note("The recorded events give no verdict on case \(id). `case show \(id)` says why.")
        }
        console.note("By the recorded events case \(id) is \(computed.name). `case show \(id)` lists the reasons.")
        guard computed.contradicts(verdict), !againstRules else { return }
        throw ToolError(
            .refused,
            "The verdict \(verdict.name) contradicts the recorded events. Change --verdict, or confirm it with --against-rules."
        )
    }
}

/// A user who acts, by ID.
enum UserArgument {
    static func parse(_ text: String) throws -> UserID {
        guard let number = UInt64(text), (1...UserID.maximum.number).contains(number) else {
            throw ValidationError("'\(text)' is not a user ID. Write a number such as 7.")
        }
        return UserID(number)
    }
}
