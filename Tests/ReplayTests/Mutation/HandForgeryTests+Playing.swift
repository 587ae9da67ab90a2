import Records

@testable import Draft  // events that the rules have not given

/// How much members let themselves play, what banks state, and what is put into draws.
extension HandForgeryTests {
    private static func deposit(of user: UserID, in house: inout HouseScript) {
        let deposit = DepositRecorded(amount: Cents(5_000), provider: "bank", reference: "more")
        house.force(
            [StreamEvent(.wallet(user), .depositRecorded(deposit))],
            of: .wallet(user, .recordDeposit(amount: Cents(5_000), provider: "bank", reference: "more")),
            as: .provider(onBehalfOf: user))
    }

    static let limits: [Forgery] = [
        (
            "a deposit above the limit",
            { house in
                let limits = PlayLimits(depositsPerDay: Cents(12_000))
                house.send(.user(3, .setLimits(limits)), as: .user(3), signedBy: 3)
                deposit(of: 3, in: &house)
            }
        ),
        (
            "a deposit of one who does not want to play",
            { house in
                let command = UserCommand.excludeUser(until: house.now + .seconds(3_600))
                house.send(.user(3, command), as: .user(3), signedBy: 3)
                deposit(of: 3, in: &house)
            }
        ),
        (
            "a deposit to a closed account",
            { house in
                house.send(.user(3, .closeAccount), as: .user(3), signedBy: 3)
                deposit(of: 3, in: &house)
            }
        ),
        (
            "a limit that is loosened at once",
            { house in
                let (tight, loose) = (PlayLimits(entriesPerDay: 1), PlayLimits(entriesPerDay: 9))
                house.send(.user(3, .setLimits(tight)), as: .user(3), signedBy: 3)
                house.force(
                    [StreamEvent(.user(3), .limitsSet(LimitsSet(limits: loose, looserFrom: nil)))],
                    of: .user(3, .setLimits(loose)), as: .user(3), signedBy: 3)
            }
        ),
        (
            "an exclusion that is shortened",
            { house in
                let (late, soon) = (house.now + .seconds(7_200), house.now + .seconds(3_600))
                house.send(.user(3, .excludeUser(until: late)), as: .user(3), signedBy: 3)
                house.force(
                    [StreamEvent(.user(3), .userExcluded(UserExcluded(until: soon)))],
                    of: .user(3, .excludeUser(until: soon)), as: .user(3), signedBy: 3)
            }
        ),
        (
            "limits that somebody without the member's key sets",
            { house in
                let limits = PlayLimits(entriesPerDay: 9)
                house.force(
                    [StreamEvent(.user(3), .limitsSet(LimitsSet(limits: limits, looserFrom: nil)))],
                    of: .user(3, .setLimits(limits)), as: .user(3))
            }
        ),
        (
            "a bank's statement of a day that is not over",
            { house in
                let day = Timestamp(microseconds: house.now.microseconds / 86_400_000_000 * 86_400_000_000)
                let statement = ProviderStatement(provider: "bank", day: day, file: Digest256(words: (1, 2, 3, 4)))
                house.force(
                    [StreamEvent(.system, .providerStatement(statement))], of: .ledger(.recordStatement(statement)),
                    as: .provider(onBehalfOf: nil))
            }
        ),
        (
            "a bank's statement by a member",
            { house in
                let day = Timestamp(microseconds: 0)
                let statement = ProviderStatement(provider: "bank", day: day, file: Digest256(words: (1, 2, 3, 4)))
                house.force(
                    [StreamEvent(.system, .providerStatement(statement))], of: .ledger(.recordStatement(statement)),
                    as: .user(3))
            }
        ),
    ]

    /// Room 2, full, whose members have yet to reveal what they put into its draw.
    private static func fill(_ house: inout HouseScript) {
        for user in [1, 2] as [UserID] {
            let sealed = Digest256(hashing: HouseScript.entropy(of: user)).bytes
            house.send(
                .wallet(user, .joinTournament(2, entries: 1, entropy: sealed)), as: .user(user), signedBy: user)
        }
    }

    private static func draw(_ house: HouseScript, secret: Digest256, withheld: [Seat]) -> [StreamEvent] {
        let drawn = DraftOrderDrawn(secret: secret, seats: [0, 1], withheld: withheld)
        let countdown = CountdownStarted(endsAt: house.now + .seconds(60))
        return [StreamEvent(.room(2), .draftOrderDrawn(drawn)), StreamEvent(.room(2), .countdownStarted(countdown))]
    }

    static let draws: [Forgery] = [
        (
            "a draw while members can still reveal",
            { house in
                fill(&house)
                house.force(draw(house, secret: .zero, withheld: [0, 1]), of: .room(2, .drawOrder), as: .scheduler)
            }
        ),
        (
            "a draw that names nobody who has not revealed",
            { house in
                fill(&house)
                house.wait(until: house.state.room(2)?.revealsUntil)
                house.force(draw(house, secret: .zero, withheld: []), of: .room(2, .drawOrder), as: .scheduler)
            }
        ),
        (
            "a draw that is never made",
            { house in
                fill(&house)
                house.wait(until: house.state.room(2)?.revealsUntil.map { $0 + .seconds(60) })
                house.send(.user(3, .setAlertPreferences([])), as: .user(3))
            }
        ),
        (
            "a reveal of something else",
            { house in
                fill(&house)
                let entropy = HouseScript.entropy(of: 2)
                house.force(
                    [StreamEvent(.room(2), .entropyRevealed(EntropyRevealed(seat: 0, entropy: entropy)))],
                    of: .room(2, .revealEntropy(entropy)), as: .user(1), signedBy: 1)
            }
        ),
        (
            "a reveal in another's name",
            { house in
                fill(&house)
                let entropy = HouseScript.entropy(of: 1)
                house.force(
                    [StreamEvent(.room(2), .entropyRevealed(EntropyRevealed(seat: 0, entropy: entropy)))],
                    of: .room(2, .revealEntropy(entropy)), as: .user(2), signedBy: 2)
            }
        ),
        (
            "a reveal in time that is refused as too late",
            { house in
                fill(&house)
                let command = Command.room(2, .revealEntropy(HouseScript.entropy(of: 1)))
                house.refuse(command, as: .clockExpired, sender: .user(1)) { $0.seat = 0 }
            }
        ),
        (
            "a join that is not signed where all are",
            { house in
                let join = Command.wallet(1, .joinTournament(2, entries: 1))
                var other = house
                other.send(join, as: .user(1), signedBy: 1)
                let joining = other.events[house.events.count...].map { StreamEvent($0.stream, $0.event) }
                house.force(joining, of: join, as: .user(1))
            }
        ),
    ]
}
