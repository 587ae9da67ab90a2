import CommandLineTool
import Draft
import DraftLedger
import Foundation
import LedgerTesting
package import Pages
package import PagesTesting
import Records
import ToolSupport

/// A ledger on disk with one room in it, for as long as the test needs it.
package final class LedgerFixture {
    private let temporary: TemporaryLedger

    package var path: String { temporary.path }

    /// - Parameter room: what happened in room 12; its events keep their times.
    package init(_ room: RoomFixture) throws {
        let before = RoomFixture.epoch - .seconds(30)
        var events = PoolState.fixture.players.map {
            var listed = PlayerListed.blank
            listed.player = $0
            return Self.pending(.pool(1), .playerListed(listed), before)
        }
        var pool = PoolPublished.blank
        (pool.count, pool.title) = (UInt16(events.count), "Fixture")
        events.append(Self.pending(.pool(1), .poolPublished(pool), before))
        var contest = TournamentCreated.blank
        contest.title = "Best Ball Classic"
        contest.pool = 1
        contest.entryFee = Cents(2500)
        events.append(Self.pending(.tournament(1), .tournamentCreated(contest), before))
        var deposit = DepositRecorded.blank
        (deposit.amount, deposit.provider, deposit.reference) = (Cents(10_000), "stripe", "pi_1")
        events.append(Self.pending(.wallet(1), .depositRecorded(deposit), before))
        var fee = EntryFeeHeld.blank
        (fee.tournament, fee.room, fee.entry, fee.amount) = (1, 12, EntryID(room: 12, join: 1), Cents(2500))
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

    package func run(_ arguments: String..., environment: [String: String] = [:]) -> Ran {
        Ran(["--ledger", path] + arguments, environment: environment)
    }
}

/// What a command line said and how it ended.
package struct Ran {
    package var status: Int32
    package var output: String
    package var messages: String

    package init(
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
    package var json: Any? { try? JSONSerialization.jsonObject(with: Data(output.utf8), options: .fragmentsAllowed) }

    /// The list of a page that is a list: the only member of the object that is an array.
    package var list: [[String: Any]]? {
        let arrays = (json as? [String: Any])?.values.compactMap { $0 as? [[String: Any]] }
        return arrays?.count == 1 ? arrays?.first : nil
    }

    /// The output's lines.
    package var lines: [String] {
        output.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)
    }
}
