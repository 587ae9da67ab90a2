import ArgumentParser
import Draft
import DraftLedger
import Merkle
import Pages
import Platform
import Replay
import ToolSupport

struct DisputeCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "dispute", abstract: "Judge a disputed pick or score and explain the verdict.",
        discussion: """
            The verdict follows from the rules and the recorded times alone. To find the pick of a complaint: \
            events --user 16 --type PickAutomated. `evidence create` makes a file for somebody without access to the ledger. \
            `case` records the dispute in the ledger.

            --check sets the exit status: 0 if the claim is rejected, 3 if it is upheld, 1 if the records do not allow a \
            verdict.

            --week judges the score of an entry. It shows the lineup after each correction and the effect on the \
            entry's place. It checks whether the correction came in time, and whether the round closed with the valid \
            scores. --user or --draft-position names the claimant; without them it is the seat whose pick it is.

            --about names the topic of the complaint, which the first sentence then answers. The verdict is the same. For a \
            case the topic follows from the words of the claim.

            --receipt judges by the time in the claimant's signed receipt, for a command that the ledger dates later or does \
            not have.

            EXAMPLE:
              draftledger dispute 12 --pick 4.06
              draftledger dispute 12 --pick 4.06 --about queue
              draftledger dispute 12 --pick 4.06 --receipt pick.receipt
              draftledger dispute --entry 65537 --week 9
              draftledger dispute 12 --user 7 --week 9
              draftledger dispute 12 --pick 42 --check && echo "The rules were kept."
              draftledger dispute --case 3
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
        help: ArgumentHelp("The topic of the complaint: \(TopicText.known).", valueName: "topic"),
        completion: .list(DisputeTopic.allCases.map(\.rawValue)), transform: TopicText.read)
    var about: DisputeTopic?
    @Option(
        help: ArgumentHelp("The claimant's signed receipt for a command.", valueName: "file"), completion: .file())
    var receipt: String?
    @Option(help: ArgumentHelp(KeyText.help, valueName: "key"), transform: KeyText.read)
    var verifierKey: VerifierKey?
    @Flag(help: "Set the exit status by the verdict.") var check = false
    @OptionGroup var ledger: LedgerOptions
    @OptionGroup var format: FormatOptions

    func validate() throws {
        let isOfScore = pick == nil && dispute == nil && score.isClear(room: room, seat: claimant)
        let isOfRoom = room != nil && pick != nil && dispute == nil && score.entry == nil
        let isOfCase = room == nil && pick == nil && !claimant.isGiven && score.entry == nil && dispute != nil
        guard score.week == nil ? isOfRoom || isOfCase : isOfScore else {
            throw ValidationError(
                score.week == nil
                    ? "Name a room and --pick, or --case alone, or a score by --week." : ScoreClaimOptions.expected)
        }
        guard about == nil || score.week == nil else {
            throw ValidationError("--about is for a dispute about a pick. Leave it out with --week.")
        }
        guard receipt == nil || isOfRoom else {
            throw ValidationError("--receipt is for a room and --pick.")
        }
        guard verifierKey == nil || receipt != nil else {
            throw ValidationError("--verifier-key is the key of --receipt. Name both.")
        }
        if let dispute, !(1...StreamKey.maximumNumber).contains(dispute) {
            throw ValidationError("--case is \(dispute), expected 1 to \(StreamKey.maximumNumber).")
        }
    }

    func execute(on console: Console) throws -> ExitStatus {
        let draft = try ledger.open(console)
        defer { draft.close() }
        if let dispute {
            let page = try draft.casePage(CaseID(dispute), about: about)
            if case .unjudged(let reason) = page.judgment { throw ToolError(.noInput, reason) }
            try console.present(page, as: format.format)
            return status(of: page.verdict ?? .undecidable)
        } else if let week = score.week {
            let report = try Dispute(draft).judge(
                entry: try score.disputedEntry(room: room, seat: claimant, in: draft), week: week)
            try console.present(ScoreDisputePage(report: report, names: LedgerNames(draft)), as: format.format)
            return status(of: report.verdict)
        } else {
            let (id, pick, seat) = try draft.disputedPick(pick, of: room ?? "", by: claimant)
            let receipt = try receipt.map { try draft.verifiedReceipt(in: $0, by: verifierKey) }
            let report = try Dispute(draft).judge(
                room: id, pick: pick, seat: seat, receipt: receipt, about: about)
            try console.present(DisputePage(report: report, names: LedgerNames(draft)), as: format.format)
            return status(of: report.verdict)
        }
    }

    private func status(of verdict: DisputeResolved.Verdict) -> ExitStatus {
        guard check else { return .done }
        return switch verdict {
        case .rejected: .done
        case .upheld: .ruleBroken
        case .undecidable: .found
        }
    }
}

/// The topic of a complaint as an argument.
private enum TopicText {
    static let known = DisputeTopic.allCases.map(\.rawValue).joined(separator: ", ")

    static func read(_ text: String) throws -> DisputeTopic {
        guard let topic = DisputeTopic(rawValue: text) else {
            throw ValidationError("'\(text)' is not a topic. Use one of \(known).")
        }
        return topic
    }
}

struct AuditCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "audit", abstract: "Check all rules over the whole history.",
        discussion: """
            Checks links, turns and clocks, and the balances after each posting. Recomputes autopicks and draws, and \
            decides every command again. Without a room it audits the whole ledger, on all cores. The exit status is 3 \
            if a rule was broken, and 1 if records contradict each other.

            Results that the site of an imported draft states are compared with the recorded scores. A difference is a \
            warning, not a broken rule.

            --signatures verifies the signature of each command by the key that its sender had at that time, and does not \
            check the rules. The file `signatures` in the ledger keeps the last verified position; the next run continues from \
            there. Use --no-cache for a ledger from a third party.

            --policy names the founders of the staff (`founder KEY`, three lines) and the oldest rules that you accept (`rules 8`). \
            If the ledger has other founders, or applies older rules, the audit ends with exit status 1.

            --keep saves the state of the audit in a file, and replaces the file. --since continues from that file: it reads the \
            events that were added since then, and rooms that were not over. The report covers the whole ledger. Records \
            before the saved state are not read again; the root of the tree shows that the ledger still has them. Use only an \
            audit that you saved yourself, with the same version of the program. The file contains members' data: keep it as \
            safe as the ledger.

            --since also accepts a checkpoint, with the saved audit in --kept. To make the pair, save the audit and publish a \
            checkpoint (`checkpoint`) before the next event.

            EXAMPLE:
              draftledger audit
              draftledger audit --since audit.kept --keep audit.kept
              draftledger audit --since monday.checkpoint --kept monday.kept
              draftledger audit 12 --format json
              draftledger audit --signatures --no-cache
            """)

    @Argument(help: "The room: its number or external ID (default: the whole ledger).") var room: String?
    @Flag(help: "Verify the signatures of commands instead of the rules.") var signatures = false
    @Flag(help: "Ignore the cache of verified signatures.") var noCache = false
    @Option(
        help: ArgumentHelp("The trust policy to verify by (C2SP tlog-policy).", valueName: "file"), completion: .file())
    var policy: String?
    @Option(
        help: ArgumentHelp("Continue from a saved audit, or from its checkpoint.", valueName: "file"),
        completion: .file())
    var since: String?
    @Option(
        help: ArgumentHelp("The saved audit, if --since names a checkpoint.", valueName: "file"), completion: .file())
    var kept: String?
    @Option(help: ArgumentHelp("Save the state of the audit in a file.", valueName: "file"), completion: .file())
    var keep: String?
    @OptionGroup var ledger: LedgerOptions
    @OptionGroup var format: FormatOptions

    func validate() throws {
        if noCache, !signatures || room != nil {
            throw ValidationError("--no-cache needs --signatures, and no room.")
        }
        if since != nil || keep != nil, signatures || room != nil {
            throw ValidationError("--since and --keep are for an audit of the whole ledger, without --signatures.")
        }
        if kept != nil, since == nil {
            throw ValidationError("--kept is the audit of a checkpoint. Name the checkpoint with --since.")
        }
    }

    func execute(on console: Console) throws -> ExitStatus {
        let earlier = try since.map { try earlierAudit($0) }
        let draft = try ledger.open(console, readsAll: room == nil && since == nil)
        defer { draft.close() }
        if let policy {
            let policy = try PolicyFile.read(policy)
            let terms = try draft.terms
            let fault =
                FoundersFault(of: try draft.beginning(), under: policy)?.description
                ?? terms.fault(byLeastRules: policy.leastRules)
            if let fault { throw ToolError(.found, fault) }
        }
        if signatures { return try verifySignatures(of: draft, on: console) }
        let audit = Audit(draft)
        let report =
            if let room {
                try audit.run(room: try draft.resolveRoom(room))
            } else if earlier != nil || keep != nil {
                try keepingEnd(of: audit, continuing: earlier, on: console)
            } else {
                try console.withProgress("audit") { try audit.run(progress: $0) }
            }
        try console.present(AuditPage(report: report), as: format.format)
        if format.format == .csv, report.remarkCount > 0 {
            let warnings = Figures.plural(report.remarkCount, "warning")
            console.note(StyledText("Not in the CSV: \(warnings). Use --format json."))
        }
        return report.isClean ? .done : report.isDamaged ? .found : .ruleBroken
    }

    /// The kept audit that `--since` names, itself or by its checkpoint.
    private func earlierAudit(_ file: String) throws -> KeptAudit {
        guard let kept else {
            do throws(KeptAuditError) {
                return try KeptAudit.read(at: file)
            } catch {
                // Whatever else it is, the error says that it is not a kept audit.
                guard case .notKept = error, (try? KeptCheckpoint.read(file)) != nil else { throw error }
                throw ToolError(.usage, "\(file) is a checkpoint. Name the audit that was kept there with --kept.")
            }
        }
        let checkpoint = try KeptCheckpoint.read(file).unverified
        let audit = try KeptAudit.read(at: kept)
        guard audit.size == checkpoint.size, audit.root == checkpoint.root else {
            throw KeptAuditError.otherCheckpoint(size: audit.size, checkpoint: checkpoint.size)
        }
        return audit
    }

    private func keepingEnd(
        of audit: Audit, continuing earlier: KeptAudit?, on console: Console
    ) throws -> AuditReport {
        let keeping = AuditKeeping(
            program: ProgramVersion.line, at: Timestamp(microseconds: SystemClock.now()), keepsEnd: keep != nil)
        let (report, end) = try console.withProgress("audit") {
            try audit.run(continuing: earlier, keeping: keeping, progress: $0)
        }
        if let keep {
            if let end {
                try end.write(to: keep)
            } else {
                console.note(StyledText("The audit was not kept in \(keep), because the ledger is damaged."))
            }
        }
        return report
    }

    private func verifySignatures(of draft: DraftLedger, on console: Console) throws -> ExitStatus {
        let audit = SignatureAudit(draft)
        let report =
            if let room {
                try audit.run(room: try draft.resolveRoom(room))
            } else {
                try console.withProgress("audit") { try audit.run(ignoringCache: noCache, progress: $0) }
            }
        try console.present(SignaturesPage(report: report), as: format.format)
        return report.isClean ? .done : .ruleBroken
    }
}

extension DraftLedger {
    /// The event that enabled staff roles; nil if they are not enabled.
    fileprivate func beginning() throws -> AuthorityBegan? {
        for event in try stream(.staff) { if let began = event.event.foundation { return began } }
        return nil
    }
}
