import Draft
import Interchange
import Notices
import Pages
import Payments
import TextFormats

/// The shapes of the server's own answers and bodies that have a name in the catalog.
enum ServerShapes {
    static let all: [NamedShape] = answers + bodies + development + app

    /// Answers of /v1 and of addresses about the server.
    private static let answers: [NamedShape] = [
        BracketAnswer.members.entry, LineupAnswer.members.entry, StandingsAnswer.members.entry,
        ImportPage.members.entry, ImportRoutes.plan.entry, DueRoutes.template.entry, DueRoutes.name.entry,
        ("ContestTemplates", .list(DueRoutes.template.shape)), ("UserNames", .list(DueRoutes.name.shape)),
        LedgerAudit.shape, ClusterReport.members.entry, DraftRoutes.Contest.members.entry,
        Contact.members.entry,
        WebhookRoutes.deadLetters.entry, PaymentRoutes.intent.entry, SignInRoutes.issuers.entry,
        HealthRoutes.liveness.entry, OperationRoutes.me.entry, OperatorRoutes.nextKey.entry,
        PaymentDesk.Result.members.entry, PaymentRoutes.account.entry, PoolRoutes.pool.entry,
        ("PoolList", .list(StaffRoutes.listedPool.shape)), DraftRoutes.pool.entry, Problem.members.entry,
        HealthRoutes.kind.entry, Readiness.members.entry, Readiness.Part.members.entry,
        PaymentRoutes.requested.entry, DraftRoutes.Room.members.entry, SearchRoutes.Results.members.entry,
        SessionRoutes.members.entry, SigningRoutes.Prepared.members.entry,
        ("Teams", .list(TeamRoutes.Team.members.shape)), TeamRoutes.settings.entry, ProofRoutes.keys.entry,
        ("RankedPools", .list(RankingRoutes.RankedPool.members.shape)), RankingRoutes.Outcome.members.entry,
        ("Notices", .list(MemberRoutes.SentNotice.members.shape)), MemberRoutes.Limits.members.entry,
        WebhookRoutes.list.entry, RoomRoutes.control.entry, OutcomeAnswer.members.entry,
        ("CommandOutcome", .either([.named("Outcome"), .list(.named("Outcome"))])),
        APIDocument.shape,
    ]

    private static let bodies: [NamedShape] = [
        ("Commands", .either([.named("Command"), .list(.named("Command"))])), PaymentRoutes.deposit.entry,
        TeamRoutes.newName.entry, PaymentRoutes.newAccount.entry, QuietHours.body.entry,
        PaymentRoutes.withdrawal.entry,
        // Each provider has messages of its own.
        ("PaymentEvent", .map(.any)),
    ]

    private static let development: [NamedShape] = [
        DevRoutes.balance.entry, DevRoutes.botRequest.entry, DevRoutes.clockRequest.entry,
        DevRoutes.depositRequest.entry, ("DevPeople", .list(DevRoutes.person.shape)), DevRoutes.room.entry,
        DevRoutes.time.entry, DevRoutes.token.entry, DevRoutes.tokenRequest.entry,
    ]

    private static let app: [NamedShape] = [
        AlertPreferences.members.entry, AppUserRoutes.balance.entry, AppContest.members.entry,
        AppLobby.members.entry, AppUserRoutes.device.entry, ("AppDone", .map(.bool)), AppTeamRoutes.drafts.entry,
        Problem.appMembers.entry, AppTeamRoutes.exposure.entry, AppUserRoutes.features.entry, AppJoin.members.entry,
        AppContestRoutes.wish.entry, AppUserRoutes.newName.entry, AppPick.members.entry, AppDraftRoutes.made.entry,
        AppDraftRoutes.tap.entry, ("AppPicks", .list(AppPick.members.shape)), AppPlayer.members.entry,
        ("AppPlayers", .list(AppPlayer.members.shape)), AppTeamRoutes.stats.entry,
        AppUserRoutes.Account.members.entry, AppQueueRoutes.Answer.members.entry, AppQueueRoutes.body.entry,
        AppRoomFeed.members.entry, AppTeamRoutes.Team.members.entry, AppTeamRoutes.teams.entry,
        AppUserRoutes.transactions.entry, AppUserRoutes.Shown.members.entry,
    ]
}
