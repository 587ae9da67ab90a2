import Draft
import DraftLedger
import Foundation
import LedgerTesting
import Server
import Simulation
import TestSupport
import TextFormats
import Testing

/// A whole draft in real browsers, where there is one and something to drive it: it waits for clocks more than it works, and
/// so runs beside the other pages.
@Suite struct DraftRoomPageTests {
    @Test(.enabled(if: Browser.isThere, Browser.isSkipped), .withinTheRun)
    func twelveDraftAWholeRoomAndEveryScreenShowsTheLedgersBoard() async throws {
        let fast = PageHouse.contest(
            teams: 12, rounds: 18, clock: .seconds(300), countdown: .seconds(900), #"Open <for> "all""#)
        let (house, server) = try await PageHouse.server([fast], by: DevClock())
        let (status, output) = try await Browser.run("draft_room.py", ["http://127.0.0.1:\(server.port)", "1"])
        #expect(status == 0, "\(output)")
        let shown = try JSONDocument(Array(output.utf8)).root
        let room = try #require(shown["room"]?.integer(as: UInt64.self))
        let board = try #require(try house.ledger.room(RoomID(room))).picks.map { $0.player.map { Int64($0) } }
        #expect(shown["board"]?.elements.map { $0.integer(as: Int64.self) } == board)
        try await server.stop()
    }
}

/// The other pages, one after the other: what a browser shows in time must not depend on what another one does.
@Suite(.serialized) struct LivePageTests {
    @Test(.enabled(if: Browser.isThere, Browser.isSkipped), .withinTheRun)
    func aContestThatTakesNothingUnsignedIsDraftedByKeysThatStayOnTheirDevices() async throws {
        var signed = PageHouse.contest(teams: 2, rounds: 3, clock: .seconds(300), countdown: .seconds(2), "Signed")
        signed.signedCommands = .required
        let (house, server) = try await PageHouse.server([signed])
        let (status, output) = try await Browser.run("signed_room.py", ["http://127.0.0.1:\(server.port)", "1"])
        #expect(status == 0, "\(output)")
        try await server.stop()
        #expect(try house.ledger.verify().isSound)
    }

    @Test(.enabled(if: Browser.isThere, Browser.isSkipped), .withinTheRun)
    func aPageSaysWhatKeepsItsDraftFromGoingOn() async throws {
        let (house, server) = try await PageHouse.server([])
        let (status, output) = try await Browser.run("states.py", ["http://127.0.0.1:\(server.port)"])
        #expect(status == 0, "\(output)")
        try await server.stop()
        #expect(try house.ledger.verify().isSound)
    }

    /// Late, double and offline picks, clocks that are set, keys, and the buttons of members and staff.
    @Test(.enabled(if: Browser.isThere, Browser.isSkipped), .withinTheRun)
    func pagesSayWhatTheLedgerSaysAndDoWhatTheirButtonsSay() async throws {
        let (house, server) = try await PageHouse.begun(by: DevClock())
        let (status, output) = try await Browser.run("told.py", ["http://127.0.0.1:\(server.port)"])
        #expect(status == 0, "\(output)")
        try await server.stop()
        #expect(try house.ledger.verify().isSound)
    }

    /// The tools of a draft room: queue, columns, cards, windowed lists.
    @Test(.enabled(if: Browser.isThere, Browser.isSkipped), .withinTheRun)
    func aDrafterHasTheToolsThatADraftNeeds() async throws {
        let (house, server) = try await PageHouse.server([])
        let (status, output) = try await Browser.run("drafter.py", ["http://127.0.0.1:\(server.port)"])
        #expect(status == 0, "\(output)")
        try await server.stop()
        #expect(try house.ledger.verify().isSound)
    }

    /// Own rankings, joining, objections, records, limits.
    @Test(.enabled(if: Browser.isThere, Browser.isSkipped), .withinTheRun)
    func aMemberHasTheOwnRankingsObjectionsRecordsAndLimits() async throws {
        let (house, server) = try await PageHouse.server([])
        let (status, output) = try await Browser.run("member.py", ["http://127.0.0.1:\(server.port)"])
        #expect(status == 0, "\(output)")
        try await server.stop()
        #expect(try house.ledger.verify().isSound)
    }

    @Test(.enabled(if: Browser.isThere, Browser.isSkipped), .withinTheRun)
    func pagesShowHowAContestStandsAndWhoStarted() async throws {
        let (house, server) = try await PageHouse.server([])
        let (status, output) = try await Browser.run("outcomes.py", ["http://127.0.0.1:\(server.port)"])
        #expect(status == 0, "\(output)")
        try await server.stop()
        #expect(try house.ledger.verify().isSound)
    }

