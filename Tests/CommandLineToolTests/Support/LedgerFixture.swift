import DraftLedger
import Foundation
import LedgerTesting
import Pages
import PagesTesting
import Records
import ToolSupport

@testable import CommandLineTool  // the tool runs in this process
@testable import Draft  // events that the game alone makes

/// A ledger on disk with one room in it, for as long as the test needs it.
final class LedgerFixture {
    private let temporary: TemporaryLedger

    var path: String { temporary.path }

    /// - Parameter room: what happened in room 12; its events keep their times.
    init(_ room: RoomFixture) throws {
        let before = RoomFixture.epoch - .seconds(30)
        var events = PoolState.fixture.players.map {
            Self.pending(.pool(1), .playerListed(PlayerListed(player: $0)), before)
        }
        events.append(
            Self.pending(
                .pool(1), .poolPublished(PoolPublished(count: UInt16(events.count), externalID: "", title: "Fixture")),
                before))
        var contest = TournamentCreated.blank
        contest.title = "Best Ball Classic"
        contest.pool = 1
        contest.entryFee = Cents(2500)
        events.append(Self.pending(.tournament(1), .tournamentCreated(contest), before))
        let deposit = DepositRecorded(amount: Cents(10_000), provider: "stripe", reference: "pi_1")
        events.append(Self.pending(.wallet(1), .depositRecorded(deposit), before))
        let fee = EntryFeeHeld(tournament: 1, room: 12, seat: 0, entry: EntryID(room: 12, join: 1), amount: Cents(2500))
        events.append(Self.pending(.wallet(1), .entryFeeHeld(fee), before))
        events += room.events.map { PendingEvent($0) }
        temporary = try TemporaryLedger(
            origin: "example.com/test", createdAt: RoomFixture.epoch - .seconds(60), events)
        temporary.ledger.close()
    }

    private static func pending(_ stream: StreamKey, _ event: Event, _ moment: Timestamp) -> PendingEvent {
        PendingEvent(
            stream: stream, event: event,
            origin: CommandOrigin(occurredAt: moment, actor: .admin(nil), commandID: CommandID(high: 1, low: 1)),
            recordedAt: moment)
    }

    func run(_ arguments: String..., environment: [String: String] = [:]) -> Ran {
        Ran(["--ledger", path] + arguments, environment: environment)
    }
}

/// What a command line said and how it ended.
struct Ran {
    var status: Int32
    var output: String
    var messages: String

    init(
        _ arguments: [String], terminal: Terminal = .file, environment: [String: String] = [:], input: String = ""
    ) {
        let console = Console(
            output: TextSink(), messages: TextSink(), terminal: terminal, messageTerminal: .file,
            inputIsTerminal: false, environment: environment, input: { Array(input.utf8) })
        status = Tool(console: console).run(arguments)
        output = String(decoding: console.output.contents, as: UTF8.self)
        messages = String(decoding: console.messages.contents, as: UTF8.self)
    }

    /// The output as Foundation's JSON reader sees it.
    var json: Any? { try? JSONSerialization.jsonObject(with: Data(output.utf8), options: .fragmentsAllowed) }

    /// The list of a page that is a list: the only member of the object that is an array.
    var list: [[String: Any]]? {
        let arrays = (json as? [String: Any])?.values.compactMap { $0 as? [[String: Any]] }
        return arrays?.count == 1 ? arrays?.first : nil
    }

    /// The output's lines.
    var lines: [String] { output.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init) }
}
