import Testing

@testable import Draft  // bodies without content

/// The facts about each kind of event belong to that kind.
@Suite struct EventFactsTests {
    @Test(arguments: EventType.allCases)
    func theFactsOfABodyAreOfItsType(type: EventType) {
        #expect(type.facts.type == type)
        #expect(String(describing: type.body) == type.name)
    }

    /// A refusal is in the stream that its command was for; a tick also among the events of its room, in older ledgers.
    @Test func eachKindHasItsHome() {
        let streams: [StreamKey] = [
            .system, .pool(1), .tournament(1), .room(1), .queue(1, 0), .wallet(1), .user(1), .dispute(1), .staff,
            .measure(1), .clock(1), .season(1), .aliases, .notes(1),
        ]
        #expect(Set(streams.map(\.kind)).count == streams.count)
        for type in EventType.allCases {
            let homes = streams.filter { type.isAtHome(in: $0) }
            switch type {
            case .commandRejected: #expect(homes == streams)
            case .clockTicked: #expect(homes == [.room(1), .clock(1)])
            default: #expect(homes.map(\.kind) == [type.facts.home].compactMap(\.self))
            }
        }
    }

    /// Digests of approvals begin with these numbers, so they never change.
    @Test func effectsBeginWithTheNumberOfTheirKind() {
        var numbers: [EventType: UInt8] = [:]
        for type in EventType.allCases {
            var writer = CanonicalWriter()
            guard type.body.blank.writeEffect(&writer) else {
                #expect(writer.bytes.isEmpty)
                continue
            }
            numbers[type] = writer.bytes.first
        }
        #expect(
            numbers == [
                .pickCorrected: 1, .autodraftSet: 2, .clockStarted: 3, .roomCancelled: 4, .roomVoided: 5,
                .tournamentCancelled: 6, .entryFeeReleased: 7, .entryFeeRefunded: 8, .balanceAdjusted: 9,
                .disputeResolved: 10, .staffAppointed: 11, .overlayAdded: 12, .prizesAwarded: 13, .prizeCredited: 14,
                .scoresAssigned: 15, .payoutApproved: 17, .withdrawalApproved: 18, .limitsSet: 105, .userExcluded: 106,
                .accountClosed: 107,
                .checkpointKeyRotated: 108, .freeTextErased: 109, .ledgerClosed: 110, .staffCarried: 111,
                .staffMemberCarried: 112, .memberCarried: 113, .balanceCarried: 114, .depositCarried: 115,
                .chargebackCarried: 116,
            ])
    }

    /// A body that kept its own words would show them after they were erased.
    @Test(arguments: EventType.allCases)
    func otherWordsTakeThePlaceOfFreeText(type: EventType) {
        func words(of body: some EventBody) -> (before: Wording?, after: Wording?) {
            (body.subject.statement?.words, body.saying("other words").subject.statement?.words)
        }
        let (before, after) = words(of: type.body.blank)
        #expect(after == before.map { _ in "other words" })
    }
}
