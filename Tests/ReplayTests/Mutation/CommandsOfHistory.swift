import Draft
import Records

@testable import Replay  // how commands are told from their events

/// The commands that a history's events can have followed from.
enum CommandsOfHistory {
    /// What can have led to a group, likeliest first: what its events leave open is a seat that was named or not, and the
    /// version of a queue that was expected or not.
    ///
    /// - Parameter states: the group's room and its queues before it.
    static func candidates(of group: CommandGroup, _ states: some RoomStates) -> [Command] {
        if let rejected = group.rejection { return rejected.refusedCommand.map { [$0] } ?? [] }
        if let command = group.houseCommand { return [command] }
        guard let room = group.first.stream.room.flatMap(states.room) else { return [] }
        return CommandRebuilder(room, in: states).acceptedCandidates(group).map(\.command)
    }

    /// The fingerprint that the events of a place in a history would carry; nil where none can be told.
    static func fingerprint(of range: Range<Int>, in events: [RecordedEvent]) -> UInt32? {
        let group = CommandGroup(events: Array(events[range]))
        var state = LedgerState()
        if let room = group.first.stream.room, group.rejection == nil {
            for event in events[..<range.lowerBound] where event.stream.isOf(room) { state.fold(event) }
        }
        guard let command = candidates(of: group, state).first else { return nil }
        // Of standings the events tell only a part.
        if case .tournament(_, .awardPrizes) = command { return nil }
        return command.fingerprint
    }
}
