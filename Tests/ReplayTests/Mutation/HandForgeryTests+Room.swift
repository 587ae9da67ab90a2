import Records

@testable import Draft  // events that the rules have not given

/// Queues that are not the editor's, and clicks that a house would rather not have had.
extension HandForgeryTests {
    static let queues: [Forgery] = [
        (
            "a queue that a rival edits",
            { house in
                house.force(
                    [StreamEvent(.queue(1, 0), .queueSet(QueueSet(players: [1])))],
                    of: .queue(1, 0, .setQueue(players: [1], expectedVersion: nil)), as: .user(2))
            }
        ),
        (
            "a queue that the house edits because of nothing",
            { house in
                house.force(
                    [StreamEvent(.queue(1, 0), .queueSet(QueueSet(players: [1])))],
                    of: .queue(1, 0, .setQueue(players: [1], expectedVersion: nil)), as: .admin(901), signedBy: 901)
            }
        ),
        (
            "a queue that the scheduler empties",
            { house in
                house.force(
                    [StreamEvent(.queue(1, 0), .queueCleared(QueueCleared()))],
                    of: .queue(1, 0, .clearQueue(expectedVersion: nil)), as: .scheduler)
            }
        ),
        (
            "an edit that is told twice",
            { house in
                let edit = StreamEvent(.queue(1, 0), .queueSet(QueueSet(players: [1])))
                house.force(
                    [edit, edit], of: .queue(1, 0, .setQueue(players: [1], expectedVersion: nil)), as: .user(1))
            }
        ),
        (
            "an edit by a key that is nobody's",
            { house in
                house.force(
                    [StreamEvent(.queue(1, 0), .queueSet(QueueSet(players: [1])))],
                    of: .queue(1, 0, .setQueue(players: [1], expectedVersion: nil)), as: .user(1), signedBy: 77)
            }
        ),
    ]

    /// A click in time for the pick on the clock.
    private static func click(in house: HouseScript) -> (command: Command, user: UserID, seat: Seat) {
        let room = house.state.room(1)
        let seat = room?.seatOnClock ?? 0
        return (.room(1, .makePick(MakePick(pick: 2, player: 4))), room?.member(at: seat)?.user ?? 0, seat)
    }

    static let refusals: [Forgery] = codes.map { code in
        let forge: @Sendable (inout HouseScript) -> Void = { house in
            let click = click(in: house)
            house.refuse(click.command, as: code, sender: .user(click.user))
        }
        return ("a click in time that is refused as \(code.name)", forge)
    }

    private static let codes: [RefusalCode] = [
        .clockExpired, .notYourTurn, .playerAlreadyDrafted, .stalePickNumber, .roomPaused, .duplicateCommand,
        .badSignature,
    ]

    static let clicks: [Forgery] = [
        (
            "a click of which only a digest is kept",
            { house in
                let click = click(in: house)
                house.refuse(click.command, as: .clockExpired, sender: .user(click.user)) {
                    $0.content = "sha256:" + String(repeating: "a", count: 64)
                }
            }
        ),
        (
            "a click that is told as another command",
            { house in
                let click = click(in: house)
                house.refuse(click.command, as: .staleClock, sender: .user(click.user)) {
                    $0.command = .setConnection
                }
            }
        ),
        (
            "a click that is told in the ledger's own stream",
            { house in
                let click = click(in: house)
                house.refuse(click.command, as: .clockExpired, sender: .user(click.user), in: .system)
            }
        ),
        (
            "a click that keeps no words",
            { house in
                let click = click(in: house)
                house.refuse(click.command, as: .clockExpired, sender: .user(click.user)) { $0.content = "" }
            }
        ),
        (
            "a click that is told as a rival's",
            { house in
                let click = click(in: house)
                house.refuse(click.command, as: .clockExpired, sender: .user(click.user == 1 ? 2 : 1)) {
                    ($0.pick, $0.seat, $0.player) = (2, click.seat, 4)
                }
            }
        ),
    ]
}
