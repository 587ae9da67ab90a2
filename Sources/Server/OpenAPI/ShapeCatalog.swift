/// The shapes of the answers and bodies of all operations, in the notation of ``Shape``.
enum ShapeCatalog {
    /// By name, in the order of the text. A text that cannot be read gives none; a test reads it.
    static let shapes: [(name: String, shape: Shape)] = (try? ShapeReader.catalog(text + appText)) ?? []

    /// Answers of /v1.
    static let text = #"""
        Activity = {user: int?, counts: {seatsTaken: int?, picksByHand: int?, picksByRules: int?,
            picksUnknown: int?, refusals: int?, queueEdits: int?, cases: int?, byOthers: int?},
            events: [{position: int?, recordedAt: time?, occurredAt: time?, kind: string, type: string,
            stream: string, room: int?, pickNumber: int?, code: string?, marginMicroseconds: any, amountCents: int?,
            actor: string, byOther: bool, text: string?, body: {*: any}}]}
        Audit = {running: {startedAt: time?, done: int?, total: int?}?, last: any, failure: any}
        Balance = {accounts: [{account: string?, balanceCents: int?, statedCents: any, unstatedCents: any}],
            totalCents: int?}
        Balances = {accounts: [{account: string?, balanceCents: int?, statedCents: any, unstatedCents: int?}],
            totalCents: int?}
        Board = {room: int, externalID: string?, status: string, currentPickNumber: int?, teams: int, rounds: int,
            picks: [{pickNumber: int, round: int, pickInRound: int, slot: int?, seat: int, entry: int?,
            entryExternalID: string?, playerID: string?, playerIndex: int, playerName: string, position: string?,
            team: string?, source: string?, corrected: bool, occurredAt: time?, recordedAt: time?}]}
        Bracket = {contest: string?, tournament: int?, season: int?, rounds: [any], nextPod: int?,
            terms: [{round: int, firstWeek: int?, lastWeek: int?, podSize: int?, advancing: int?, podCount: any,
            entryCount: any, isClosed: bool}], members: [any]}
        Case = {*: any}
        Cases = [{*: any}]
        CommandOutcome = Outcome | [Outcome]
        CommandSeal = {key: string, anchor: int, root: string, seenVersion: int, signature: string}
        Commands = Command | [Command]
        Contest = {tournament: int?, externalID: string?, title: string, status: string, entryFeeCents: int?,
            entries: int, maxEntries: int?, roomsWaiting: int?, roomsDrafting: int?, roomsComplete: int?,
            featured: bool, pool: int, maxEntriesPerUser: int?, rakeBasisPoints: int?, preset: string,
            speed: string?, teams: int, rounds: int, order: string, pickClockMicroseconds: int?,
            graceMicroseconds: int?, isTimed: bool, signedCommands: string?, overnight: string?,
            overnightZone: string?, spectators: string?, statedPrizesCents: int?, prizes: [any]}
        ContestList = [{tournament: int?, externalID: string?, title: string, status: string, entryFeeCents: int?,
            entries: int, maxEntries: int?, roomsWaiting: int?, roomsDrafting: int?, roomsComplete: int?,
            featured: bool}]
        Erasure = {user: int, erased: bool, words: int, complete: bool, notes?: [string]}
        Event = {*: any}
        Findings = [{*: any}]
        FreeText = {position: int, words: [{digest: string, standing: "kept"|"erased"|"altered", text: string?}]}
        ImportSummary = {imported: int, skipped: int, events: int, dryRun: bool, refusedDrafts: int,
            refused: [{file?: string, line?: int?, column?: int?, draft?: string?, found?: string,
            expected?: string}], notes: [string]}
        Issuers = {providers: [{name: string, title: string, path: string}]}
        Lineup = {entry: int?, week: int?, pointsHundredths: int?, players: [{playerID: string?, playerName: string,
            position: string?, slot: string?, pointsHundredths: int?, hasPoints: bool}], contest: string?,
            season: int?, isFinal: bool, room: int, weeks: [{week: int?, pointsHundredths: int?, isFinal: bool}]}
        Liveness = {status: string}
        Me = {user: int, roles: [string]}
        Measure = {*: any}
        Measures = [{*: any}]
        NewName = {name: string}
        NextCheckpointKey = {verifierKey: string, command: any}
        NextPickReport = {*: any}
        NoteSources = [{season: int?, kind: string, source: string?, day: time?, count: int, corrections: int?,
            position: int?, recordedAt: time?, recordedBy: any}]
        OpenAPI = {openapi: string, info: any, servers: any, tags: any, paths: any, components: any}
        Outcome = {line: int, kind?: string, actor?: string, id: string, outcome: "accepted"|"refused"|"failed",
            retry?: bool, recorded?: bool, events?: [{position: int, stream: string, version: int, type: string}],
            code?: string, message?: string, pick?: int?, seat?: int?, player?: int?, deadline?: time?,
            graceEndsAt?: time?, margin?: int?, position?: int?, receipt?: string, tournament?: int, pool?: int,
            room?: int, entry?: int, entries?: [{room: int, seat: int, entry: int}], case?: int, measure?: int}
        PickDispute = {*: any}
        PlayerAliases = [{*: any}]
        PlayerList = [{playerID: string?, name: string, position: string?, team: string?, pools: [int],
            listings: [string]}]
        Pool = {pool: int, title: string, players: [{id: string, name: string, firstName: string?,
            lastName: string?, position: string?, team: string?, byeWeek: int?, adp: number?,
            projectedPoints: number?, rank: int?, headshotURL: string?, index: int?}]}
        PoolList = [{pool: int, title: string, externalID: string?, players: int}]
        PoolPlayers = {pool: int, title: string, players: [{player: int?, name: string, position: string?,
            team: string?, byeWeek: int?, adp: number?, projectedPoints: number?, rank: int?}]}
        Problem = {type: string, title: string, status: int, detail: string, code: string, recorded?: bool,
            position?: int?, receipt?: string, reason?: string}
        ProblemKind = {code: string, status: int, title: string}
        Profile = {user: int?, profile: {externalID: string?, displayName: string?}, words: int?}
        Queue = {room: int, seat: int, version: int, players: [any], rankings: [any], limits: {QB: int, RB: int,
            WR: int, TE: int}}
        Readiness = {status: string, size: int, parts: [{name: string, ok: bool, lastCommitSeconds?: int?,
            freeBytes?: int?, floorBytes?: int?, ageSeconds?: any, pausedRooms?: int?}]}
        Report = {*: any}
        ReportList = {filters: [{*: any}], reports: [{name: string, title: string, about: string, needsUser: bool,
            parameters: [{*: any}]}]}
        Room = {room: int, externalID: string?, tournament: int?, contest: string?, pool: int, status: string,
            preset: string, teams: int, rounds: int, order: string, pickClockMicroseconds: int?,
            graceMicroseconds: int?, overnight: string?, overnightZone: string?, spectators: string?,
            limits: {QB: int, RB: int, WR: int, TE: int}, entryFeeCents: int?, startedAt: time?,
            currentPickNumber: int?, seatOnClock: int?, clock: any, pause: any, commitment: string?,
            secret: string?, version: int, members: [{seat: int, slot: int?, entry: int?, entryExternalID: string?,
            user: int?, autodraft: bool, missedPicks: int?, connected: bool, picks: int}]}
        RoomAudit = {ok: bool, size: int, room: int, checked: {events: int, rooms: int?, picks: int,
            autopicks: int?, untoldAutopicks: int?, draws: int?, decisions: int?, refusals: int?,
            untoldRefusals: int?, corrections: int?, missingTicks: int?, postings: int?, contests: int?,
            signatures: int?, statedResults: int?, confirmedResults: int?, untoldResults: int?}, findingCount: int?,
            findings: [any], remarkCount: int?, remarks: [any]}
        RoomDraft = {position: int?, serverTime: time, room: {room: int, externalID: string?, tournament: int?,
            contest: string?, pool: int, status: string, preset: string, teams: int, rounds: int, order: string,
            pickClockMicroseconds: int?, graceMicroseconds: int?, overnight: string?, overnightZone: string?,
            spectators: string?, limits: {QB: int, RB: int, WR: int, TE: int}, entryFeeCents: int?,
            startedAt: time?, currentPickNumber: int?, seatOnClock: int?, clock: any, pause: any,
            commitment: string?, secret: string?, version: int, members: [{seat: int, slot: int?, entry: int?,
            entryExternalID: string?, user: int?, autodraft: bool, missedPicks: int?, connected: bool,
            picks: int}]}, countdownEndsAt: time?, signedCommands: string?, revealsUntil: time?, names: [string?],
            picks: [{player: int?, source: string?, corrected: bool}], you: {seat: int, queueVersion: int?,
            queue: [any]}?}
        RoomList = [{room: int, externalID: string?, contest: string?, status: string, teams: int, rounds: int,
            picks: int, entries: int, tournament: int?, pool: int, startedAt: time?, unknownSeats: int?}]
        RoomSignatures = {ok: bool, size: int, room: int, checked: {genuine: int?, refused: int?, untold: int?},
            before: any, perSecond: any, findingCount: int?, findings: [any]}
        Rosters = [{seat: int, slot: int?, entry: int?, entryExternalID: string?, user: int?,
            players: [{playerID: string?, playerName: string, position: string?, pickNumber: int, team: string?,
            playerIndex: int}]}]
        ScoreDispute = {entry: int?, claimant: int?, contest: int?, season: int?, week: int?, round: int,
            podSize: int?, advancing: int?, correctionsEnd: any, closedAsOf: any, recordedPointsHundredths: any,
            recordedPlace: any, verdict: string?, reasons: [{rule: string?, bearing: string?, text: string?,
            positions: [any]}], steps: [{positions: [int], seasonVersion: int?, recordedAt: time?,
            isCorrection: bool, counts: bool, weekPointsHundredths: int?, roundPointsHundredths: int?, place: int?,
            changes: [any], lineup: [{playerName: string, slot: string?, pointsHundredths: int?}]}],
            podEntries: [{entry: int?, weekPointsHundredths: int?, roundPointsHundredths: int?,
            bestWeekHundredths: int?, place: int?, recordedPointsHundredths: any, recordedPlace: any,
            lineup: [{playerName: string, slot: string?, pointsHundredths: int?}]}], draws: [any]}
        SearchResults = {query: string?, rooms: [{room: int, externalID: string?, contest: string?, status: string,
            teams: int, rounds: int, picks: int, entries: int, tournament: int?, pool: int, startedAt: time?,
            unknownSeats: int?}], users: [{user: int?, name: string, externalID: string?}], entries: [any],
            cases: [any], contests: [{tournament: int?, externalID: string?, title: string, status: string,
            entryFeeCents: int?, entries: int, maxEntries: int?, roomsWaiting: int?, roomsDrafting: int?,
            roomsComplete: int?, featured: bool}]}
        SeasonNotes = {season: int?, position: int?, count: int, notes: [{kind: string, source: string?, day: time?,
            playerID: string?, playerName: string?, position: string?, team: string?, adpHundredths: int?,
            byeWeek: int?, week: int?, home: string?, away: string?}]}
        SeasonScores = {season: int?, position: int?, count: int, finalWeeks: [{week: int?, scoring: string?}],
            scores: [{week: int?, playerName: string, position: string?, team: string?, playerID: string?,
            pointsHundredths: int?, replacedHundredths: any, scoring: string?, isFinal: bool, source: string?}]}
        Session = {user: int?, name: string?, roles: [string], expiresAt: time?}
        Settlement = {tournament: int?, isDecidedByRounds: bool, words: any, note: any, measure: int?, command: any}
        SignableCommand = {command: any, origin: any, anchor: int, root: string, seenVersion: int, salt: string?,
            message: string}
        Staff = [{*: any}]
        StaffAct = {*: any}
        Standings = {contest: string?, round: int, throughWeek: int?, entries: [{entry: int?, externalID: string?,
            room: int, user: int?, pointsHundredths: int?, place: int?, advances: bool?, bestWeekHundredths: int?,
            pod: any, recordedPointsHundredths: any, recordedPlace: any}], tournament: int?, season: int?,
            scoring: string?, isFinal: bool, ties: [string], closedAsOf: any, position: int?, unplacedScores: [any],
            entriesInRound: int?, rounds: [{round: int, firstWeek: int?, lastWeek: int?, podSize: int?,
            advancing: int?}], lineup: [{slot: string?, starters: int?}], weeks: [{week: int?, isFinal: bool}],
            names: [{user: int?, name: string}]}
        Statement = {user: int?, availableCents: int?, heldCents: int?, postings: [{position: int?, version: int,
            recordedAt: time?, occurredAt: time?, type: string, actor: string, from: string?, to: string?,
            amountCents: int?, availableBeforeCents: int?, availableAfterCents: int?, heldBeforeCents: int?,
            heldAfterCents: int?, balanceBeforeCents: int?, balanceAfterCents: int?, stated: bool?}]}
        Teams = [{entry: int?, room: int, tournament: int?, contest: string?, entryFeeCents: int?, status: string,
            preset: string, startedAt: time?, teams: int, rounds: int, order: string, slot: int?, seatsTaken: int?,
            currentPickNumber: int?, isTurn: bool?, deadline: time?, picks: [{round: int, pickNumber: int,
            playerIndex: int, playerName: string, position: string?, team: string?, byeWeek: int?, adp: number?}]}]
        UserRooms = [{room: int, externalID: string?, contest: string?, status: string, teams: int, rounds: int,
            picks: int, entries: int, tournament: int?, pool: int, startedAt: time?, unknownSeats: int?}]
        UserSettings = {user: int, name: string?, alerts: {roomFilled: bool, draftStarting: bool,
            twoPicksAway: bool, onTheClock: bool, tenSecondsRemaining: bool, slowDraftEmailUpdates: bool}}
        VerifierKeys = {origin: string?, checkpoint: string?, receipt: string?}

