extension Decider where State: HouseStates {
    /// Records what became of the notices about one turn of a member.
    ///
    /// Only the service that delivers them sends it, as the scheduler.
    func recordNoticesEvents(_ user: UserID, _ recorded: NoticesRecorded) throws(Refusal) -> [StreamEvent] {
        try checkRole()
        try checkRegistered(user)
        guard (1...NoticesRecorded.maximumCount).contains(recorded.notices.count) else {
            throw Refusal(
                .invalidValue,
                "The number of notices is \(recorded.notices.count), expected 1-\(NoticesRecorded.maximumCount).")
        }
        try checkIsRecordable(recorded.pick, named: "pick")
        for notice in recorded.notices {
            try checkIsRecordable(notice.cause, named: "notice's cause")
            guard (notice.outcome == .sent || notice.outcome == .unclear) == (notice.reason == .none) else {
                throw Refusal(
                    .invalidValue, "The outcome \(notice.outcome) does not go with the reason \(notice.reason).")
            }
        }
        return [StreamEvent(.user(user), .noticesRecorded(recorded))]
    }
}
