extension Decider where State: HouseStates {
    /// Records that somebody with a staff role read private data of a member.
    ///
    /// Only the server sends it, as the scheduler. If staff roles are enabled, the reader must have the role.
    func recordAccessEvents(_ user: UserID, _ read: PrivateDataRead) throws(Refusal) -> [StreamEvent] {
        try checkRole()
        try checkRegistered(user)
        guard read.reader != user else {
            throw Refusal(.invalidValue, "User \(user) reads their own data, which is not recorded.")
        }
        guard !read.roles.isEmpty else {
            throw Refusal(.invalidValue, "The staff roles of reader \(read.reader) are missing.")
        }
        guard !state.staff.hasBegun || state.staff.roles(of: read.reader, at: now) == read.roles else {
            throw Refusal(.forbidden, "Reader \(read.reader) does not have these staff roles.")
        }
        guard !state.user(user).accesses.covers(read, at: now) else {
            throw Refusal(
                .alreadyExists, "This read of user \(user)'s data is already recorded within the last 24 hours.")
        }
        return [StreamEvent(.user(user), .privateDataRead(read))]
    }
}
