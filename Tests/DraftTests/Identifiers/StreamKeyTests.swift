import Draft
import Testing

@Suite struct StreamKeyTests {
    private static let most = StreamKey.maximumNumber

    @Test(arguments: [
        StreamKey.system, .pool(PoolID(most)), .tournament(TournamentID(most)), .room(RoomID(most)), .room(1),
        .queue(RoomID(most), 0), .queue(RoomID(most), StreamKey.maximumSeat), .wallet(UserID(most)),
        .user(UserID(most)), .dispute(CaseID(most)), .staff, .measure(MeasureID(most)), .season(SeasonID(most)),
        .aliases, .notes(SeasonID(most)),
    ])
    func aNameThatFitsComesBack(key: StreamKey) {
        #expect(StreamKey(rawValue: key.rawValue) == key)
        #expect(StreamKey(key.description) == key)
    }

    @Test(arguments: [most + 1, most + 6, 1 << 63, .max])
    func aNumberThatDoesNotFitNamesNoStream(number: UInt64) {
        for key in [
            StreamKey.pool(PoolID(number)), .tournament(TournamentID(number)), .room(RoomID(number)),
            .queue(RoomID(number), 0), .wallet(UserID(number)), .user(UserID(number)), .dispute(CaseID(number)),
            .measure(MeasureID(number)), .season(SeasonID(number)), .notes(SeasonID(number)),
        ] {
            #expect(key.rawValue == StreamKey.noStream, "\(key)")
        }
        #expect(StreamKey(rawValue: StreamKey.noStream) == nil)
    }

    @Test func theLastSeatHasNoQueue() {
        #expect(StreamKey.queue(1, 255).rawValue == StreamKey.noStream)
        #expect(StreamKey("queue/1.255") == nil)
    }
}
