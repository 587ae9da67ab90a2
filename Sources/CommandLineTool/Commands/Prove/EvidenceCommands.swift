import ArgumentParser
import Draft
import DraftLedger
import Merkle
import Pages
import Replay
import Statements
import ToolSupport

struct EvidenceCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "evidence", abstract: "Create or verify an evidence bundle.",
        discussion: """
            A bundle has the verdict and the records from which it follows, with a proof that each record is in the \
            signed ledger. For a pick these are the records of one room, one queue and the money of one entry. For a \
            score they are those of the contest, the season and the drafts of the pod. The recipient needs no ledger, \
            but a verifier key from a source that they trust.

            EXAMPLE:
              draftledger evidence create 1 --pick 2.05 -o pick-17.tar
              draftledger evidence create --entry 65537 --week 9 -o week-9.tar
              draftledger evidence verify pick-17.tar --verifier-key KEY
            """,
        subcommands: [EvidenceCreateCommand.self, EvidenceVerifyCommand.self])
}

struct EvidenceCreateCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "create", abstract: "Create an evidence bundle about a pick or a score.",
        discussion: """
            Publishes a checkpoint first if the last one does not cover all events. The bundle has no queues of other seats. \
            --user or --draft-position names the claimant; without them it is the seat whose pick it is.

            --week collects the records of an entry's score. These are the season with every correction, the contest \
            with its draws and standings, and all drafts of the pod. A pod that is too large for a bundle is refused.

            EXAMPLE:
              draftledger evidence create 1 --pick 17 --user 7 -o pick-17.tar
              draftledger evidence create --case 2050
              draftledger evidence create --entry 65537 --week 9
              draftledger evidence create 1 --user 7 --week 9
            """)

    @Argument(help: "The room: its number or external ID.") var room: String?
    @Option(parsing: .unconditional, help: PickArgument.help) var pick: PickArgument?
    @OptionGroup var claimant: SeatOptions
    @Option(
        name: .customLong("case"), parsing: .unconditional,
        help: ArgumentHelp("The number of a case.", valueName: "number"))
    var dispute: UInt64?
    @OptionGroup var score: ScoreClaimOptions
    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("The file to write (default: a name made from the claim).", valueName: "file"),
        completion: .file())
    var output: String?
    @OptionGroup var ledger: LedgerOptions

    func validate() throws {
        let isOfScore = pick == nil && score.isClear(room: room, seat: claimant)
        let isOfPick = room != nil && pick != nil && score.entry == nil
        let isOfCase = room == nil && pick == nil && !claimant.isGiven && score.entry == nil && score.week == nil
        guard dispute != nil ? isOfCase : score.week == nil ? isOfPick : isOfScore else {
            throw ValidationError(
                score.week == nil || dispute != nil
                    ? "Name a room and --pick, or --case alone, or a score by --week." : ScoreClaimOptions.expected)
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
        if let dispute {
            let id = try draft.knownCase(dispute)
            guard let opened = try CaseRecord(id, in: draft)?.opened else { throw DisputeError.unknownCase(id) }
            guard let week = opened.week else {
                return try EvidenceBundle(
                    of: opened.room, pick: opened.pick, seat: opened.seat, in: draft, latest: latest,
                    published: published)
            }
            guard let member = try draft.room(opened.room)?.member(at: opened.seat) else {
                throw ToolError.freeSeat(opened.seat, of: opened.room)
            }
            return try EvidenceBundle(of: member.entry, week: week, in: draft, latest: latest, published: published)
        }
        if let week = score.week {
            let entry = try score.disputedEntry(room: room, seat: claimant, in: draft)
            return try EvidenceBundle(of: entry, week: week, in: draft, latest: latest, published: published)
        }
        let (id, pick, seat) = try draft.disputedPick(pick, of: room ?? "", by: claimant)
        return try EvidenceBundle(of: id, pick: pick, seat: seat, in: draft, latest: latest, published: published)
    }
}

