import ArgumentParser
import Draft
import DraftLedger
import Pages
import Replay

struct CaseResolveCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "resolve", abstract: "Record the verdict.",
        discussion: """
            `case correct` and `case refund` record what follows from it. Once authority has begun, a verdict is proposed by \
            --as, who signs, and stands when somebody else approves it.

            EXAMPLE:
              draftledger case resolve 1 --verdict rejected --by 900 --reason "412 ms after the grace."
              draftledger case resolve 1 --verdict rejected --as 901 --key anna.key --reason "412 ms after the grace."
              draftledger case resolve 1 --verdict upheld --key anna.key --reason "In time." --server https://drafts.example.com
            """)

    @Argument(help: "The case's number.") var number: UInt64
    @Option(help: ArgumentHelp("Who was right.", valueName: "upheld|rejected|undecidable"), transform: Self.verdict)
    var verdict: DisputeResolved.Verdict
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The user who decides, before authority began.", valueName: "user"),
        transform: UserArgument.parse)
    var by: UserID?
    @Option(help: ArgumentHelp("Why, in a sentence.", valueName: "text")) var reason: String
    @OptionGroup var house: HouseOptions

    private static func verdict(_ text: String) throws -> DisputeResolved.Verdict {
        guard let verdict = DisputeResolved.Verdict.allCases.first(where: { $0.name == text.lowercased() }) else {
            throw ValidationError("'\(text)' is none of upheld, rejected, undecidable.")
        }
        return verdict
    }

    func validate() throws { try Words.require(reason, of: "--reason") }

    func execute(on console: Console) throws -> ExitStatus {
        let (id, measure) = try house.work(on: console) { place in
            let id = try place.knownCase(number).id
            let judge = try place.named(by, by: "--by")
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

/// A user by number, where one is named who acts.
enum UserArgument {
    static func parse(_ text: String) throws -> UserID {
        guard let number = UInt64(text), (1...UserID.maximum.number).contains(number) else {
            throw ValidationError("'\(text)' is no user's number.")
        }
        return UserID(number)
    }
}
