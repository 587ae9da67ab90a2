import ArgumentParser
import DraftLedger
import Pages
import Projections
import Replay
import ToolSupport

struct DiffCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "diff", abstract: "Find where two ledgers or two projections diverge.",
        discussion: """
            Compares two ledgers by the stored hashes of their trees. --recompute computes these hashes from all records \
            first.

            --fold compares two projections of the rooms of one ledger. A projection is room or picks, with a version and \
            settings such as room@3,grace=0. With a setting, the commands of the room are decided again under it. The result \
            is the first command, or with picks the first pick, with another outcome. The exit status is 1 if there is a \
            difference.

            EXAMPLE:
              draftledger diff prod.ledger copy.ledger
              draftledger --ledger prod.ledger diff --fold room room,limits=2/6/9/2
            """)

    @Flag(help: "Recompute the hashes of both ledgers from their records first.") var recompute = false
    @Flag(help: "Compare two projections of this ledger instead of two ledgers.") var fold = false
    @Argument(help: "The first ledger or projection.") var first: String
    @Argument(help: "The second ledger or projection.") var second: String
    @OptionGroup var ledger: LedgerOptions
    @OptionGroup var format: FormatOptions

    func validate() throws {
        guard first != second else {
            throw ValidationError(
                "'\(first)' was named twice. Name two \(fold ? "projections" : "ledgers") to compare.")
        }
        guard fold else { return }
        if recompute { throw ValidationError("--recompute is for two ledgers: leave it out with --fold.") }
        let folds = try [first, second].map { name in
            guard let fold = NamedFold(name) else {
                throw ValidationError(
                    "'\(name)' is not a projection. Write room or picks, followed by grace=SECONDS, clock=SECONDS or "
                        + "limits=QB/RB/WR/TE, such as room@3,grace=0,limits=3/7/9/3.")
            }
            return fold
        }
        if folds[0].scope != folds[1].scope {
            throw ValidationError(FoldError.differentScopes(folds[0].scope, folds[1].scope).description)
        }
    }

    func execute(on console: Console) throws -> ExitStatus {
        fold ? try compareFolds(on: console) : try compareLedgers(on: console)
    }

    private func compareLedgers(on console: Console) throws -> ExitStatus {
        let ledgers = try [first, second].map { try LedgerOptions.open($0, readsAll: recompute) }
        defer { for ledger in ledgers { ledger.close() } }
        if recompute {
            for (ledger, path) in zip(ledgers, [first, second]) { try requireSound(ledger, path, on: console) }
        }
        let diff = try LedgerDiff(between: ledgers[0], and: ledgers[1])
        let page = LedgerDiffPage(
            diff: diff, paths: [first, second], isOfRecords: recompute, names: LedgerNames(ledgers[0]))
        try console.present(page, as: format.format)
        return diff.relation == .identical ? .done : .found
    }

    private func requireSound(_ draft: DraftLedger, _ path: String, on console: Console) throws {
        let report = try console.withProgress("verify") { try draft.verify(progress: $0) }
        // Signatures of published checkpoints are not part of the comparison.
        let findings = report.findings.filter { $0.check != VerifyReport.Finding.signature }
        guard findings.isEmpty else {
            throw ToolError(
                .inputOutput,
                "\(path) cannot be compared: \(Figures.plural(report.findingCount, "finding")), first "
                    + "\(findings[0].message). `verify` shows them all.")
        }
    }

    private func compareFolds(on console: Console) throws -> ExitStatus {
        guard let left = NamedFold(first), let right = NamedFold(second) else { return .usage }
        let draft = try ledger.open(console)
        defer { draft.close() }
        let rooms = try draft.rooms()
        let parted = try console.withProgress("diff", unit: "rooms") { progress in
            try rooms.enumerated().compactMap { index, room -> FoldDiffPage.Parting? in
                progress?(UInt64(index), UInt64(rooms.count))
                let history = try RoomHistory(of: room.room, in: draft)
                let found = try NamedFold.firstDifference(in: history, between: left, and: right)
                return found.map { FoldDiffPage.Parting(room: room.room, event: $0) }
            }
        }
        let page = FoldDiffPage(
            folds: [first, second], rooms: rooms.count, parted: parted, names: LedgerNames(draft))
        try console.present(page, as: format.format)
        return parted.isEmpty ? .done : .found
    }
}
