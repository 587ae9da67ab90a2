extension CommandOrigin {
    /// Why nothing can be done in this name; nil for what a record can hold.
    ///
    /// Whoever stores refusals cannot store this one: no record could say who was refused, or when.
    public var refusal: Refusal? {
        guard actor.isValid else {
            return Refusal(
                .invalidValue,
                "The sender's number, or that of whom he acts for, is none: expected 1-\(UserID.maximum).")
        }
        guard occurredAt.map({ RecordLimit.standsForNone($0.microseconds) }) != true else {
            return Refusal(.invalidValue, "The command's time is the one that stands for none in a record.")
        }
        return nil
    }
}