struct EvidenceVerifyCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify", abstract: "Verify an evidence bundle without a ledger.",
        discussion: """
            --verifier-key is the ledger's key from a source that you trust; `draftledger key` prints it at the ledger. \
            --policy is a file that can also name witnesses (C2SP tlog-policy). It has a line `log KEY`, then `quorum none` or the \
            witnesses that you trust. A line `founder KEY` names each of the three founders of the staff, and a line `rules 8` \
            the oldest rules that you accept. Give --verifier-key or --policy.

            --held adds a receipt for one of your commands, or the proof of a record with the record in it. A bundle that does \
            not have that record is incomplete. --receipt-key is the key that signs receipts.

            The exit status is 1 if the bundle is not genuine or incomplete. It is 3 if the bundle is genuine and shows that the \
            claim is upheld or that a rule was broken. The broken rule can be about another pick of the room.

            EXAMPLE:
              draftledger evidence verify pick-17.tar --verifier-key KEY
              draftledger evidence verify pick-17.tar --policy my-policy
              draftledger evidence verify entry-65537-week-9.tar --policy my-policy
              draftledger evidence verify pick-17.tar --policy my-policy --held queue.receipt --receipt-key KEY
            """)

    @Argument(help: "The file of the bundle.", completion: .file(extensions: ["tar"])) var bundle: String
    @Option(help: ArgumentHelp(KeyText.help, valueName: "key")) var verifierKey: String?
    @Option(
        help: ArgumentHelp("The trust policy to verify by (C2SP tlog-policy).", valueName: "file"), completion: .file())
    var policy: String?
    @Option(
        help: ArgumentHelp("A receipt or proof that you hold; may be repeated.", valueName: "file"), completion: .file()
    )
    var held: [String] = []
    @Option(help: ArgumentHelp("The ledger's verifier key of receipts.", valueName: "key"), transform: KeyText.read)
    var receiptKey: VerifierKey?
    @OptionGroup var format: FormatOptions

    func validate() throws {
        guard (verifierKey == nil) != (policy == nil) else {
            throw ValidationError(
                verifierKey == nil
                    ? "Name the key that you trust: --verifier-key KEY, or a file with --policy."
                    : "--verifier-key and --policy exclude each other. Give one of them.")
        }
    }

    func execute(on console: Console) throws -> ExitStatus {
        let archive = try SmallFile.read(bundle)
        // A download that failed does not show a forgery.
        guard EvidenceBundle.isArchive(archive) else {
            throw ToolError(
                .badData,
                archive.isEmpty
                    ? "\(bundle) is empty. Fetch the bundle again."
                    : "\(bundle) is not an evidence bundle. Check the path, or fetch the bundle again.")
        }
        let trusted = try verifierKey.map { TrustPolicy(log: try KeyText.read($0)) }
        let report = EvidenceBundle.verify(
            archive, policy: try trusted ?? PolicyFile.read(policy ?? ""), with: try held.map(proof))
        try console.present(EvidencePage(report: report), as: format.format)
        return report.showsBreach ? .ruleBroken : report.isProven ? .done : .found
    }
}

extension EvidenceVerifyCommand {
    /// - Throws: `ToolError` for a file that is neither a receipt nor a proof.
    private func proof(_ path: String) throws -> EvidenceProof {
        let bytes = try SmallFile.read(path)
        if let receipt = try? Receipt(bytes) {
            guard let receiptKey else {
                throw ToolError(
                    .usage,
                    "\(path) is a receipt: name the key that signs receipts with --receipt-key. "
                        + "`draftledger receipt key` prints it at the ledger.")
            }
            return .receipt(receipt, by: [receiptKey])
        }
        do {
            return .record(try ProofFile(bytes))
        } catch {
            throw ToolError(.badData, "\(path) is neither a receipt nor a proof: \(error)")
        }
    }
}

/// A verifier's policy on disk.
enum PolicyFile {
    /// - Throws: `ToolError` for a file that is not a policy.
    static func read(_ path: String) throws -> TrustPolicy {
        do {
            return try TrustPolicy(try SmallFile.read(path))
        } catch let error as FormatError {
            throw ToolError(.badData, "\(path) is not a policy: \(error)")
        }
    }
}
