import Draft
import Testing

@Suite struct SnakeTests {
    @Test func everyPickOfEverySizeGoesToTheSlotThatWalkingToAndFroGives() {
        for teams in Ruleset.allowedTeams {
            for rounds in Ruleset.allowedRounds {
                let snake = Snake(teams: teams, rounds: rounds)
                var number: PickNumber = 0
                for round in 1...rounds {
                    let slots = round % 2 == 1 ? Array(0..<teams) : Array((0..<teams).reversed())
                    for (place, slot) in slots.enumerated() {
                        number += 1
                        guard snake.slot(of: number) == slot, snake.round(of: number) == round,
                            snake.pickInRound(of: number) == UInt8(place) + 1,
                            snake.pick(of: slot, in: round) == number
                        else {
                            Issue.record("pick \(number) of \(teams) teams and \(rounds) rounds")
                            return
                        }
                    }
                }
                #expect(snake.pickCount == number)
            }
        }
    }

    /// Rounds 2 and 3 run back, round 4 forward, and so on.
    @Test func thirdRoundReversalSwapsTheDirectionsFromRound3On() {
        for teams in Ruleset.allowedTeams {
            let snake = Snake(teams: teams, rounds: 30, order: .thirdRoundReversal)
            var number: PickNumber = 0
            for round in 1...snake.rounds {
                let isForward = round == 1 || round > 3 && round % 2 == 0
                for place in 0..<teams {
                    number += 1
                    let slot = isForward ? place : teams - 1 - place
                    guard snake.slot(of: number) == slot, snake.pick(of: slot, in: round) == number else {
                        Issue.record("pick \(number) of \(teams) teams")
                        return
                    }
                }
            }
        }
        #expect(Ruleset.untimed(teams: 12, rounds: 4, order: .thirdRoundReversal).snake.slot(of: 25) == 11)
    }

    /// Pick 17 of 12 teams is 2.05 of slot 7.
    @Test func aPickNumberSaysItsRoundPlaceAndSlot() {
        let snake = Snake(teams: 12, rounds: 18)
        #expect(snake.label(of: 17) == "2.05")
        #expect(snake.slot(of: 17) == 7)
        #expect(snake.label(of: 216) == "18.12")
        #expect(snake.slot(of: 12) == 11 && snake.slot(of: 13) == 11)
        #expect(snake.slot(of: 24) == 0 && snake.slot(of: 25) == 0)
    }
}
