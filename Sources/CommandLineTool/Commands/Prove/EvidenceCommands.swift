import ArgumentParser
import Draft
import DraftLedger
import Merkle
import Pages
import Replay

struct EvidenceCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "evidence", abstract: "Hand a disputed pick to a stranger, with the proofs.",
        discussion: """
            A bundle holds the records of one room, one queue and one entry's money, each proven to be in the signed \
            ledger, and the verdict that follows from them. Who verifies it needs no ledger and trusts a key of their own.

            EXAMPLE:
              draftledger evidence create 1 --pick 17 -o pick-17.tar
              draftledger evidence verify pick-17.tar --policy my-policy
            """,
        subcommands: [EvidenceCreateCommand.self, EvidenceVerifyCommand.self])
}

struct EvidenceCreateCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "create", abstract: "Gather the evidence about a pick in one file.",
        discussion: """
            Publishes a checkpoint first where the last one does not cover the room yet. Nobody else's queue gets in.

            EXAMPLE:
              draftledger evidence create 1 --pick 17 --seat 4 -o pick-17.tar
            """)

    @Argument(help: "The room, by number or external id.") var room: String
    @Option(
        parsing: .unconditional, help: ArgumentHelp("The overall number of the disputed pick.", valueName: "number"))
    var pick: PickNumber
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The claimant's (default: the seat whose pick it is).", valueName: "seat"))
    var seat: Seat?
    @Option(name: .shortAndLong, help: ArgumentHelp("The file to write.", valueName: "file"), completion: .file())
    var output: String
    @OptionGroup var ledger: LedgerOptions

    func execute(on console: Console) throws -> ExitStatus {
        let (draft, latest) = try ledger.openPublished(console)
        defer { draft.close() }
        let id = try draft.resolveRoom(room)
        try draft.checkKnown(seat: seat, pick: pick, of: id)
        let bundle = try EvidenceBundle(
            of: id, pick: pick, seat: seat, in: draft, latest: latest,
            published: try draft.checkpointHistory())
        let archive = try bundle.archive(signedBy: try draft.verifierKey())
        try SmallFile.write(archive, to: output)
        console.note(
            "\(output): \(Figures.grouped(archive.count)) bytes, proven in the checkpoint of "
                + "\(Figures.grouped(latest.unverified.size)) events")
        return .done
    }
}

struct EvidenceVerifyCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify", abstract: "Check a bundle of evidence, without any ledger.",
        discussion: """
            The policy says whom you trust (C2SP tlog-policy): a line `log KEY` with the ledger's verifier key from a \
            source of your own, and `quorum none` or witnesses; perhaps a line `founder KEY` for each of the three founders of \
            who acts for the house. Exits with 1 when the bundle is not what the signed ledger \
            has, and with 3 when it is, and shows that a rule was broken.

            EXAMPLE:
              draftledger evidence verify pick-17.tar --policy my-policy
            """)

    @Argument(help: "The bundle.", completion: .file(extensions: ["tar"])) var bundle: String
    @Option(help: ArgumentHelp("Whom you trust.", valueName: "file"), completion: .file()) var policy: String
    @OptionGroup var format: FormatOptions

    func execute(on console: Console) throws -> ExitStatus {
        let archive = try SmallFile.read(bundle)
        let report = EvidenceBundle.verify(archive, policy: try PolicyFile.read(policy))
        try console.present(EvidencePage(report: report), as: format.format)
        return report.isProven ? .done : report.isGenuine ? .ruleBroken : .found
    }
}

/// A verifier's policy on disk.
enum PolicyFile {
    /// - Throws: `ToolError` for what is no policy.
    static func read(_ path: String) throws -> TrustPolicy {
        do {
            return try TrustPolicy(try SmallFile.read(path))
        } catch let error as FormatError {
            throw ToolError(.badData, "\(path) is not a policy: \(error)")
        }
    }
}
