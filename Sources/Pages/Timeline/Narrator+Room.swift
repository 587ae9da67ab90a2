import Draft

extension Narrator {
    func statement(_ stated: ResultsStated) -> StyledText {
        let points = stated.entries.count { $0.points != nil }
        let advancing = stated.entries.count { $0.advances == true }
        return StyledText("\(stated.source) states of round \(stated.round): ")
            + StyledText(points == 0 ? "no points" : "the points of \(Figures.plural(points, "entry", "entries"))")
            + StyledText(stated.entries.contains { $0.advances != nil } ? ", \(advancing) of them to advance" : "")
    }

    func withheld(by seats: [Seat], in room: RoomID) -> StyledText {
        guard !seats.isEmpty else { return .empty }
        let holders = seats.map { names.holder(of: $0, in: room) }.joined(separator: ", ")
        return StyledText("; not revealed by \(holders)", .alarm)
    }

    func opened(_ event: RoomOpened) -> StyledText {
        let fee = event.entryFee.map { ", fee \(Figures.money($0))" } ?? ""
        let name = event.externalID.isEmpty ? "" : " \(event.externalID)"
        return StyledText("room\(name) opens: ")
            + StyledText(Self.summary(event.ruleset, isImported: event.commitment == nil) + fee)
    }

    /// `12 x 18, fast clock`
    ///
    /// - Parameters:
    ///   - rules: those of a room or a contest.
    ///   - isImported: of a draft that was held elsewhere only its source knows the clock.
    static func summary(_ rules: Ruleset, isImported: Bool) -> String {
        "\(rules.teams) x \(rules.rounds)\(rules.order == .snake ? "" : " with third-round reversal"), \(clock(of: rules, isImported: isImported))"
    }

    private static func clock(of rules: Ruleset, isImported: Bool) -> String {
        guard rules.preset == .untimed else {
            return "\(rules.preset) clock" + (rules.overnight.map { ", overnight pause \($0.title)" } ?? "")
        }
        guard isImported else { return "no clock" }
        return rules.statedClock.map { "\(Figures.duration($0)) per pick at its source" } ?? "clock unknown"
    }

    func who(_ user: UserID?, _ externalID: String) -> String {
        user.map { names.user($0) } ?? (externalID.isEmpty ? "an unknown user" : externalID)
    }

    func autodraft(_ event: AutodraftSet, in room: RoomID) -> StyledText {
        let cause =
            switch event.cause {
            case .userWish: "by command"
            case .missedPicks: "after missed picks"
            case .manualAct: "by a manual action"
            case .correction: "because the missed picks were undone"
            }
        return StyledText(
            "autodraft \(event.on ? "on" : "off") for \(names.holder(of: event.seat, in: room)), \(cause)")
    }
}
