import Values

/// The checks that several rules share.
extension BetDecider {
    /// Refuses senders whose role may not send such commands, and users who send them about another user.
    func checkSender(of command: BetCommand) throws(BetRefusal) {
        let actor = origin.actor
        guard actor.isValid else {
            throw BetRefusal(
                .forbidden, "The user number of the sender is not valid: expected 1-\(UserID.maximum).")
        }
        guard kind.senders.contains(actor.role) else {
            let roles = kind.senders.map(\.name).joined(separator: " or ")
            throw BetRefusal(
                .forbidden, "\(kind.name) requires the role \(roles); the sender has the role \(actor.role.name).")
        }
        guard (1...BetStream.maximumNumber).contains(command.anchor.number) else {
            throw BetRefusal(
                .invalidValue,
                "\(command.anchor.number) is not a number of a \(command.anchor.kind.name): expected 1-2^48.")
        }
        if case .bettor(let user) = command.anchor, actor.user != user {
            throw BetRefusal(.forbidden, "User \(actor.user.map(\.description) ?? "?") cannot bet for user \(user).")
        }
    }

    /// Refuses times that the edge of the system cannot have given: in the future, or longer ago than a command can wait.
    func checkClock() throws(BetRefusal) {
        guard let occurredAt = origin.occurredAt else { return }
        let tolerance = BetRules.clockTolerance
        guard occurredAt <= now + tolerance else {
            throw BetRefusal(
                .clockOff,
                "The command's time, \(occurredAt.iso8601), is in the future. The ledger's is \(now.iso8601).")
        }
        guard isImport || occurredAt >= now - BetRules.longestQueue else {
            throw BetRefusal(
                .clockOff,
                "The command's time, \(occurredAt.iso8601), is more than \(BetRules.longestQueue.seconds) s before the "
                    + "ledger's, \(now.iso8601). Send the command again.")
        }
        guard GameDate.moments.contains(occurredAt) else {
            throw BetRefusal(.clockOff, "\(occurredAt.iso8601) is not a time of a game: expected 1970 to 2499.")
        }
    }

    func game(_ id: GameID) throws(BetRefusal) -> BetState.Game {
        guard let game = state.games[id] else {
            throw BetRefusal(.unknownGame, "Game \(id) is not on the schedule. Send scheduleGame first.")
        }
        return game
    }

    func checkFeed(_ feed: String) throws(BetRefusal) { try checkText(feed, named: "feed", 1...BetRules.feedBytes) }

    /// Refuses a name that is too long, or that would change how a line with it is shown.
    func checkText(_ text: String, named name: String, _ bytes: ClosedRange<Int>) throws(BetRefusal) {
        try checkLength(of: text, named: name, bytes)
        try check(text.unicodeScalars.allSatisfy(\.isVisible), "The \(name) has a control character. Remove it.")
    }

    func checkLength(of text: String, named name: String, _ bytes: ClosedRange<Int>) throws(BetRefusal) {
        guard bytes.contains(text.utf8.count) else {
            throw BetRefusal(
                .invalidValue,
                "The \(name) has \(text.utf8.count) bytes: expected \(bytes.dashed).")
        }
    }

    func check(_ isValid: Bool, _ message: @autoclosure () -> String) throws(BetRefusal) {
        guard isValid else { throw BetRefusal(.invalidValue, message()) }
    }

    /// Refuses a date and a tip-off that do not belong together.
    func checkAppointment(_ date: GameDate?, _ tipOff: Timestamp?) throws(BetRefusal) {
        guard let date else {
            return try check(tipOff == nil, "A game without a date cannot have a tip-off. Send the date.")
        }
        try check(GameDate.allowed.contains(date), "\(date) is not a date of a game: expected 1970 to 2499.")
        guard let tipOff else { return }
        try check(
            date.contains(tipOff), "The tip-off \(tipOff.iso8601) is not on the US date \(date). Check the time zone.")
    }

    /// Refuses the result of a game that cannot be one.
    func checkResult(of periods: [PeriodScore], ending: GameEnding, secondsPlayed: UInt16) throws(BetRefusal) {
        let sums = periods.sums
        try check(
            (1...GameClock.mostPeriods).contains(periods.count),
            "A result of \(periods.count) periods is not valid: expected 1-\(GameClock.mostPeriods).")
        try check(
            max(sums.home, sums.away) <= BetRules.mostPoints,
            "\(sums.home)-\(sums.away) is not a result: expected at most \(BetRules.mostPoints) points.")
        let length = GameClock.secondsPlayed(inPeriods: periods.count)
        switch ending {
        case .completed:
            try check(
                periods.count >= GameClock.quarters,
                "A completed game has at least \(GameClock.quarters) periods; the report has \(periods.count).")
            try check(
                sums.home != sums.away,
                "A completed game cannot end \(sums.home)-\(sums.away). Report the overtime too.")
            for count in GameClock.quarters..<periods.count {
                let before = Array(periods[..<count]).sums
                try check(
                    before.home == before.away,
                    "Period \(count + 1) cannot follow a score of \(before.home)-\(before.away): overtime follows a tie."
                )
            }
            try check(
                secondsPlayed == length,
                "\(periods.count) periods take \(length) s of play; the report says \(secondsPlayed) s.")
        case .abandoned:
            let before = GameClock.secondsPlayed(inPeriods: periods.count - 1)
            try check(
                (before...length).contains(secondsPlayed),
                "A game stopped in period \(periods.count) was played for \(before)-\(length) s, not \(secondsPlayed) s."
            )
        }
    }
}

extension GameDate {
    /// The moments that events can have.
    static let moments = allowed.lowerBound.midnight...(allowed.upperBound.midnight + .seconds(86_400))

    /// Whether a moment can be on this date somewhere in the United States or in the arena of a game abroad: from the date's
    /// midnight in UTC to 36 hours later.
    func contains(_ moment: Timestamp) -> Bool {
        (midnight...(midnight + .seconds(36 * 3_600))).contains(moment)
    }
}

extension Unicode.Scalar {
    /// Whether it is neither a control character nor one that changes the direction of writing.
    fileprivate var isVisible: Bool {
        switch value {
        case 0..<0x20, 0x7F..<0xA0, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: false
        default: true
        }
    }
}

extension Interval {
    /// Whole seconds, for texts.
    var seconds: Int64 { microseconds / 1_000_000 }
}
