public import Draft
import Ledger
import Projections

extension DraftLedger {
    /// The room that a name means: its number, or its id at its source.
    ///
    /// - Throws: `unknownRoom`.
    public func resolveRoom(_ name: String) throws(DraftLedgerError) -> RoomID {
        try rethrowing {
            if let number = UInt64(name), number > 0, number <= StreamKey.maximumNumber,
                try ledger.head(of: StreamID(rawValue: StreamKey.room(RoomID(number)).rawValue)) != nil
            {
                return RoomID(number)
            }
            guard let room = try rooms().first(where: { $0.externalID == name && !name.isEmpty }) else {
                throw DraftLedgerError(
                    .unknownRoom, "There is no room '\(name)' in \(path). `rooms` lists those that there are.")
            }
            return room.room
        }
    }

    /// The tournament that a name means: its number, its id at its source, or its title.
    ///
    /// - Throws: `unknownTournament`.
    public func resolveTournament(_ name: String) throws(DraftLedgerError) -> TournamentID {
        try rethrowing {
            let all = try tournaments()
            if let match = all.first(where: { String($0.tournament.number) == name })
                ?? all.first(where: {
                    !name.isEmpty && ($0.externalID == name || $0.title == name)
                })
            {
                return match.tournament
            }
            throw DraftLedgerError(
                .unknownTournament, "There is no contest '\(name)' in \(path), by number, external id or title.")
        }
    }

    /// The user that a name means: a number, or the id outside that the erasable profiles tell.
    ///
    /// - Throws: `unknownUser`.
    public func resolveUser(_ name: String) throws(DraftLedgerError) -> UserID {
        try rethrowing {
            if let number = UInt64(name), number > 0, number <= UserID.maximum.number {
                let user = UserID(number)
                for stream in [StreamKey.user(user), .wallet(user)]
                where try ledger.head(of: StreamID(rawValue: stream.rawValue)) != nil {
                    return user
                }
                if try rosterColumns(of: user).count > 0 { return user }
            }
            if let user = try profiles().first(where: {
                $0.profile.externalID == name || $0.profile.displayName == name
            }) {
                return user.user
            }
            throw DraftLedgerError(.unknownUser, "There is no user '\(name)' in \(path), by number or by name.")
        }
    }
}
