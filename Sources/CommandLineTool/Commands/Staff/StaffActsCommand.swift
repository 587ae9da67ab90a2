import ArgumentParser
import Draft
import DraftLedger
import Pages

struct StaffActsCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "acts", abstract: "List what admins, providers and importers did: to whom, why, and who approved.",
        discussion: """
            Extensions, pauses, picks and queue edits for others, autodraft, corrections, adjustments, voids, \
            cancellations, cases and their resolutions, payments, contests and pools, and what was refused to them; one act \
            a line, in the order of the ledger. A scheduler that a person speaks for is among them; the rules' own expiries, \
            autopicks and pauses overnight are not, and what an importer tells of a draft elsewhere is one line: the room. \
            With --user: what was done to that user.

            EXAMPLE:
              draftledger staff acts --since 2026-08-01
              draftledger staff acts --actor admin/7 --format csv > acts.csv
              draftledger staff acts --user 12
            """)

    @Option(
        help: ArgumentHelp(
            "Only by this actor: a role, a user's number, or both, such as admin, 7 or admin/7.", valueName: "actor"),
        transform: ActorArgument.parse)
    var actor: ActorPattern?
    @Option(help: ArgumentHelp("Only what was done to this user.", valueName: "user")) var user: String?
    @Option(help: ArgumentHelp("Only what was done in this room.", valueName: "room")) var room: String?
    @OptionGroup var times: TimeOptions
    @OptionGroup var ledger: LedgerOptions
    @OptionGroup var format: FormatOptions

    func execute(on console: Console) throws -> ExitStatus {
        let draft = try ledger.open(console, readsAll: true)
        defer { draft.close() }
        let user = try user.map { try draft.resolveUser($0) }
        let room = try room.map { try draft.resolveRoom($0) }
        var filter = EventFilter(actor: actor, since: times.since, until: times.until)
        filter.staffOnly = true
        let names = LedgerNames(draft)
        let lines = StaffActLines(as: format.format, on: console.terminal, names: names)
        var isEmpty = true
        if format.format != .text { try console.output.write(lines.head) }
        try console.withProgressBesideOutput("staff acts") { progress in
            try draft.events(matching: filter, progress: progress) { event in
                guard let act = StaffAct(try draft.told(event), names: names), (user ?? act.user) == act.user,
                    (room ?? act.room) == act.room
                else { return true }
                if isEmpty, format.format == .text { try console.output.write(lines.head) }
                isEmpty = false
                try console.output.write(lines.line(of: act))
                return true
            }
        }
        if isEmpty, format.format == .text {
            try console.print([StyledText("No such act of staff is recorded.", .dim)])
        }
        return .done
    }
}
