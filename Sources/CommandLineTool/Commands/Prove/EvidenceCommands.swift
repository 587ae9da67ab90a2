import ArgumentParser
import Draft
import DraftLedger
import Merkle
import Pages
import Replay

struct EvidenceCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "evidence", abstract: "Hand a disputed pick or score to a stranger, with the proofs.",
        discussion: """
            A bundle holds the records that a verdict follows from, each proven to be in the signed ledger, and the verdict: \
            about a pick those of one room, one queue and one entry's money; about a week's points those of the contest, the \
            season and the drafts of the pod. Who verifies it needs no ledger and trusts a key of their own.

            EXAMPLE:
              draftledger evidence create 1 --pick 17 -o pick-17.tar
              draftledger evidence create --entry 65537 --week 9 -o week-9.tar
              draftledger evidence verify pick-17.tar --key KEY
            """,
        subcommands: [EvidenceCreateCommand.self, EvidenceVerifyCommand.self])
}

struct EvidenceCreateCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "create", abstract: "Gather the evidence about a pick or a score in one file.",
        discussion: """
            Publishes a checkpoint first where the last one does not cover all of it yet. Nobody else's queue gets in.

            --week gathers what an entry scored: the season with every correction, the contest with its draws and standings, \
            and the drafts of all entries that it is compared with. Of a later round these are the drafts of a whole pod; a \
            pod of more than a bundle holds is refused.

            EXAMPLE:
              draftledger evidence create 1 --pick 17 --seat 4 -o pick-17.tar
              draftledger evidence create --entry 65537 --week 9
              draftledger evidence create 1 --seat 4 --week 9
            """)

    @Argument(help: "The room, by number or external id.") var room: String?
    @Option(
        parsing: .unconditional, help: ArgumentHelp("The overall number of the disputed pick.", valueName: "number"))
    var pick: PickNumber?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The claimant's (default: the seat whose pick it is).", valueName: "seat"))
    var seat: Seat?
    @OptionGroup var score: ScoreClaimOptions
    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("The file to write (default: one here, named by the claim).", valueName: "file"),
        completion: .file())
    var output: String?
    @OptionGroup var ledger: LedgerOptions

    func validate() throws {
        let isOfScore = pick == nil && score.isClear(room: room, seat: seat)
        let isOfPick = room != nil && pick != nil && score.entry == nil
        guard score.week == nil ? isOfPick : isOfScore else {
            throw ValidationError(
                score.week == nil ? "Name a room and --pick; a score by --week." : ScoreClaimOptions.expected)
        }
    }

    func execute(on console: Console) throws -> ExitStatus {
        let (draft, latest) = try ledger.openPublished(console)
        defer { draft.close() }
        let bundle = try bundle(in: draft, latest)
        let archive = try bundle.archive(signedBy: try draft.verifierKey())
        let file = output ?? bundle.claim.fileName
        try SmallFile.write(archive, to: file)
        console.note(
            "\(file): \(Figures.grouped(archive.count)) bytes, proven in the checkpoint of "
                + "\(Figures.grouped(latest.unverified.size)) events")
        return .done
    }

    private func bundle(in draft: DraftLedger, _ latest: SignedCheckpoint) throws -> EvidenceBundle {
        let published = try draft.checkpointHistory()
        if let week = score.week {
            let entry = try score.disputedEntry(room: room, seat: seat, in: draft)
            return try EvidenceBundle(of: entry, week: week, in: draft, latest: latest, published: published)
        }
        let (id, pick) = (try draft.resolveRoom(room ?? ""), pick ?? 0)
        try draft.checkKnown(seat: seat, pick: pick, of: id)
        return try EvidenceBundle(of: id, pick: pick, seat: seat, in: draft, latest: latest, published: published)
    }
}

struct EvidenceVerifyCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify", abstract: "Check a bundle of evidence, without any ledger.",
        discussion: """
            --key is the ledger's verifier key, from a source of your own: `draftledger key` prints it where the ledger \
            is. --policy is a file that can say more (C2SP tlog-policy): a line `log KEY`, then `quorum none` or the \
            witnesses that you know, and a line `founder KEY` for each of the three founders of the staff. Give one of the \
            two. Exits with 1 when the bundle is not what the signed ledger has, and with 3 when it is, and shows that a \
            rule was broken.

            EXAMPLE:
              draftledger evidence verify pick-17.tar --key KEY
              draftledger evidence verify pick-17.tar --policy my-policy
              draftledger evidence verify entry-65537-week-9.tar --policy my-policy
            """)

    @Argument(help: "The bundle.", completion: .file(extensions: ["tar"])) var bundle: String
    @Option(help: ArgumentHelp("The key that signs the ledger, or the file of it.", valueName: "key"))
    var key: String?
    @Option(help: ArgumentHelp("Whom you trust.", valueName: "file"), completion: .file()) var policy: String?
    @OptionGroup var format: FormatOptions

    func validate() throws {
        guard (key == nil) != (policy == nil) else {
            throw ValidationError(
                key == nil
                    ? "Name the key that you trust: --key KEY, or a file with --policy."
                    : "--key and --policy both say whom you trust: give one.")
        }
    }

    func execute(on console: Console) throws -> ExitStatus {
        let archive = try SmallFile.read(bundle)
        let trusted = try key.map { TrustPolicy(log: try KeyText.read($0)) }
        let report = EvidenceBundle.verify(archive, policy: try trusted ?? PolicyFile.read(policy ?? ""))
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
