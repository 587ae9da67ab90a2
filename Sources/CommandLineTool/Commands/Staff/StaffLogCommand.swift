import ArgumentParser
import Draft
import DraftLedger
import Pages
import ToolSupport

struct StaffLogCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "log", abstract: "List the actions of staff, providers and importers.",
        discussion: """
            Lists one action per line, in the order of the ledger. In drafts: extensions, pauses with their length, \
            corrections, voids, cancellations, and picks, queue edits and autodraft for others. Elsewhere: cases and \
            their resolutions, payments, adjustments, contests, pools and refusals. Expiries, autopicks and pauses \
            overnight, which follow from the rules, are left out; pauses for outages are listed. An imported draft is \
            one line. --user lists actions on that user.

            EXAMPLE:
              draftledger staff log --since 2026-08-01
              draftledger staff log --actor admin/7 --format csv > actions.csv
              draftledger staff log --user 12
            """)

    @Option(
        help: ArgumentHelp(
            "Only actions of this actor: a role, a user ID, or both, such as admin, 7 or admin/7.", valueName: "actor"),
        transform: ActorArgument.parse)
    var actor: ActorPattern?
    @Option(help: ArgumentHelp("Only this user: number, external ID or name.", valueName: "user")) var user: String?
    @Option(help: ArgumentHelp("Only this room.", valueName: "room")) var room: String?
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
        let lines = StaffActionLines(as: format.format, on: console.terminal, names: names)
        var isEmpty = true
        if format.format != .text { try console.output.write(lines.head) }
        try console.withProgressAndOutput("staff log") { progress in
            try draft.events(matching: filter, progress: progress) { event in
                guard let act = try StaffAction(try draft.told(event), names: names, in: draft),
                    (user ?? act.user) == act.user,
                    (room ?? act.room) == act.room
                else { return true }
                if isEmpty, format.format == .text { try console.output.write(lines.head) }
                isEmpty = false
                try console.output.write(lines.line(of: act))
                return true
            }
        }
        if isEmpty, format.format == .text {
            try console.print([StyledText("No such action of staff is recorded.", .dim)])
        }
        return .done
    }
}
