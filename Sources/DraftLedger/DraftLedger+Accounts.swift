package import Draft

/// A use of an account that would end if its profile was erased: the user could not sign in any more.
package enum AccountUse: Hashable, Sendable {
    /// The balance of the wallet, with what is held.
    case money(Cents)
    /// A draft that is not over.
    case draft(RoomID)
}

extension DraftLedger {
    /// The use of an account, or nil if its profile can be erased.
    ///
    /// Costs a fold of the user's wallet, and of the rooms that it was charged for.
    package func use(ofAccount user: UserID) throws(DraftLedgerError) -> AccountUse? {
        let wallet = try wallet(user)
        guard wallet.available == .zero, wallet.held == .zero else { return .money(wallet.available + wallet.held) }
        var rooms: Set<RoomID> = []
        for event in try stream(.wallet(user)) {
            if let fee = event.event.fee, fee.step == .held { rooms.insert(fee.room) }
        }
        for id in rooms.sorted() {
            guard let room = try room(id), !room.status.isTerminal, room.seat(of: user) != nil else { continue }
            return .draft(id)
        }
        return nil
    }
}
