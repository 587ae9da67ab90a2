/// Holding a command's sender against the row of its kind in the table of authority, `CommandKind.authority`.
extension Decider {
    /// Refuses who does not have one of the roles that may send the command about what is not their own.
    func checkRole() throws(Refusal) {
        guard let reach = authority.reach(of: origin.actor.role), reach != .own else {
            let allowed = authority.grants.filter { $0.reach != .own }.map { String(describing: $0.role) }
            throw Refusal(
                .forbidden,
                "This takes the role \(allowed.joined(separator: " or ")); the sender is \(origin.actor.role).")
        }
    }

    /// Refuses who may not send the command about what is a user's.
    func checkMayAct(for user: UserID, act: @autoclosure () -> String) throws(Refusal) {
        let actor = origin.actor
        guard authority.allows(actor, over: user) else {
            let sender = actor.user.map { " \($0)" } ?? ""
            let behalf = actor.onBehalfOf.map { " for user \($0)" } ?? ""
            throw Refusal(.forbidden, "\(actor.role)\(sender)\(behalf) may not \(act()).")
        }
    }

    /// Whether the sender may act for a seat of the room, which somebody has to have taken.
    func mayAct(for seat: Seat, in room: RoomState) -> Bool {
        guard let member = room.member(at: seat) else { return false }
        return authority.allows(origin.actor, over: member.user) && authority.allows(origin.actor, in: room)
    }

    /// Refuses whoever may not act for a seat.
    func checkMayAct(for seat: Seat, in room: RoomState) throws(Refusal) {
        guard mayAct(for: seat, in: room) else {
            throw Refusal(.forbidden, "The sender may not act for seat \(seat) of room \(room.id).", seat: seat)
        }
    }
}
