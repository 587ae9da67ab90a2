extension BetState {
    /// Takes the next record of the log. Records have to come in the order of their positions.
    public mutating func fold(_ recorded: RecordedBetEvent) {}
}
