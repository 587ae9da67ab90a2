import Draft

extension Narrator {
    func automated(_ event: PickAutomated, in room: RoomID) -> StyledText {
        let label = StyledText(names.label(of: event.pick, in: room), .bold)
        let holder = names.holder(of: event.seat, in: room)
        let reason =
            switch event.reason {
            case .clockExpired: "clock expired"
            case .autodraft: "autodraft"
            case .admin: "by an admin"
            case .unknown: "the source does not state how"
            }
        if event.source == .unknown {
            guard let taken = event.player else { return label + StyledText(" is unknown to the source", .dim) }
            return label + StyledText(" \(holder) takes ") + player(taken, in: room)
                + StyledText(", \(reason)", .dim)
        }
        guard event.source != .skipped || event.player != nil else {
            return label + StyledText(" \(holder) is skipped, \(reason)", .alarm)
        }
        let source =
            switch event.source {
            case .queue: "from the queue"
            case .rankings: "from the rankings"
            case .adp: "by ADP"
            case .fallback: "by ADP beyond the limits"
            case .skipped: "made later, after a skip"
            case .unknown: "from an unknown source"
            }
        let version = event.queueVersion > 0 ? ", queue at version \(event.queueVersion)" : ""
        return label + StyledText(" autopick for \(holder): ") + player(event.player, in: room)
            + StyledText(" \(source), \(reason)\(version)") + passedOver(event.skipped)
    }

    private func passedOver(_ skips: [PickAutomated.Skip]) -> StyledText {
        let pieces = PickAutomated.Skip.Cause.allCases.compactMap { cause -> String? in
            let count = skips.count { $0.cause == cause }
            guard count > 0 else { return nil }
            switch cause {
            case .taken: return "\(count) taken"
            case .positionLimit: return "\(count) over a limit"
            case .notInPool: return "\(count) not in the pool"
            }
        }
        return pieces.isEmpty ? .empty : StyledText("; skipped \(pieces.joined(separator: ", "))", .dim)
    }

    func corrected(_ event: PickCorrected, in room: RoomID) -> StyledText {
        let label = names.label(of: event.pick, in: room)
        var words = StyledText("\(label) corrected", .alarm) + StyledText(", \(event.mode)")
        switch event.mode {
        case .cascade: words += StyledText(": it and all picks after it are undone")
        case .lastOnly, .substitute:
            words += ": " + player(event.newPlayer, in: room) + " instead of " + player(event.oldPlayer, in: room)
        }
        words += StyledText(", approved by \(names.user(event.approvedBy))")
        if let asker = event.requestedBy { words += StyledText(", requested by \(names.user(asker))") }
        if let dispute = event.dispute { words += StyledText(", case \(dispute)") }
        return words
    }

    func rejection(_ event: CommandRejected, by actor: Sender?, in room: RoomID?) -> StyledText {
        var words = StyledText("refused, \(event.code.name)", .alarm) + StyledText(": \(event.command.name)")
        if let actor { words += StyledText(" of \(names.actor(actor))") }
        if let pick = event.pick, let room { words += StyledText(" for \(names.label(of: pick, in: room))") }
        if let index = event.player { words += ", " + player(index, in: room) }
        if let margin = event.margin {
            let distance = Figures.duration(Interval(microseconds: abs(margin.microseconds)))
            words += StyledText(margin < .zero ? ", \(distance) too late" : ", \(distance) before the end of grace")
        }
        if event.count > 1 { return words + StyledText(", \(Figures.grouped(event.count)) times", .bold) }
        return words + StyledText(event.detail.map { ": \(Figures.withAmounts($0))" } ?? "")
    }
}
