import Pages

/// The shapes of the answers and bodies of all operations, in the notation of ``Shape``.
enum ShapeCatalog {
    /// The shapes, sorted by name: those of pages and reports, which follow from what writes them, and those of the text. If the
    /// text cannot be read, its shapes are missing; a test reads it.
    static let shapes: [NamedShape] =
        (((try? ShapeReader.catalog(text + appText)) ?? []) + PageShapes.all + ReportCatalogue.shapes)
        .sorted { $0.name < $1.name }

    /// Answers of /v1.
    static let text = #"""
        Activity = {user: int?, counts: {seatsTaken: int?, picksByHand: int?, picksByRules: int?, picksUnknown:
            int?, refusals: int?, queueEdits: int?, cases: int?, byOthers: int?}, heldWithdrawals: [HeldWithdrawal],
            events: [{position: int?,
            recordedAt: time?, occurredAt: time?, kind: string, type: string, stream: string, room: int?,
            pickNumber: int?, code: string?, marginMicroseconds: int?, amountCents: int?, actor: string, byOther:
            bool, text: string?, body: {*: any}}]}
        Approval = {approval: int, measure>approval: int, kind: string, stream: string, case: int?, proposer: int,
            stage: string, lapsesAt: time, reason: string, command: Command, effects: string, proposedAt: time?,
            proposedAtPosition: int?, endedBy: int?, endedAt: time?, endedAtPosition: int?, declined: string?, prizes:
            PrizeProposal?, rulesVerdict: string?}
        Approvals = [{approval: int, measure>approval: int, kind: string, stream: string, case: int?, proposer: int,
            stage: string, lapsesAt: time, reason: string}]
        Audit = {running: {startedAt: time?, done: int?, total: int?}?, last: {startedAt: time, finishedAt: time,
            report: AuditReport}?, failure: string?}
        AuditFinding = {position: int?, stream: string?, rule: string, expected: string, actual: string, message:
            string}
        AuditReport = {ok: bool, size: int, room: int?, terms?: [string], checked: {events: int, rooms: int?, picks:
            int, autopicks: int?, unknownAutopicks: int?, untoldAutopicks>unknownAutopicks: int?, draws: int?,
            decisions: int?, refusals: int?, unknownRefusals: int?, untoldRefusals>unknownRefusals: int?, corrections:
            int?, missingTicks: int?, postings: int?, contests: int?, signatures: int?, statedResults: int?,
            confirmedResults: int?, unknownResults: int?, untoldResults>unknownResults: int?}, findingCount: int?,
            findings: [AuditFinding], warningCount: int?, warnings: [AuditWarning], remarkCount>warningCount: int?,
            remarks>warnings: [AuditWarning]}
        AuditWarning = {position: int?, stream: string?, message: string}
        Balance = {accounts: [{account: string?, balanceCents: int?, statedCents: int?, unstatedCents: int?}],
            totalCents: int?}
        Balances = {accounts: [{account: string?, balanceCents: int?, statedCents: int?, unstatedCents: int?}],
            totalCents: int?}
        Cluster = {node: string, role: "leader"|"follower"|"stopped", ready: bool, epoch: int?, leader: string?, batch: int,
            size: int, root: string, headBatch: int?, headSize: int?, fault: string?, trouble: string?, nodes: [{node:
            string, address: string, batch: int, size: int, root: string, leads: bool}]}
        Board = {room: int, externalID: string?, status: string, currentPickNumber: int?, teams: int, rounds: int,
            imported: [ImportedEvents], picks: [{pickNumber: int, round: int, pickInRound: int, slot>draftPosition:
            int?, seat: int, entry: int?, entryExternalID: string?, playerID: string?, playerIndex: int, playerName:
            string, position: string?, team: string?, source: string?, corrected: bool, occurredAt: time?, recordedAt:
            time?, draftPosition: int?}]}
        Bracket = {contest: string?, tournament: int?, season: int?, placesDue: {first: int, last: int}?, rounds:
            [BracketRound], nextPod: int?, terms: [{round: int, firstWeek: int?, lastWeek: int?, podSize: int?,
            advancing: int?, podCount: int?, entryCount: int?, isClosed: bool}], members: [{entry: int, user: int?,
            name: string?}]}
        BracketRound = {round: int, firstWeek: int?, lastWeek: int?, isClosed: bool, seasonVersion: int?, podCount:
            int?, entryCount: int?, pods: [{pod: int, size: int, entries: [{entry: int, externalID: string?, room:
            int, pointsHundredths: int?, bestWeekHundredths: int?, place: int?, advances: bool?}]}]}
        Case = {case: CaseRecord?, verdict: string?, reasons?: [DisputeReason], againstRules: bool?, *: any}
        CaseRecord = {case: int, room: int, pickNumber: int?, seat: int?, claimant: int, claim: string, openedAt:
            time, documents: [{title: string, sha256: string, position: int, attachedAt: time}], resolution:
            {verdict: string, resolvedBy: int?, reason: string?, position: int, resolvedAt: time}?, corrections:
            [{pickNumber: int, mode: string, seat: int?, oldPlayer: int?, newPlayer: int?, requestedBy: int?,
            approvedBy: int?, reason: string, position: int, correctedAt: time}], payments: [{user: int,
            amountCents: int, firstApprover: int?, secondApprover: int?, reason: string, position: int, paidAt:
            time}], entry: {feeCents: int?, returnedCents: int?, leftCents: int?, payments: [{amountCents: int,
            position: int, case: int?}]}?, week: int?}
        Cases = [{case: int, room: int, pickNumber: int?, seat: int?, claimant: int, claim: string, documents: int,
            verdict: string?, resolvedBy: int?, reason: string?, openedAt: time, resolvedAt: time?, rulesVerdict:
            string?, week: int?, label: string?}]
        CommandOutcome = Outcome | [Outcome]
        Commands = Command | [Command]
        CommandSeal = {key: string, anchor: int, root: string, seenVersion: int, signature: string}
        Contest = {tournament: int?, externalID: string?, title: string, status: string, entryFeeCents: int?,
            entries: int, maxEntries: int?, roomsWaiting: int?, roomsDrafting: int?, roomsComplete: int?, featured:
            bool, pool: int, maxEntriesPerUser: int?, rakeBasisPoints: int?, preset: string, speed: string?, teams:
            int, rounds: int, order: string, pickClockMicroseconds: int?, graceMicroseconds: int?, isTimed: bool,
            signedCommands: string?, overnight: string?, overnightZone: string?, spectators: string?,
            statedPrizesCents: int?, prizes: [{firstPlace: int, lastPlace: int, amountCents: int}]}
        Contact = {devices: [{purpose: "notices"|"activity"|"activityStart", room: int?, tokenDigest: string}],
            email: string?, quietHours: QuietHours?}
        ContestList = [ContestSummary]
        DeadLetters = {deadLetters: [{position: int, stream: string?, attempts: int, failedAt: time, error: string}]}
        DisputeReason = {rule: string, bearing: string?, text: string, positions: [int]}
        Erasure = {user: int, erased: bool, texts: int, words>texts: int, complete: bool, notes?: [string]}
        EventText = {digest: string, status: "kept"|"erased"|"altered", standing>status: "kept"|"erased"|"altered",
            text: string?}
        FreeText = {position: int, texts: [EventText], words>texts: [EventText]}
        HeldWithdrawal = {withdrawal: int, amountCents: int?, heldSince: time, position: int}
        ImportedEvents = {firstPosition: int, lastPosition: int, markedAt: time?}
        ImportSummary = {imported: int, skipped: int, events: int, dryRun: bool, refusedDrafts: int, refused:
            [{file?: string, line?: int?, column?: int?, draft?: string?, found?: string, expected?: string}],
            notes: [string]}
        IntegrityIndicators = [{kind: string, rank: int, users: [int], rooms: [int], value: number, measure>value:
            number, base: number, unit: string, chances: int, chancesUnit: string}]
        Issuers = {providers: [{name: string, title: string, path: string}]}
        Lineup = {entry: int?, week: int?, pointsHundredths: int?, players: [{playerID: string?, playerName: string,
            position: string?, slot: string?, pointsHundredths: int?, hasPoints: bool}], contest: string?, season:
            int?, isFinal: bool, room: int, weeks: [{week: int?, pointsHundredths: int?, isFinal: bool}]}
        Liveness = {status: string}
        Me = {user: int, roles: [string]}
        NewName = {name: string}
        NextCheckpointKey = {verifierKey: string, command: Command?}
        OpenAPI = {openapi: string, info: {*: any}, servers: [any], tags: [any], paths: {*: any}, components: {*:
            any}}
        Outcome = {line: int, kind?: string, actor?: string, id: string, outcome: "accepted"|"refused"|"failed", retry?:
            bool, recorded?: bool, events?: [{position: int, stream: string, version: int, type: string}], code?:
            string, message?: string, pick>pickNumber?: int?, seat?: int?, player?: int?, deadline?: time?,
            graceEndsAt?: time?, margin>marginMicroseconds?: int?, pickNumber?: int?, marginMicroseconds?: int?,
            position?: int?, receipt?: string, warning?: string, tournament?: int, pool?: int, room?: int, entry?: int,
            entries?: [{room: int, seat: int, entry: int}], case?: int, approval?: int, measure>approval?: int}
        Pause = {kind: string, remainingMicroseconds: int?}
        PickDispute = {room: int, pickNumber: int, label: string, seat: int, claimant: int?, verdict: string, headline:
            string, case: CaseRecord?, terms?: [string], reasons: [DisputeReason], timeline: [{position: int, type:
            string, occurredAt: time?, recordedAt: time, seat: int?, isClaimants: bool, marginToDeadlineMicroseconds:
            int?, marginToGraceMicroseconds: int?, text: string}]}
        DepositIntent = {provider: string, reference: string, clientSecret: string, status: string, amountCents: int}
        DepositRequest = {amountCents: int}
        PaymentEvent = {*: any}
        PaymentResult = {outcome: "recorded"|"refused"|"ignored", repeat: bool, positions: [int], code: string?, message:
            string?}
        Payout = {payout: int, approvedAt: time, approvedBy: int?, provider: string, amountCents: int, withdrawals:
            int, paid: int, released: int, open: int, lines: [{reference: string, user: int, withdrawal: int,
            amountCents: int, holder: string?, account: string?, bank: string?, requestedAt: time, status: string,
            paidAs: string?}]}
        NewPayoutAccount = {holder: string, account: string, bank?: string}
        PayoutAccount = {holder: string?, account: string?, bank: string?}
        Payouts = [{payout: int, approvedAt: time, approvedBy: int?, provider: string, amountCents: int, withdrawals:
            int, paid: int, released: int, open: int}]
        RequestedWithdrawal = {withdrawal: int, amountCents: int, provider: string, position: int}
        WithdrawalRequest = {amountCents: int}
        Withdrawals = [{user: int, withdrawal: int, amountCents: int, provider: string, accountEnding: string?,
            requestedAt: time, position: int, payout: int?}]
        Webhooks = {webhooks: [{endpoint: string, url: string, enabled: bool, disabledBecause: string?, cursor: int,
            lag: int, waiting: int, oldestWaitingAt: time?, inFlight: int, failingSince: time?, lastError: string?,
            lastDeliveryAt: time?, deadLetters: int}]}
        QuietHours = {from: string, until: string, timeZone: string}
        PlayerAliases = [{position: int, recordedAt: time, actor: string?, pool: int, player: int, name: string?,
            otherPool: int, otherPlayer: int, otherName: string?, areOne: bool, reason: string?}]
        PlayerList = [{playerID: string?, name: string, position: string?, team: string?, pools: [int], listings:
            [string]}]
        Pool = {pool: int, title: string, players: [{id: string, name: string, firstName: string?, lastName:
            string?, position: string?, team: string?, byeWeek: int?, adp: number?, projectedPoints: number?, rank:
            int?, headshotURL: string?, index: int?}]}
        PoolList = [{pool: int, title: string, externalID: string?, players: int}]
        PoolPlayers = {pool: int, title: string, players: [{player: int?, name: string, position: string?, team:
            string?, byeWeek: int?, adp: number?, projectedPoints: number?, rank: int?}]}
        PositionLimits = {QB: int, RB: int, WR: int, TE: int}
        PrizeProposal = {totalCents: int, winners: [{place: int, entry: int, user: int?, amountCents: int}]}
        Problem = {type: string, title: string, status: int, detail: string, code: string, recorded?: bool, position?:
            int?, receipt?: string, reason?: string, parts?: [ReadinessPart], id?: string, pick>pickNumber?: int?,
            seat?: int?, player?: int?, deadline?: time?, graceEndsAt?: time?, margin>marginMicroseconds?: int?,
            pickNumber?: int?, marginMicroseconds?: int?}
        ProblemKind = {code: string, status: int, title: string}
        Profile = {user: int?, profile: {externalID: string?, displayName: string?}?, texts: int?, words>texts: int?}
        Queue = {room: int, seat: int, version: int, players: [QueuedPlayer], rankings: [QueuedPlayer], limits:
            PositionLimits, draftPosition: int?}
        QueuedPlayer = {place: int, playerID: string?, playerIndex: int, playerName: string?, position: string?,
            team: string?, taken: bool}
        Readiness = {status: string, size: int, parts: [ReadinessPart]}
        ReadinessPart = {name: string, ok: bool, reason?: string?, lastCommitSeconds?: int?, freeBytes?: int?,
            floorBytes?: int?, ageSeconds?: number?, behindSeconds?: number?, pausedRooms?: int?, leads?:
            bool?}
        ReferenceDataSources = [{season: int?, kind: string, source: string?, day: time?, count: int, corrections: int?,
            position: int?, recordedAt: time?, recordedBy: [string]?}]
        ReportList = {filters: [ReportParameter], reports: [{name: string, title: string, about: string, needsUser:
            bool, parameters: [ReportParameter]}]}
        ReportParameter = {name: string, label: string, help: string, type: "choice"|"number"|"time"|"flag"|"text",
            options?: [string], minimum?: int, maximum?: int, standard?: string}
        Room = {room: int, externalID: string?, tournament: int?, contest: string?, pool: int, status: string, preset:
            string, teams: int, rounds: int, order: string, pickClockMicroseconds: int?, graceMicroseconds: int?,
            overnight: string?, overnightZone: string?, spectators: string?, limits: PositionLimits, entryFeeCents:
            int?, startedAt: time?, currentPickNumber: int?, seatOnClock: int?, clock: {pick>pickNumber: int,
            slot>draftPosition: int?, epoch: int, deadline: time, graceEndsAt: time, pickNumber: int, draftPosition:
            int?}?, pause: Pause?, commitment: string?, secret: string?, version: int, imported: [ImportedEvents],
            members: [{seat: int, slot>draftPosition: int?, entry: int?, entryExternalID: string?, user: int?,
            autodraft: bool, missedPicks: int?, connected: bool, picks: int, draftPosition: int?}]}
        RoomAudit = AuditReport
        RoomDraft = {position: int?, serverTime: time, room: Room, countdownEndsAt: time?, signedCommands: string?,
            revealsUntil: time?, names: [string?], picks: [{player: int?, source: string?, corrected: bool}], you:
            {seat: int, queueVersion: int?, queue: [int]}?}
        RoomList = [RoomSummary]
        RoomSignatures = {ok: bool, size: int, room: int, checked: {genuine: int?, refused: int?, unverifiable: int?,
            untold>unverifiable: int?}, before: {size: int, count: int}?, perSecond: int?, findingCount: int?, findings:
            [AuditFinding]}
        RoomSummary = {room: int, externalID: string?, contest: string?, status: string, teams: int, rounds: int,
            picks: int, entries: int, tournament: int?, pool: int, startedAt: time?, unknownSeats: int?}
        Rosters = [{seat: int, slot>draftPosition: int?, entry: int?, entryExternalID: string?, user: int?,
            draftPosition: int?, players: [{playerID: string?, playerName: string, position: string?, pickNumber: int,
            team: string?, playerIndex: int}]}]
        ScoreDispute = {entry: int?, claimant: int?, tournament: int?, contest>tournament: int?, season: int?, week:
            int?, round: int, podSize: int?, advancing: int?, correctionsEnd: time?, closedAsOf: int?,
            recordedPointsHundredths: int?, recordedPlace: int?, verdict: string?, headline?: string, reasons: [{rule:
            string?, bearing: string?, text: string?, positions: [int]}], steps: [{positions: [int], seasonVersion:
            int?, recordedAt: time?, isCorrection: bool, counts: bool, weekPointsHundredths: int?,
            roundPointsHundredths: int?, place: int?, changes: [{playerName: string, beforeHundredths: int?,
            afterHundredths: int?, isClaimants: bool, source: string?, reason: string?}], lineup: [Starter]}],
            podEntries: [{entry: int?, weekPointsHundredths: int?, roundPointsHundredths: int?, bestWeekHundredths:
            int?, place: int?, recordedPointsHundredths: int?, recordedPlace: int?, lineup: [Starter]}], draws: [{round:
            int, positions: [int], secret: string, commitment: string?, committedAt: time?, entrants: int?, pods: int?,
            pod: int?}]}
        SearchResults = {query: string?, rooms: [RoomSummary], users: [{user: int?, name: string, externalID:
            string?}], entries: [{entry: int, room: int, seat: int, user: int?}], cases: [int], contests:
            [ContestSummary]}
        SeasonReferenceData = {season: int?, position: int?, count: int, notes: [{kind: string, source: string?, day:
            time?, playerID: string?, playerName: string?, position: string?, team: string?, adpHundredths: int?,
            byeWeek: int?, week: int?, home: string?, away: string?}]}
        SeasonScores = {season: int?, position: int?, count: int, finalWeeks: [{week: int?, scoring: string?}],
            scores: [{week: int?, playerName: string, position: string?, team: string?, playerID: string?,
            pointsHundredths: int?, replacedHundredths: int?, scoring: string?, isFinal: bool, source: string?}]}
        Session = {user: int?, name: string?, roles: [string], expiresAt: time?}
        Settlement = {tournament: int?, isDecidedByRounds: bool, message: string?, words>message: string?, note:
            string?, approval: int?, measure>approval: int?, command: Command?, prizes: PrizeProposal?}
        SignableCommand = {command: Command, origin: string, anchor: int, root: string, seenVersion: int, salt:
            string?, message: string}
        Staff = [{person>user: int, roles: string, service?: string?, founder: bool, recovered: bool, effectiveAt:
            time?, key: string, user: int}]
        StaffAction = {position: int, recordedAt: time, occurredAt: time?, actor: string, action: string, act>action:
            string, type: string, stream: string, room: int?, seat: int?, user: int?, pickNumber: int?, amountCents:
            int?, case: int?, reason: string?, requestedBy: int?, approvedBy: [int]?, commandID: string?, text: string,
            durationMicroseconds: int?}
        Standings = {contest: string?, round: int?, throughWeek: int?, entries: [{entry: int?, externalID: string?,
            room: int, user: int?, pointsHundredths: int?, place: int?, advances: bool?, bestWeekHundredths: int?, pod:
            int?, recordedPointsHundredths: int?, recordedPlace: int?, statedPointsHundredths?: int?, statedAdvances?:
            bool?}], tournament: int?, season: int?, scoring: string?, isFinal: bool, ties: [string], closedAsOf: int?,
            position: int?, unplacedScores: [{player: int, playerName: string, position: string, team: string?,
            scoresID: string?, scoresName: string, scoresPosition: string, scoresTeams: [string]}], entriesInRound:
            int?, rounds: [{round: int, firstWeek: int?, lastWeek: int?, podSize: int?, advancing: int?}], lineup:
            [{slot: string?, starters: int?}]?, weeks: [{week: int?, isFinal: bool}], names: [{user: int?, name:
            string}]}
        Starter = {playerName: string, slot: string?, pointsHundredths: int?}
        Statement = {user: int?, availableCents: int?, heldCents: int?, heldWithdrawals: [HeldWithdrawal], postings:
            [{position: int?, version: int, recordedAt: time?, occurredAt: time?, type: string, actor: string, from:
            string?, to: string?, amountCents: int?, availableBeforeCents: int?, availableAfterCents: int?,
            heldBeforeCents: int?, heldAfterCents: int?, balanceBeforeCents: int?, balanceAfterCents: int?, stated:
            bool?, followsFromResults: bool?}]}
        Teams = [{entry: int?, room: int, tournament: int?, contest: string?, entryFeeCents: int?, status: string,
            preset: string, startedAt: time?, teams: int, rounds: int, order: string, slot>draftPosition: int?,
            draftPosition: int?, seatsTaken: int?, currentPickNumber: int?, isTurn: bool?, deadline: time?, picks:
            [{round: int, pickNumber: int, playerIndex: int, playerName: string, position: string?, team: string?,
            byeWeek: int?, adp: number?}]}]
        UserRooms = [RoomSummary]
        UserSettings = {user: int, name: string?, alerts: AppAlerts, withdrawalProvider: string?}
        VerifierKeys = {origin: string?, checkpoint: string?, receipt: string?}