    @Test(.enabled(if: Browser.isThere, Browser.isSkipped), .withinTheRun)
    func pagesShowWhoGoesOnWhomTheyMeetAndHowTheirLineupsCompare() async throws {
        let (house, server) = try await PageHouse.server([])
        let (status, output) = try await Browser.run("brackets.py", ["http://127.0.0.1:\(server.port)"])
        #expect(status == 0, "\(output)")
        try await server.stop()
        #expect(try house.ledger.verify().isSound)
    }

    /// Two people of staff, each at a browser: rankings, a contest, a draft of bots, 17 weeks, rounds, prizes; then each action on
    /// a draft and on a contest.
    @Test(.enabled(if: Browser.isThere, Browser.isSkipped), .withinTheRun)
    func aContestIsBroughtFromRankingsToPrizesOnThePagesAlone() async throws {
        let (house, server) = try await PageHouse.begun(by: DevClock())
        let (status, output) = try await Browser.run("season.py", ["http://127.0.0.1:\(server.port)"])
        #expect(status == 0, "\(output)")
        try await server.stop()
        #expect(try house.ledger.verify().isSound)
    }

    /// The server announces changes, an operator controls a draft that only its members see, and events that a partner did not
    /// take are sent again or dropped.
    @Test(.enabled(if: Browser.isThere, Browser.isSkipped), .withinTheRun)
    func pagesOfStaffFollowTheServerAndControlDraftsAndDeliveries() async throws {
        let (receiver, scratch) = (try await WebhookReceiver(), TemporaryDirectory())
        let file = try scratch.write(receiver.settings(topics: ["draft.seat_taken"]), to: "webhooks.json")
        let (house, server) = try await PageHouse.server([], by: DevClock(), webhooks: file)
        let (status, output) = try await Browser.run(
            "staff.py", ["http://127.0.0.1:\(server.port)", receiver.address])
        #expect(status == 0, "\(output)")
        try await server.stop()
        #expect(try house.ledger.verify().isSound)
    }

    /// Every report as a table and a chart: members see their own figures only.
    @Test(.enabled(if: Browser.isThere, Browser.isSkipped), .withinTheRun)
    func reportsAreDrawnFromTheirDescriptions() async throws {
        let (house, server) = try await PageHouse.server([
            PageHouse.contest(teams: 2, rounds: 6, clock: .seconds(600), countdown: .milliseconds(50), "Two")
        ])
        let (status, output) = try await Browser.run("reports.py", ["http://127.0.0.1:\(server.port)", "1"])
        #expect(status == 0, "\(output)")
        try await server.stop()
        #expect(try house.ledger.verify().isSound)
    }

    /// An export that is dropped: shown in a frame of its own, and saved.
    @Test(.enabled(if: Browser.isThere, Browser.isSkipped), .withinTheRun)
    func anExportThatIsDroppedBecomesAPage() async throws {
        let (house, server) = try await PageHouse.server([])
        let scratch = TemporaryDirectory()
        try scratch.write(MadeUpExport(seed: 1, drafts: 24).underdog, to: "drafts.csv")
        let (status, output) = try await Browser.run(
            "dropped.py", ["http://127.0.0.1:\(server.port)", scratch("drafts.csv")])
        #expect(status == 0, "\(output)")
        let pools = try house.ledger.pools().compactMap { try house.ledger.pool($0) }
        let name = MadeUpExport.name(1)
        #expect(!pools.contains { $0.players.contains { $0.name == "\(name.first) \(name.last)" } })
        try await server.stop()
    }

    /// The page that a browser saves and the answer of the route have the figures that pandas computes from the export alone.
    @Test(
        .enabled(if: Browser.isThere && Pandas.isThere, "This needs Chromium, and pandas from PyPI."),
        .withSharedData, .withinTheRun)
    func aRealExportThatIsDroppedHasTheFiguresThatPandasComputes() async throws {
        let (house, server) = try await PageHouse.server([])
        let (scratch, export) = (TemporaryDirectory(), SharedData.underdog)
        let address = "http://127.0.0.1:\(server.port)"
        let (status, output) = try await Browser.run("dropped.py", [address, export, scratch(".")])
        #expect(status == 0, "\(output)")
        let token = try await server.signIn("dora").token
        for source in [["--page", scratch("saved.html")], ["--server", address, "--token", token]] {
            let (status, output) = try await Pandas.run(["page", export] + source)
            #expect(status == 0 && output.contains(" 0 differ"), "\(output)")
        }
        try await server.stop()
        withExtendedLifetime(house) {}
    }

