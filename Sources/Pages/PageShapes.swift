import Draft
import Records
import Replay
import Reports
package import TextFormats

/// The shapes of pages that have a name in the catalog.
package enum PageShapes {
    package static let all: [NamedShape] = objects + lists + CasePage.shapes

    private static let objects: [NamedShape] = [
        ActivityPage.members.entry, ApprovalPage.members.entry, AuditFinding.members.entry, AuditPage.members.entry,
        AuditPage.warning.entry, BalancesPage.members.entry, ("Balance", BalancesPage.members.object),
        BoardPage.members.entry, BracketPage.round.entry, CaseRecord.members.entry, CommandSeal.members.entry,
        DisputeReport.members.entry, DisputeReport.Reason.members.entry, ErasurePage.members.entry,
        FreeTextPage.members.entry, FreeTextPage.text.entry, NotesPage.members.entry, PaymentMarks.members.entry,
        PayoutPage.members.entry, PositionLimits.members.entry, PrizeProposal.members.entry, ProfilePage.members.entry,
        QueuePage.members.entry, QueuePage.player.entry, RankingsPage.members.entry,
        ColumnDescription.members.entry, ReportCatalogue.members.entry, ReportChart.members.entry,
        ReportParameter.members.entry, ReportTable.members.entry,
        RoomPage.members.entry, RoomPage.pause.entry,
        RoomView.imports.entry, RoomsPage.members.entry, ScoreReport.page.entry, ScoreReport.Starter.members.entry,
        ScoresPage.members.entry, SettlementPage.members.entry, SettlementsPage.members.entry,
        SignaturesPage.members.entry, StaffActionLines.members.entry, StatementPage.members.entry,
        TournamentsPage.members.entry,
    ]

    private static let lists: [NamedShape] = [
        ("Approvals", .list(ApprovalsPage.members.shape)), ("Cases", .list(CasesPage.members.shape)),
        ("ContestList", .list(TournamentsPage.members.shape)),
        ("IntegrityIndicators", .list(IntegrityPage.members.shape)), ("Payouts", .list(PayoutsPage.members.shape)),
        ("PlayerAliases", .list(AliasesPage.members.shape)), ("PlayerList", .list(PlayersPage.members.shape)),
        ("ReferenceDataSources", .list(NoteSourcesPage.members.shape)), ("RoomList", .list(RoomsPage.members.shape)),
        ("Rosters", .list(RostersPage.members.shape)), ("Staff", .list(StaffPage.members.shape)),
        ("Settlements", .list(SettlementsPage.members.shape)), ("UserRooms", .list(RoomsPage.members.shape)),
        ("Withdrawals", .list(WithdrawalsPage.members.shape)),
    ]
}
