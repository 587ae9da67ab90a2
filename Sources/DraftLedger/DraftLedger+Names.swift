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
                try ledger.head(of: StreamID(.room(RoomID(number)))) != nil
            {
                return RoomID(number)
            }
            let rooms = try rooms().filter { $0.externalID == name && !name.isEmpty }
            guard let room = rooms.last(where: { $0.status != .voided }) ?? rooms.last else {
                throw DraftLedgerError(
                    .unknownRoom, "There is no room '\(name)' in \(path). `rooms` lists the rooms.")
            }
            return room.room
        }
    }

    /// The tournament that a name means: its number, else the only one that has it as its id at its source or as its
    /// title, whatever the case of its letters where none is spelled so.
    ///
    /// An id does not go before a title: what a title means may not change because another source uses it as an id.
    ///
    /// - Throws: `unknownTournament`; `ambiguousName` for a name that several have, as of a contest that comes back every
    ///   year.
    public func resolveTournament(_ name: String) throws(DraftLedgerError) -> TournamentID {
        try rethrowing {
            let all = try tournaments()
            if let match = all.first(where: { String($0.tournament.number) == name }) { return match.tournament }
            let found = Self.matches(of: name, among: all) { [$0.externalID, $0.title] }
            guard let match = found.first else {
                // Other kinds of contests than tournaments have their kind before their id at the source.
                let near = all.first { !name.isEmpty && $0.externalID.hasSuffix(":\(name)") }
                throw DraftLedgerError(
                    .unknownTournament,
                    "There is no contest '\(name)' in \(path), by number, external id or title."
                        + (near.map { " Did you mean \($0.externalID)?" }
                            ?? NearestName.hint(for: name, among: all.flatMap { [$0.title, $0.externalID] })))
            }
            try requireOne(
                of: found.map {
                    "\($0.tournament)"
                        + ($0.externalID.isEmpty || $0.externalID == name ? "" : " (external id \($0.externalID))")
                },
                "contests", named: name)
            return match.tournament
        }
    }

    /// The user that a name means: a number, or the id outside or the name that the erasable profiles tell, whatever the
    /// case of its letters where none is spelled so.
    ///
    /// - Throws: `unknownUser`; `ambiguousName` for a display name that several have.
    public func resolveUser(_ name: String) throws(DraftLedgerError) -> UserID {
        try rethrowing {
            if let number = UInt64(name), number > 0, number <= UserID.maximum.number {
                let user = UserID(number)
                for stream in [StreamKey.user(user), .wallet(user)]
                where try ledger.head(of: StreamID(stream)) != nil {
                    return user
                }
                if try rosterColumns(of: user).count > 0 { return user }
            }
            let all = try profiles()
            let byID = all.filter { $0.profile.externalID == name }
            let found =
                byID.isEmpty
                ? Self.matches(of: name, among: all) { [$0.profile.displayName, $0.profile.externalID] } : byID
            guard let match = found.first else {
                let names = all.flatMap { [$0.profile.externalID, $0.profile.displayName] }
                throw DraftLedgerError(
                    .unknownUser,
                    "There is no user '\(name)' in \(path), by number or by name."
                        + NearestName.hint(for: name, among: names))
            }
            try requireOne(of: found.map { "\($0.user)" }, "users", named: name)
            return match.user
        }
    }

    /// Those that have a name, else those that have it but for the case of its letters.
    private static func matches<Thing>(
        of name: String, among all: [Thing], names: (Thing) -> [String]
    ) -> [Thing] {
        guard !name.isEmpty else { return [] }
        let exact = all.filter { names($0).contains(name) }
        guard exact.isEmpty else { return exact }
        let folded = name.lowercased()
        return all.filter { names($0).contains { $0.lowercased() == folded } }
    }

    /// - Parameter found: those who have the name, as they can be told apart.
    private func requireOne(of found: [String], _ kind: String, named name: String) throws(DraftLedgerError) {
        guard found.count > 1 else { return }
        let shown = found.prefix(8).joined(separator: ", ") + (found.count > 8 ? ", …" : "")
        throw DraftLedgerError(
            .ambiguousName, "\(found.count) \(kind) in \(path) are named '\(name)'. Use one of the numbers: \(shown).")
    }
}
