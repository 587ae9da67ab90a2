import Draft
import DraftLedger

/// Gives the users of a source their pseudonymous numbers. Their names go into profiles, never into the log.
struct UserNumbers {
    private let known: [String: UserID]
    private var new: [String: UserID] = [:]
    private var next: UserID

    init(_ known: KnownHistory) {
        self.known = known.users
        next = known.nextUser
    }

    /// The numbers of a draft's users by slot, and the profiles of new users.
    mutating func users(
        of draft: ImportedDraft
    ) -> (numbers: [UserID?], profiles: [(user: UserID, profile: Profile?)]) {
        var profiles: [(user: UserID, profile: Profile?)] = []
        let numbers = draft.entries.map { entry -> UserID? in
            guard let entry, !entry.userID.isEmpty else { return nil }
            if let user = known[entry.userID] ?? new[entry.userID] { return user }
            let user = next
            new[entry.userID] = user
            next = UserID(next.number + 1)
            profiles.append((user, Profile(externalID: entry.userID, displayName: entry.username)))
            return user
        }
        return (numbers, profiles)
    }

    /// The numbers that were given out, and the next one.
    consuming func given() -> (users: [String: UserID], next: UserID) { (new, next) }
}
