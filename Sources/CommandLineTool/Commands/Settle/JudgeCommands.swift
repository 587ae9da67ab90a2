import ArgumentParser
import Draft
import DraftLedger
import Pages
import Replay

struct DisputeCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "dispute", abstract: "Settle a pick or a score: what happened around it, who was right, and why.",
        discussion: """
            The verdict follows from the rules and the recorded times alone. `evidence create` hands the same to somebody \
            who has no access to the ledger; `case` records the dispute in the ledger. With --check the exit status is \
            the answer too: 0 where the claim is rejected, 3 where it is upheld, since a rule was broken, and 1 where the \
            records cannot bear a verdict.

            --week settles what an entry scored: its lineup at each correction, what that changed for the entry and for its \
            place, whether it came within the days that the contest's rules give corrections, and whether its round closed \
            by what counts; and the pod that it is compared with.

            EXAMPLE:
              draftledger dispute 12 --pick 42
              draftledger dispute --entry 65537 --week 9
              draftledger dispute 12 --seat 3 --week 9
              draftledger dispute 12 --pick 42 --check && echo "The rules were kept."
              draftledger dispute --case 3
            """)

    @Argument(help: "The room, by number or external id.") var room: String?
    @Option(
        parsing: .unconditional, help: ArgumentHelp("The overall number of the disputed pick.", valueName: "number"))
    var pick: PickNumber?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The claimant's (default: the seat whose pick it is).", valueName: "seat"))
    var seat: Seat?
    @Option(
        name: .customLong("case"), parsing: .unconditional,
        help: ArgumentHelp("A recorded case instead of a room.", valueName: "number"))
    var dispute: UInt64?
    @OptionGroup var score: ScoreClaimOptions
    @Flag(help: "Let the exit status say who was right.") var check = false
    @OptionGroup var ledger: LedgerOptions
    @OptionGroup var format: FormatOptions

    func validate() throws {
        let isOfScore = pick == nil && dispute == nil && score.isClear(room: room, seat: seat)
        let isOfRoom = room != nil && pick != nil && dispute == nil && score.entry == nil
        let isOfCase = room == nil && pick == nil && seat == nil && score.entry == nil && dispute != nil
        guard score.week == nil ? isOfRoom || isOfCase : isOfScore else {
            throw ValidationError(
                score.week == nil
                    ? "Name a room and --pick, or --case alone; a score by --week." : ScoreClaimOptions.expected)
        }
        if let dispute, !(1...StreamKey.maximumNumber).contains(dispute) {
            throw ValidationError("--case is \(dispute), expected 1 to \(StreamKey.maximumNumber).")
        }
    }

    func execute(on console: Console) throws -> ExitStatus {
        let draft = try ledger.open(console)
        defer { draft.close() }
        if let dispute {
            let page = try draft.casePage(CaseID(dispute))
            if case .unjudged(let reason) = page.judgment { throw ToolError(.noInput, reason) }
            try console.present(page, as: format.format)
            return status(of: page.verdict ?? .undecidable)
        } else if let week = score.week {
            let report = try Dispute(draft).judge(
                entry: try score.disputedEntry(room: room, seat: seat, in: draft), week: week)
            try console.present(ScoreDisputePage(report: report, names: LedgerNames(draft)), as: format.format)
            return status(of: report.verdict)
        } else {
            let id = try draft.resolveRoom(room ?? "")
            try draft.checkKnown(seat: seat, pick: pick ?? 0, of: id)
            let report = try Dispute(draft).judge(room: id, pick: pick ?? 0, seat: seat)
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

struct AuditCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "audit", abstract: "Check every rule of the house over history.",
        discussion: """
            Links, turns, clocks, the rules' picks and the draws made once more, every command decided once more, and the \
            money after each posting; of one room, or of the whole ledger on all cores. Exits with 3 when a rule was broken, \
            and with 1 when the records themselves contradict each other.

            What the site of an imported draft states of its results itself is held against what the scores on record come \
            to. A difference is no broken rule: it is told among what has to be known, and how many entries agree.

            With --signatures something else is done: each signature under a command is verified, by the key that was its \
            sender's then. How far that came without a finding is kept in the file `signatures` beside the ledger, and the \
            next run continues from there. Use --anew for a ledger that comes from somebody else.

            With --policy, a ledger whose founders are others than those whom the policy names (`founder KEY`, three lines) \
            is not audited any further: exit status 1.

            EXAMPLE:
              draftledger audit
              draftledger audit 12 --format json
              draftledger audit --signatures --anew
            """)

    @Argument(help: "The room, by number or external id; the whole ledger by default.") var room: String?
    @Flag(help: "Verify the signatures of commands instead of the rules.") var signatures = false
    @Flag(help: "Verify also the signatures that were verified before.") var anew = false
    @Option(help: ArgumentHelp("Whom you trust.", valueName: "file"), completion: .file()) var policy: String?
    @OptionGroup var ledger: LedgerOptions
    @OptionGroup var format: FormatOptions

    func validate() throws {
        guard anew, !signatures || room != nil else { return }
        throw ValidationError("--anew goes with --signatures of the whole ledger.")
    }

    func execute(on console: Console) throws -> ExitStatus {
        let draft = try ledger.open(console, readsAll: room == nil)
        defer { draft.close() }
        if let policy {
            let fault = FoundersFault(of: try draft.beginning(), under: try PolicyFile.read(policy))
            if let fault { throw ToolError(.found, fault.description) }
        }
        if signatures { return try verifySignatures(of: draft, on: console) }
        let audit = Audit(draft)
        let report =
            if let room {
                try audit.run(room: try draft.resolveRoom(room))
            } else {
                try console.withProgress("audit") { try audit.run(progress: $0) }
            }
        try console.present(AuditPage(report: report), as: format.format)
        return report.isClean ? .done : report.isDamaged ? .found : .ruleBroken
    }

    private func verifySignatures(of draft: DraftLedger, on console: Console) throws -> ExitStatus {
        let audit = SignatureAudit(draft)
        let report =
            if let room {
                try audit.run(room: try draft.resolveRoom(room))
            } else {
                try console.withProgress("audit") { try audit.run(anew: anew, progress: $0) }
            }
        try console.present(SignaturesPage(report: report), as: format.format)
        return report.isClean ? .done : .ruleBroken
    }
}

extension DraftLedger {
    /// With which authority began; nil where it has not.
    fileprivate func beginning() throws -> AuthorityBegan? {
        for event in try stream(.staff) { if case .enabled(let began) = event.event.staffChange { return began } }
        return nil
    }
}