    @Test(.enabled(if: Browser.isThere, Browser.isSkipped), .withinTheRun)
    func noPageKeepsAnybodyOutOrIsWiderThanItsWindow() async throws {
        let (house, server) = try await PageHouse.server([
            PageHouse.contest(teams: 2, rounds: 9, clock: .seconds(600), countdown: .milliseconds(50), "Two"),
            PageHouse.contest(
                teams: 20, rounds: 20, clock: .seconds(43_200), countdown: .seconds(60),
                String(repeating: "Twenty teams and a title ", count: 3)),
        ])
        let (status, output) = try await Browser.run("every_page.py", ["http://127.0.0.1:\(server.port)", "1", "2"])
        #expect(status == 0, "\(output)")
        try await server.stop()
        #expect(try house.ledger.verify().isSound)
    }
}

/// A server for development, whose contests are those that a test wants.
private enum PageHouse {
    /// A server for development whose contests are these.
    ///
    /// - Parameters:
    ///   - clock: one that can be set; nil for the machine's.
    ///   - webhooks: the file with the endpoints; nil for none.
    static func server(
        _ contests: [TournamentCreated], by clock: DevClock? = nil, webhooks: String? = nil
    ) async throws -> (TemporaryLedger, RunningServer) {
        let house = try TemporaryLedger()
        if let clock { try house.reopen(by: clock.microseconds) }
        let players = PlayerPool.players(480, seed: 1)
        let pool = PublishPool(externalID: "", title: "Made-up players", players: players)
        var commands = [Command.pool(1, .publishPool(pool))]
        for (index, contest) in contests.enumerated() {
            commands.append(.tournament(TournamentID(UInt64(index + 1)), .createTournament(contest)))
        }
        for command in commands { _ = try await house.ledger.send(command, as: .admin(nil), id: .random()).get() }
        return (house, try await running(house, by: clock, webhooks: webhooks))
    }

    private static func running(
        _ house: TemporaryLedger, by clock: DevClock?, webhooks: String? = nil
    ) async throws -> RunningServer {
        try await RunningServer(house.ledger) { options in
            options.webhooks = webhooks
            guard let clock else { return }
            options.clock = clock.wallClock
            options.advanceClock = clock.advance
        }
    }

    /// A server for development as it begins: its ledger says who acts for the operator, and its clock can be set.
    static func begun(by clock: DevClock) async throws -> (TemporaryLedger, RunningServer) {
        let house = try TemporaryLedger()
        try house.reopen(by: clock.microseconds)
        return (house, try await running(house, by: clock))
    }

    static func contest(
        teams: UInt8, rounds: UInt8, clock: Interval, countdown: Interval, _ title: String
    ) -> TournamentCreated {
        var contest = TournamentCreated.blank
        (contest.pool, contest.entryFee, contest.title) = (1, Cents(500), title)
        contest.ruleset = .fast(teams: teams, rounds: rounds)
        (contest.ruleset.preset, contest.ruleset.pickClock, contest.ruleset.countdown) = (.custom, clock, countdown)
        contest.prizes = [PrizeTier(firstPlace: 1, lastPlace: 1, amount: Cents(210_000_000))]
        return contest
    }
}

/// A browser and the Python that drives it.
private enum Browser {
    static let isSkipped: Comment =
        "This needs Chromium and Python's playwright and axe: Tools/install --for-tests installs them."

    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    private static let python = folder.deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: ".build/python/pages/bin/python")

    static var isThere: Bool {
        ["/usr/bin/chromium", python.path].allSatisfy { FileManager.default.isExecutableFile(atPath: $0) }
    }

    /// Runs a program that lies beside this file.
    ///
    /// - Returns: how it ended, and what it said.
    static func run(_ program: String, _ arguments: [String]) async throws -> (status: Int32, output: String) {
        try await Programs.run(python, ["-B", folder.appending(path: program).path] + arguments)
    }
}

/// The figures of pages, computed by pandas.
private enum Pandas {
    private static let tool = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Tools/analysis/run")

    /// The first run installs the packages.
    static let isThere: Bool = {
        let process = Process()
        process.executableURL = tool
        process.arguments = ["page", "--help"]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }()

    static func run(_ arguments: [String]) async throws -> (status: Int32, output: String) {
        try await Programs.run(tool, arguments)
    }
}

/// Programs that are waited for without a thread.
private enum Programs {
    /// - Returns: how it ended, and what it said.
    static func run(_ program: URL, _ arguments: [String]) async throws -> (status: Int32, output: String) {
        let log = FileManager.default.temporaryDirectory.appending(
            path: "\(program.lastPathComponent)-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: log) }  // what is left over is the system's to clear
        try Data().write(to: log)
        let (process, file) = (Process(), try FileHandle(forWritingTo: log))
        process.executableURL = program
        process.arguments = arguments
        (process.standardOutput, process.standardError) = (file, file)
        let (ended, source) = AsyncStream.makeStream(of: Int32.self)
        process.terminationHandler = { source.yield($0.terminationStatus) }
        try process.run()
        let status = await ended.first { _ in true } ?? -1
        return (status, try String(contentsOf: log, encoding: .utf8))
    }
}
