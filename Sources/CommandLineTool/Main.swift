import ArgumentParser
import Draft
import Pages

/// The command line of draft-ledger.
@main
struct DraftLedgerCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "draftledger",
        abstract: "An append-only, tamper-evident ledger for fantasy best-ball drafts.",
        discussion: """
            Every join, pick, tick, autopick and payment is one event in a ledger. Rooms, rosters, exposure and balances \
            are computed from these events, as of any point in time.

            EXAMPLE:
              draftledger --ledger demo.ledger simulate --rooms 3 --seed 7
              draftledger --ledger demo.ledger board 1
              draftledger --ledger demo.ledger replay 1 --play

            Exit status:
              0    Success.
              1    Damaged, different or not genuine, or a command was refused.
              3    The records are genuine, but a rule was broken (`audit`,
                   `dispute --check`, `evidence verify`).
              64   Wrong usage.
              65   Bad input, or a ledger that contradicts its checkpoints.
              66   Input or ledger not found.
              70   An internal error of this program.
              73   A file cannot be created.
              74   I/O error, or a file that is damaged.
              75   Temporary failure: try again.
              130  Interrupted.

            Shell completions: draftledger --generate-completion-script bash|zsh|fish. Tools/install --completions installs \
            them, and Tools/install --manual the manual pages (man draftledger).
            """,
        version: ProgramVersion.line,
        groupedSubcommands: [
            CommandGroup(
                name: "Getting started",
                subcommands: [SimulateCommand.self, ImportCommand.self, ExportCommand.self, SendCommand.self]
                    + ofServer.serving),
            CommandGroup(
                name: "Draft",
                subcommands: [
                    RoomsCommand.self, RoomCommand.self, BoardCommand.self, RostersCommand.self, QueueCommand.self,
                    NextPickCommand.self, ReplayCommand.self, WhatIfCommand.self,
                ]),
            CommandGroup(
                name: "Contest",
                subcommands: [
                    ContestCommand.self, StandingsCommand.self, BracketCommand.self, LineupCommand.self,
                ]),
            CommandGroup(
                name: "Money",
                subcommands: [
                    BalancesCommand.self, StatementCommand.self, ReconcileCommand.self, DepositCommand.self,
                    WithdrawalsCommand.self, LimitsCommand.self,
                ]),
            CommandGroup(
                name: "Report",
                subcommands: ReportCatalogue.all.map { $0.command } + [ReportCommand.self, PageCommand.self]),
            CommandGroup(
                name: "Season data",
                subcommands: [PlayersCommand.self, ScoresCommand.self, ReferenceDataCommand.self]),
            CommandGroup(
                name: "Compliance",
                subcommands: [
                    DisputeCommand.self, CaseCommand.self, AuditCommand.self, EventsCommand.self, ActivityCommand.self,
                    IntegrityCommand.self, ProfilesCommand.self, TextCommand.self,
                ]),
            CommandGroup(
                name: "Staff",
                subcommands: [StaffGroupCommand.self, ApprovalGroupCommand.self] + ofServer.tokens),
            CommandGroup(
                name: "Proof",
                subcommands: [
                    EvidenceCommand.self, AttestCommand.self, ReceiptCommand.self, CheckpointCommand.self,
                    ProofCommand.self, KeyCommand.self, WitnessCommand.self,
                ]),
            CommandGroup(
                name: "Operations",
                subcommands: [
                    StatusCommand.self, VerifyCommand.self, RebuildCommand.self, BackupCommand.self,
                    RestoreCommand.self, SeasonCommand.self, DiffCommand.self, SchemaCommand.self,
                    WebhooksCommand.self,
                ] + ofServer.documents),
        ])

    /// The commands that need the server, which is built with the package's trait `Server`.
    private static var ofServer:
        (
            serving: [any ParsableCommand.Type], tokens: [any ParsableCommand.Type],
            documents: [any ParsableCommand.Type]
        )
    {
        #if Server
            ([ServeCommand.self], [TokenCommand.self], [ClusterCommand.self, OpenAPICommand.self])
        #else
            ([], [], [])
        #endif
    }

    #if !Server
        /// The names of the commands that are left out.
        static let commandsOfServer = ["serve", "cluster", "token", "openapi"]
    #endif

    @OptionGroup var ledger: LedgerOptions

    static func main() {
        Tool.runProcess()
    }
}
