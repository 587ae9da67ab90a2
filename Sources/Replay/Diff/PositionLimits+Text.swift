public import Draft

extension PositionLimits {
    /// Reads limits as people write them: "3/7/9/3", in the order QB, RB, WR, TE.
    public init?(text: some StringProtocol) {
        let numbers = text.split(separator: "/", omittingEmptySubsequences: false).compactMap { UInt8($0) }
        guard numbers.count == 4, text.filter({ $0 == "/" }).count == 3 else { return nil }
        self.init(
            quarterbacks: numbers[0], runningBacks: numbers[1], wideReceivers: numbers[2], tightEnds: numbers[3])
    }
}