        """#

    /// Answers and bodies of the app's face and of a server for development.
    static let appText = #"""
        AppAlerts = {roomFilled: bool, draftStarting: bool, twoPicksAway: bool, onTheClock: bool,
            tenSecondsRemaining: bool, slowDraftEmailUpdates: bool}
        AppBalance = {balanceCents: int, heldCents: int}
        AppBoardPick = {id: string, pickNumber: int, round: int, pickInRound: int, participantId: string?,
            participantIndex: int?, player: AppListing, timestamp: time?, source: string?}
        AppContest = {id: string, title: string, entryFeeCents: int?, currentEntries: int?, maxEntries: int?,
            firstPlacePrizeCents: int?, totalPrizeCents: int?, draftSpeed: string?, status: string, startTime:
            string?, logoURL: string?, backgroundURL: string?, statusDetail: string?, teams: int, rounds: int,
            maxEntriesPerUser: int?}
        AppContests = {tournaments: [AppContest]}
        AppDevice = {token: string}
        AppDone = {*: bool}
        AppDrafts = {drafts: [{*: any}]}
        AppError = {code: string, message: string, detail: string, success: bool, error: {code: string, message:
            string}}
        AppExposure = {entries: int, players: [{player: AppListing, entries: int, exposurePercent: int?}]}
        AppFeatures = {liveActivitiesEnabled: bool, slowDraftsEnabled: bool, applePayEnabled: bool}
        AppJoin = {roomId: string, participantId: string, rooms: [{roomId: string, participantId: string}],
            drawEntropy: {hex: string, from: "server"|"client"|"idempotencyKey"}}
        AppJoinRequest = {tournamentId?: string, entries: int, draftSpeed: "fast"|"slow", entropy?: string}
        AppListing = {id: string, name: string, firstName: string?, lastName: string?, position: string?, team:
            string?, byeWeek: int?, adp: number?, projectedPoints: number?, rank: int?, headshotURL: string?}
        AppNewName = {displayName: string}
        AppPick = {id: string, pickNumber: int, round: int, pickInRound: int, participantId: string,
            participantIndex: int, player: AppPlayer, timestamp: time, source: string?}
        AppPickMade = {success: bool, pick: AppPick}
        AppPickRequest = {playerId: string, pickNumber?: int, clickedAt?: time}
        AppPicks = [AppBoardPick]
        AppPlayer = {id: string, name: string, firstName: string, lastName: string, position: "QB"|"RB"|"WR"|"TE",
            team: string, byeWeek: int, adp: number, projectedPoints: number, rank: int, headshotURL: string?}
        AppPlayers = [AppListing]
        AppPlayerStats = {seasons: [{*: any}], projected: {points: number}?}
        AppProfile = {userId: string?, displayName: string?, avatarURL: string?, country: string?, preferences:
            {draftAlerts: AppAlerts, biometricsEnabled: bool, hapticFeedbackEnabled: bool}, tournamentsEntered:
            int?, totalWinningsCents: int?}
        AppQueue = {draftRoomId: string, players: [{id: string, player: AppPlayer, queuedAt: time, queuePosition:
            int}], updatedAt: time, version: int}
        AppQueueRequest = {playerIds: [string], expectedVersion?: int}
        AppRoom = {id: string, tournamentId: string?, tournamentTitle: string?, status: string, currentPickNumber:
            int?, totalPicks: int?, pickTimeSeconds: int?, teams: int, rounds: int, statusDetail: string?, clock:
            {pickNumber: int, epoch: int, deadline: time, graceEndsAt: time, deadlineMicroseconds: int,
            graceEndsAtMicroseconds: int}?, pause: Pause?, countdownEndsAt: time?, version: int, participants: [{id:
            string, odaId: string?, username: string?, index: int?, borderColor: string?, autodraft?: bool,
            connected?: bool, isUser: bool}], picks: [AppBoardPick], serverTime: time, serverTimeMicroseconds: int?}
        AppTeam = {id: string, roomId: string?, tournamentId: string?, tournamentTitle: string?, entryFeeCents:
            int?, statusDetail: string?, startedAt: time?, index: int?, rounds: int, picks: [{round: int,
            pickNumber: int, player: AppListing}]}
        AppTeams = {teams: [AppTeam]}
        AppTransactions = {transactions: [{id: string, type: string, amountCents: int?, balanceCents: int?,
            timestamp: time?}]}
        AppUser = {id: string, email: string?, username: string?, balanceCents: int?, createdAt: time?,
            emailVerified: bool, phoneNumber: string?, phoneVerified: bool}
        DevBalance = {user: int, availableCents: int, heldCents: int}
        DevBotRequest = {room: int}
        DevClockRequest = {advance: number}
        DevDepositRequest = {amountCents: int, reference: string}
        DevPeople = [{name: string, user: int, roles: [string]}]
        DevRoom = {room: int, status: string, bots: int}
        DevTime = {now: time}
        DevToken = {token: string, user: int}
        DevTokenRequest = {name: string, roles?:
            ["operator"|"officer"|"cashier"|"scheduler"|"importer"|"backend"|"auditor"|"analyst"]?}

        """#
}