        """#

    /// Answers and bodies of the app's face and of a server for development.
    static let appText = #"""
        AppAlerts = {roomFilled: bool, draftStarting: bool, twoPicksAway: bool, onTheClock: bool,
            tenSecondsRemaining: bool, slowDraftEmailUpdates: bool}
        AppBalance = {balanceCents: int, heldCents: int}
        AppContest = {id: string, title: string, entryFeeCents: int?, currentEntries: int?, maxEntries: int?,
            firstPlacePrizeCents: int?, totalPrizeCents: int?, draftSpeed: string?, status: string,
            startTime: string?, logoURL: string?, backgroundURL: string?, statusDetail: string?, teams: int,
            rounds: int, maxEntriesPerUser: int?}
        AppContests = {tournaments: [AppContest]}
        AppDevice = {token: string}
        AppDone = {*: any}
        AppDrafts = {drafts: [any]}
        AppError = {code: string, message: string, detail: string, success: bool, error: {code: string,
            message: string}}
        AppExposure = {entries: int, players: [{player: {id: string, name: string, firstName: string?,
            lastName: string?, position: string?, team: string?, byeWeek: int?, adp: number?,
            projectedPoints: number?, rank: int?, headshotURL: string?}, entries: int, exposurePercent: int?}]}
        AppFeatures = {liveActivitiesEnabled: bool, slowDraftsEnabled: bool, applePayEnabled: bool}
        AppJoin = {roomId: string, participantId: string, rooms: [{roomId: string, participantId: string}],
            drawEntropy: {hex: string, from: "server"|"client"|"idempotencyKey"}}
        AppJoinRequest = {tournamentId?: string, entries: int, draftSpeed: "fast"|"slow", entropy?: string}
        AppNewName = {displayName: string}
        AppPick = {id: string, pickNumber: int, round: int, pickInRound: int, participantId: string,
            participantIndex: int, player: AppPlayer, timestamp: time}
        AppPickMade = {success: bool, pick: AppPick}
        AppPickRequest = {playerId: string, pickNumber?: int, clickedAt?: time}
        AppPicks = [{id: string, pickNumber: int, round: int, pickInRound: int, participantId: string?,
            participantIndex: int?, player: {id: string, name: string, firstName: string?, lastName: string?,
            position: string?, team: string?, byeWeek: int?, adp: number?, projectedPoints: number?, rank: int?,
            headshotURL: string?}, timestamp: time?, source: string?}]
        AppPlayer = {id: string, name: string, firstName: string, lastName: string, position: "QB"|"RB"|"WR"|"TE",
            team: string, byeWeek: int, adp: number, projectedPoints: number, rank: int, headshotURL: string?}
        AppPlayerStats = {seasons: [any], projected: any}
        AppPlayers = [{id: string, name: string, firstName: string?, lastName: string?, position: string?,
            team: string?, byeWeek: int?, adp: number?, projectedPoints: number?, rank: int?, headshotURL: string?}]
        AppProfile = {userId: string?, displayName: string?, avatarURL: any, country: any,
            preferences: {draftAlerts: {roomFilled: bool, draftStarting: bool, twoPicksAway: bool, onTheClock: bool,
            tenSecondsRemaining: bool, slowDraftEmailUpdates: bool}, biometricsEnabled: bool,
            hapticFeedbackEnabled: bool}, tournamentsEntered: int?, totalWinningsCents: int?}
        AppQueue = {draftRoomId: string, players: [{id: string, player: AppPlayer, queuedAt: time,
            queuePosition: int}], updatedAt: time, version: int}
        AppQueueRequest = {playerIds: [string], expectedVersion?: int}
        AppRoom = {id: string, tournamentId: string?, tournamentTitle: string?, status: string,
            currentPickNumber: int?, totalPicks: int?, pickTimeSeconds: int?, teams: int, rounds: int,
            statusDetail: string?, clock: any, pause: any, countdownEndsAt: time?, version: int,
            participants: [{id: string, odaId: string?, username: string?, index: int?, borderColor: string?,
            autodraft: bool, connected: bool, isUser: bool}], picks: [{id: string, pickNumber: int, round: int,
            pickInRound: int, participantId: string?, participantIndex: int?, player: {id: string, name: string,
            firstName: string?, lastName: string?, position: string?, team: string?, byeWeek: int?, adp: number?,
            projectedPoints: number?, rank: int?, headshotURL: string?}, timestamp: time?, source: string?}],
            serverTime: time, serverTimeMicroseconds: int?}
        AppTeam = {id: string, roomId: string?, tournamentId: string?, tournamentTitle: string?,
            entryFeeCents: int?, statusDetail: string?, startedAt: time?, index: int?, rounds: int,
            picks: [{round: int, pickNumber: int, player: {id: string, name: string, firstName: string?,
            lastName: string?, position: string?, team: string?, byeWeek: int?, adp: number?,
            projectedPoints: number?, rank: int?, headshotURL: string?}}]}
        AppTeams = {teams: [{id: string, roomId: string?, tournamentId: string?, tournamentTitle: string?,
            entryFeeCents: int?, statusDetail: string?, startedAt: time?, index: int?, rounds: int,
            picks: [{round: int, pickNumber: int, player: {id: string, name: string, firstName: string?,
            lastName: string?, position: string?, team: string?, byeWeek: int?, adp: number?,
            projectedPoints: number?, rank: int?, headshotURL: string?}}]}]}
        AppTransactions = {transactions: [{id: string, type: string, amountCents: int?, balanceCents: int?,
            timestamp: time?}]}
        AppUser = {id: string, email: string?, username: string?, balanceCents: int?, createdAt: time?,
            emailVerified: bool, phoneNumber: any, phoneVerified: bool}
        DevBalance = {user: int, availableCents: int, heldCents: int}
        DevBotRequest = {room: int}
        DevClockRequest = {advance: number}
        DevDepositRequest = {amountCents: int, reference: string}
        DevPeople = [{name: string, user: int, roles: [string]}]
        DevTime = {now: time}
        DevToken = {token: string, user: int}
        DevTokenRequest = {name: string,
            roles?: ["operator"|"officer"|"cashier"|"scheduler"|"importer"|"backend"|"auditor"|"analyst"]?}

        """#
}
