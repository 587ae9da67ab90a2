import Testing
import Values

@testable import Bets  // bodies and facts

/// Names of games and streams, and the facts about events.
@Suite struct BetStreamTests {
    static let streams: [BetStream] = [
        .league(2024), .game(22_400_123), .market(22_400_123), .analysis(1), .model(1), .bettor(7),
    ]

    @Test(arguments: streams)
    func aNameIsReadAsItIsWritten(stream: BetStream) {
        #expect(BetStream(stream.description) == stream)
        #expect(BetStream(rawValue: stream.rawValue) == stream)
        #expect(stream.rawValue >> 56 >= 16)
    }

    @Test func aNameHasItsKindAndItsNumber() {
        #expect(BetStream.game(22_400_123).description == "game/22400123")
        #expect(BetStream.market(5).rawValue == 18 << 56 | 5 << 8)
        #expect(BetStream.game(GameID(1 << 48)).rawValue == .max)
        #expect(Set(Self.streams.map(\.kind)).count == BetStreamKind.allCases.count)
    }

    @Test(arguments: ["game", "game/", "game/0", "game/x", "game/1/2", "room/1", "game/01", "game/281474976710656"])
    func whatIsNoNameIsNotRead(text: String) {
        #expect(BetStream(text) == nil)
    }

    @Test(arguments: [0, 1, 0x1200_0000_0000_0001, 0x0F00_0000_0000_0100, 0x1600_0000_0000_0100, UInt64.max])
    func whatIsNoStoredNameIsNotRead(rawValue: UInt64) {
        #expect(BetStream(rawValue: rawValue) == nil)
    }

    @Test func gamesHaveTenDigits() {
        #expect(GameID(22_400_123).description == "0022400123")
        #expect(GameID("0022400123") == 22_400_123)
        #expect(GameID("22400123") == 22_400_123)
        for text in ["", "0", "-1", "+1", "1x", "1234567890123456"] { #expect(GameID(text) == nil) }
    }

    @Test func seasonsAreWrittenWithTwoYears() {
        #expect(LeagueSeason(2024).label == "2024-25")
        #expect(LeagueSeason(1999).label == "1999-00")
        #expect(LeagueSeason(label: "2024-25") == 2024)
        for text in ["2024-26", "2024", "24-25", "2024-2025"] { #expect(LeagueSeason(label: text) == nil) }
    }

    @Test(arguments: BetEventType.allCases)
    func theFactsOfABodyAreOfItsType(type: BetEventType) {
        #expect(type.facts.type == type)
        #expect(String(describing: type.body) == type.name)
        #expect(BetEventType(name: type.name) == type)
        #expect(!type.facts.causes.isEmpty && !type.facts.senders.isEmpty)
        #expect(type.facts.isPrivate == (type.home == .bettor))
    }

    /// No command lets a user cause a settlement.
    @Test func noUserCausesASettlement() {
        #expect(!BetEventType.betSettled.facts.senders.contains(.user))
        #expect(!BetEventType.betResettled.facts.senders.contains(.user))
        #expect(BetEventType.betRecorded.facts.senders == [.user])
    }
}
