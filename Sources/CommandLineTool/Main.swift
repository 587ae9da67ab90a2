import ArgumentParser
import Draft
import Pages

/// The command line of draft-ledger.
@main
struct DraftLedgerCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "draftledger",
        abstract: "The whole truth about fantasy best-ball drafts, replayed.",
        discussion: """
            Every join, pick, tick, autopick and payment is one event in a ledger; rooms, rosters, exposure and \
            balances are folds of those events, as of any moment.

            EXAMPLE:
              draftledger --ledger demo.ledger simulate --rooms 3 --seed 7
              draftledger --ledger demo.ledger board 1
              draftledger --ledger demo.ledger replay 1 --play

            Exit status: 0 done, and all in order; 1 something is not genuine, damaged or different, or a command was \
            refused; 3 all is genuine, and a rule was broken (`audit`, `evidence verify`, `dispute --check`); 64 usage, \
            65 bad data, or a ledger that contradicts what it has published, 66 no such input or ledger, 70 a defect of this program, 73 cannot create, 74 I/O or a damaged \
            file, 75 try again, 130 interrupted.
            """,
        version: "draftledger, not released yet; rules \(SoftwareStarted.currentRules)",
        groupedSubcommands: [
            CommandGroup(
                name: "Fill",
                subcommands: [SimulateCommand.self, ImportCommand.self, SendCommand.self, ExportCommand.self]),
            CommandGroup(
                name: "Serve",
                subcommands: serving),
            CommandGroup(
                name: "Look",
                subcommands: [
                    RoomsCommand.self, RoomCommand.self, BoardCommand.self, RostersCommand.self, QueueCommand.self,
                    BalancesCommand.self, StatementCommand.self, ReconcileCommand.self, LimitsCommand.self,
                ]),
            CommandGroup(
                name: "Ask",
                subcommands: [ActivityCommand.self, UnusualCommand.self, ProfilesCommand.self, WordsCommand.self]),
            CommandGroup(
                name: "Report",
                subcommands: ReportCatalogue.all.map { $0.command } + [
                    NextPickCommand.self, PlayersCommand.self, NotesCommand.self, ScoresCommand.self,
                    StandingsCommand.self, BracketCommand.self, LineupCommand.self, ReportCommand.self,
                ]),
            CommandGroup(name: "Replay", subcommands: [ReplayCommand.self, EventsCommand.self]),
            CommandGroup(
                name: "Settle",
                subcommands: [
                    AuditCommand.self, DisputeCommand.self, CaseCommand.self, WhatIfCommand.self, DiffCommand.self,
                    StaffGroupCommand.self, MeasureGroupCommand.self,
                ]),
            CommandGroup(
                name: "Prove",
                subcommands: [
                    KeyCommand.self, CheckpointCommand.self, ProveCommand.self, RecordCommand.self,
                    ConsistencyCommand.self, WitnessCommand.self, ProofCommand.self, EvidenceCommand.self,
                    AttestCommand.self, ReceiptCommand.self,
                ]),
            CommandGroup(
                name: "Keep",
                subcommands: [
                    VerifyCommand.self, RebuildCommand.self, StatusCommand.self, SchemaCommand.self, BackupCommand.self,
                    RestoreCommand.self,
                ]),
        ])

    /// Some of these commands need the server, which is built with the package's trait `Server`.
    private static var serving: [any ParsableCommand.Type] {
        #if Server
            [
                ServeCommand.self, ContestCommand.self, DepositCommand.self, TokenCommand.self, OpenAPICommand.self,
            ]
        #else
            [ContestCommand.self, DepositCommand.self]
        #endif
    }

    #if !Server
        /// The names of the commands that are left out.
        static let commandsOfServer = ["serve", "token", "openapi"]
    #endif

    @OptionGroup var ledger: LedgerOptions

    static func main() {
        Tool.runProcess()
    }
}
