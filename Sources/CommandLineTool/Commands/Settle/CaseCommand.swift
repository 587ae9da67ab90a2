import ArgumentParser
import Draft
import DraftLedger
import Pages

struct CaseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "case", abstract: "Record a dispute in the ledger, and what became of it.",
        discussion: """
            Whoever decides has no stake in it: the rules refuse a judge or an approver who sits in the room. A correction \
            and a refund name the case that they follow from. Where the ledger says who acts for the house, all of these take \
            --as and --key, and what two people have to agree on is proposed: see `measure`. Over --server the token says who \
            acts, and --key signs.

            EXAMPLE:
              draftledger case open 12 --pick 42 --claim "I clicked, it autopicked."
              draftledger case resolve 1 --verdict rejected --by 900 --reason "The click came 412 ms after the grace."
            """,
        subcommands: [
            CaseOpenCommand.self, CaseAttachCommand.self, CaseResolveCommand.self, CaseCorrectCommand.self,
            CaseRefundCommand.self, CaseListCommand.self,
            CaseShowCommand.self,
        ])
}

struct CaseOpenCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "open", abstract: "Record what somebody claims about a pick or a score.",
        discussion: """
            EXAMPLE:
              draftledger case open 12 --pick 42 --claim "I clicked, it autopicked."
              draftledger case open 12 --seat 3 --week 9 --claim "The stat correction cost me the round."
              draftledger case open 12 --pick 42 --claim "I clicked, it autopicked." --server https://drafts.example.com
            """)

    @Argument(help: "The room, by number or external id.") var room: String
    @Option(
        parsing: .unconditional, help: ArgumentHelp("The overall number of the disputed pick.", valueName: "number"))
    var pick: PickNumber?
    @Option(
        parsing: .unconditional, help: ArgumentHelp("The week whose score is disputed.", valueName: "number"))
    var week: UInt8?
    @Option(
        parsing: .unconditional, help: ArgumentHelp("The claimant's, with --week.", valueName: "seat"))
    var seat: Seat?
    @Option(help: ArgumentHelp("What is claimed, in the claimant's words.", valueName: "text")) var claim: String
    @OptionGroup var house: HouseOptions

    func validate() throws {
        try Words.require(claim, of: "--claim")
        guard (pick == nil) == (week != nil && seat != nil), pick == nil || week == nil && seat == nil else {
            throw ValidationError("Name --pick, or --week and --seat.")
        }
    }

    func execute(on console: Console) throws -> ExitStatus {
        let (id, opened) = try house.work(on: console) { place in
            let opened =
                if let week, let seat {
                    try place.claim(claim, aboutWeek: week, of: room, seat: seat)
                } else {
                    try place.claim(claim, about: pick ?? 0, of: room)
                }
            return (try place.open(opened), opened)
        }
        try console.print([
            StyledText("case \(id)", .bold)
                + StyledText(" about \(opened.subject) of room \(opened.room), seat \(opened.seat)")
        ])
        return .done
    }
}

struct CaseAttachCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "attach", abstract: "Pin a document to a case by its SHA-256.",
        discussion: """
            The document itself stays where it is: the ledger holds what it was, not what it says.

            EXAMPLE:
              draftledger case attach 1 recording.mp4 --title "Screen recording of the claimant"
            """)

    @Argument(help: "The case's number.") var number: UInt64
    @Argument(help: "The document.", completion: .file()) var file: String
    @Option(help: ArgumentHelp("What it is (default: its name).", valueName: "text")) var title: String?
    @OptionGroup var house: HouseOptions

    func validate() throws { try title.map { try Words.require($0, of: "--title") } }

    func execute(on console: Console) throws -> ExitStatus {
        let digest = LedgerCryptography(drawMaster: []).sha256(try SmallFile.read(file))
        let name = file.split(separator: "/").last.map(String.init) ?? file
        let evidence = EvidenceAttached(digest: digest, title: title ?? name)
        let id = try house.work(on: console) { place in
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

/// What somebody says, where a record of it without a word would say nothing.
enum Words {
    static func require(_ text: String, of option: String) throws {
        guard text.contains(where: { !$0.isWhitespace }) else {
            throw ValidationError(
                "\(option) says nothing: found \(text.isEmpty ? "no text" : "blanks"), expected words.")
        }
    }
}
