public import Draft

extension DraftLedger {
    /// A room as it is now, out of the memory of the desk that decides its commands: no log is read for a room that is in
    /// use. Holds all that was answered before the call, and nothing that is not durable.
    ///
    /// In a ledger that was opened for reading, and for any other moment, it is `room(_:at:)` that tells.
    ///
    /// - Parameter id: the room's number.
    /// - Returns: nil for a room that is not open.
    /// - Throws: `overloaded`, `closed`, `damaged`, `inputOutput`.
    public func liveRoom(_ id: RoomID) async throws(DraftLedgerError) -> RoomState? {
        guard let desk else { return try room(id) }
        let answer = await withCheckedContinuation { continuation in
            desk.ask(Inquiry(room: id) { continuation.resume(returning: $0) })
        }
        do {
            return try answer.get()
        } catch {
            throw DraftLedgerError(wrapping: error)
        }
    }
}
