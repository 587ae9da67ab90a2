import ArgumentParser
import Draft
import DraftLedger
import Pages
import ToolSupport

struct CaseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "case", abstract: "Manage cases: open, attach, resolve, correct, refund.",
        discussion: """
            Staff with a seat in the room can neither resolve a case nor approve a correction. Corrections and refunds name the \
            case. Once staff roles are enabled, these commands need --staff-id and --signing-key, and actions that \
            need two people are proposed: see `approval`. With --server the token says who acts.

            EXAMPLE:
              draftledger case open 12 --pick 4.06 --claim "I clicked, it autopicked."
              draftledger case resolve 1 --verdict rejected --judge 900 --reason "The click came 412 ms after the grace."
            """,
        subcommands: [
            CaseOpenCommand.self, CaseAttachCommand.self, CaseResolveCommand.self, CaseCorrectCommand.self,
            CaseRefundCommand.self, CaseListCommand.self,
            CaseShowCommand.self,
        ])
}

struct CaseOpenCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "open", abstract: "Open a case about a pick or a score.",
        discussion: """
            The claimant of a pick is the user whose pick it is; --user or --draft-position names another member of the room.

            EXAMPLE:
              draftledger case open 12 --pick 4.06 --claim "I clicked, it autopicked."
              draftledger case open 12 --user 7 --week 9 --claim "The stat correction cost me the round."
              draftledger case open 12 --pick 42 --claim "I clicked, it autopicked." --server https://drafts.example.com
            """)

    @Argument(help: "The room: its number or external ID.") var room: String
    @Option(parsing: .unconditional, help: PickArgument.help) var pick: PickArgument?
    @Option(
        parsing: .unconditional, help: ArgumentHelp("The week of the season.", valueName: "number"))
    var week: UInt8?
    @OptionGroup var claimant: SeatOptions
    @Option(help: ArgumentHelp("The claim, in the claimant's words.", valueName: "text")) var claim: String
    @OptionGroup var operation: OperatorOptions

    func validate() throws {
        try FreeText.require(claim, of: "--claim")
        guard pick == nil || week == nil else {
            throw ValidationError("--pick and --week exclude each other: a case is about a pick or about a score.")
        }
        guard pick != nil || week != nil && claimant.isGiven else {
            throw ValidationError("Name --pick, or --week with --user or --draft-position.")
        }
    }

    func execute(on console: Console) throws -> ExitStatus {
        let (id, opened, subject) = try operation.work(on: console) { place in
            let opened =
                if let week {
                    try place.claim(claim, aboutWeek: week, of: room, seat: claimant)
                } else {
                    try place.claim(claim, about: pick ?? .number(0), of: room, by: claimant)
                }
            let id = try place.open(opened)
            return (id, opened, try opened.subject { try place.label(of: $0, in: $1) })
        }
        try console.print([
            StyledText("case \(id)", .bold)
                + StyledText(" about \(subject) of room \(opened.room)\(claimantText(opened))")
        ])
        return .done
    }

    private func claimantText(_ opened: DisputeOpened) -> String {
        opened.claimant.map { ", by user \($0)" } ?? ""
    }
}

struct CaseAttachCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "attach", abstract: "Attach a document to a case by its SHA-256.",
        discussion: """
            The ledger stores the digest of the document, not the document. The default of --title is the name of the file.

            EXAMPLE:
              draftledger case attach 1 recording.mp4 --title "Screen recording of the claimant"
            """)

    @Argument(help: "The number of the case.") var number: UInt64
    @Argument(help: "The file of the document.", completion: .file()) var file: String
    @Option(help: ArgumentHelp("The title.", valueName: "text"))
    var title: String?
    @OptionGroup var operation: OperatorOptions

    func validate() throws { try title.map { try FreeText.require($0, of: "--title") } }

    func execute(on console: Console) throws -> ExitStatus {
        let digest = LedgerCryptography(drawMaster: []).sha256(try SmallFile.read(file))
        let name = file.split(separator: "/").last.map(String.init) ?? file
        let evidence = EvidenceAttached(digest: digest, title: title ?? name)
        let id = try operation.work(on: console) { place in
            let (id, claimant) = try place.knownCase(number)
            try place.send(.dispute(id, .attachEvidence(evidence)), as: .admin(nil, onBehalfOf: claimant))
            return id
        }
        try console.print([
            StyledText("case \(id)", .bold)
                + StyledText(": attached \(evidence.title), SHA-256 \(digest.hexadecimal)")
        ])
        return .done
    }
}

/// Free text that may not be blank.
enum FreeText {
    static func require(_ text: String, of option: String) throws {
        guard text.contains(where: { !$0.isWhitespace }) else {
            throw ValidationError(
                "\(option) is empty: found \(text.isEmpty ? "no text" : "blanks"), expected a text.")
        }
    }
}
