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
