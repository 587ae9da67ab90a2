import Draft
import DraftLedger
import Pages
import TextFormats

/// Closing an account for good, and erasing who it was. History keeps the number, and every proof stays whole.
extension Accounts {
    /// - Throws: `accountInUse` while the user has money or an active draft. Otherwise the ledger's refusal if it does
    ///   not close the account, for example because the user's devices sign.
    func erase(_ user: UserID) async throws {
        try checkIsIdle(user)
        if !UserState.folding(try ledger.stream(.user(user))).isClosed {
            let outcome = try await ledger.send(.user(user, .closeAccount), as: .user(user), id: .random())
            if case .refused(let refusal, let record, _) = outcome {
                throw Problem(refusal, position: record?.position)
            }
            // Activity that started in between has to end first. No new activity can start now.
            try checkIsIdle(user)
        }
        try await forget(user, by: user)
    }

    /// Erases the identity of a user on behalf of staff, whether or not the account is closed.
    ///
    /// - Returns: the erased data, read back, in the form of `profiles erase`.
    /// - Throws: `accountInUse` while the user has money or an active draft, which the user could not reach afterwards.
    func eraseProfile(of user: UserID, by person: UserID) async throws -> JSON {
        try checkIsIdle(user)
        let (had, words) = (try ledger.profile(of: user) != nil, try ledger.countWords(about: user))
        try await forget(user, by: person)
        return ErasurePage(
            user: user, had: had, left: try ledger.profile(of: user), words: words,
            wordsLeft: try ledger.countWords(about: user),
            areLeftOfStaff: try person != user && ledger.staff().hasBegun
        ).json
    }

    /// Erases again who was erased before, as after a restore.
    func repeatErasures() throws {
        for user in erasures.users {
            if try ledger.profile(of: user) != nil { try ledger.setProfiles([(user: user, profile: nil)]) }
            _ = try ledger.eraseWords(about: user)
            try notices?.erase(user)
            try payments?.book.erase(user)
        }
    }

    private func checkIsIdle(_ user: UserID) throws {
        if let use = try ledger.use(ofAccount: user) { throw Problem(.accountInUse, use.hint) }
    }
}
