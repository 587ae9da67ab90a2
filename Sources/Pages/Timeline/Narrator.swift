import Draft
import DraftLedger

/// Says in words what an event was: one line that a reader who has never seen the schema understands.
package struct Narrator {
    var names: any NameBook

    func words(for recorded: RecordedEvent) -> StyledText {
        switch recorded.stream {
        case .room(let room): roomWords(recorded, in: room)
        case .queue(let room, let seat):
            StyledText("queue of \(names.holder(of: seat, in: room)): ", .dim) + queueWords(recorded.event, in: room)
        case .wallet: walletWords(recorded)
        case .tournament: tournamentWords(recorded)
        case .pool, .system, .user, .dispute: otherWords(recorded)
        }
    }

    /// An event in a stream where this version does not expect it is at least named; a refusal can be anywhere.
    func unexpected(_ recorded: RecordedEvent) -> StyledText {
        guard case .commandRejected(let refusal) = recorded.event else { return StyledText(recorded.event.type.name) }
        return rejection(refusal, by: recorded.origin?.actor, in: nil)
    }

    func player(_ index: PlayerIndex?, in room: RoomID?) -> StyledText {
        guard let index else { return "nobody" }
        return room.flatMap { names.player(index, in: $0) }?.styled ?? StyledText("player \(index)")
    }

    func name(_ actor: Sender) -> String {
        let behalf = actor.onBehalfOf.map { " for \(names.user($0))" } ?? ""
        switch (actor.role, actor.user) {
        case (.user, let user?): return names.user(user) + behalf
        case (let role, let user?): return "\(role) \(names.user(user))" + behalf
        case (let role, nil): return "the \(role)" + behalf
        }
    }

    /// `: because the server was down`, or nothing.
    static func because(_ reason: String) -> StyledText { reason.isEmpty ? .empty : StyledText(": \(reason)") }
}
