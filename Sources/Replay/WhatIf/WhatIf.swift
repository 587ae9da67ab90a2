import Draft

/// A counterfactual: a room's commands replayed under other rules, without one of them, or with an additional one,
/// through the same `decide`.
///
/// Assumes that people react as fast as they did and want the same players, also if another team got another player. So
/// the first divergence is certain, and what follows is the result of the same acts. See `RecordedCommand` for what cannot be run again.
public struct WhatIf: Sendable {
    let history: RoomHistory
    let script: RerunScript

    /// Takes a room's history apart; costs what an audit of the room does.
    ///
    /// - Throws: `WhatIfError.notDrafted`.
    public init(_ history: RoomHistory) throws(WhatIfError) {
        guard let room = history.state, room.hasStarted else { throw .notDrafted(history.room) }
        self.history = history
        script = RerunScript(history)
    }

    /// Runs the draft under a change.
    ///
    /// - Throws: `WhatIfError` for a change that cannot be made.
    public func run(_ change: WhatIfChange = .none) throws(WhatIfError) -> WhatIfReport {
        let (rerun, skipping) = try rerun(change)
        guard let was = history.state, let becomes = rerun.room else { throw .notDrafted(history.room) }
        return WhatIfReport(
            room: history.room, was: was, becomes: becomes,
            firstDivergence: PickDivergence.first(between: history.events, and: rerun.events),
            outcomes: outcomes(of: rerun, skipping), insertions: insertions(of: change, in: rerun),
            untold: script.untold,
            pool: history.pools.pool(was.pool, before: .max))
    }

    /// The first pick at which two sets of rules part, each with the same commands.
    ///
    /// - Returns: nil when they come to the same picks.
    public func firstDivergence(
        between one: WhatIfChange, and other: WhatIfChange
    ) throws(WhatIfError) -> PickDivergence? {
        PickDivergence.first(between: try rerun(one).rerun.events, and: try rerun(other).rerun.events)
    }

    func rerun(_ change: WhatIfChange) throws(WhatIfError) -> (rerun: Rerun, skipping: Set<Int>) {
        try check(change)
        var skipping: Set<Int> = []
        for position in change.without {
            let step = try step(at: position)
            skipping.insert(step)
            // Nobody ends a pause that never began.
            if let resume = script.resume(ofPause: step) { skipping.insert(resume) }
        }
        var rerun = Rerun(
            script, of: history, under: change, skipping: skipping, inserting: try insertions(of: change))
        rerun.run()
        return (rerun, skipping)
    }

    private func check(_ change: WhatIfChange) throws(WhatIfError) {
        let ruleset = history.state?.ruleset
        if change.grace != nil || change.clock != nil, ruleset?.isTimed != true {
            throw .badClock("room \(history.room) has none")
        }
        if let grace = change.grace, grace < .zero { throw .badClock("the grace is \(grace.seconds())") }
        if let clock = change.clock, clock <= .zero { throw .badClock("a slot has \(clock.seconds())") }
    }

    private func step(at position: UInt64) throws(WhatIfError) -> Int {
        guard let step = script.stepOfPosition[position] else {
            throw .noCommand(position: position, room: history.room)
        }
        switch script.steps[step] {
        case .setting(let events):
            // A refused edit of a queue stands among the setting for its version, but makes nothing what it is.
            if events[0].event.refusal != nil { return step }
            throw .setting(position: position, room: history.room)
        case .command, .remark: return step
        }
    }

    /// Inserted commands by the turn in which they come.
    private func insertions(
        of change: WhatIfChange
    ) throws(WhatIfError) -> [Turn.Key: [PlacedInsertion]] {
        var byTurn: [Turn.Key: [PlacedInsertion]] = [:]
        let turns = script.turns.values.sorted { $0.startsAt < $1.startsAt }
        for (index, insertion) in change.inserted.enumerated() {
            guard let question = RoomQuestion(insertion.command), insertion.command.anchor.isOf(history.room),
                insertion.command.isOfDraft
            else {
                throw .foreignCommand(insertion.command.kind, room: history.room)
            }
            guard let turn = turns.last(where: { $0.startsAt <= insertion.moment }) ?? turns.first else { continue }
            let resume = turn.resumes.last { script.pauses[$0].map { $0.endsAt <= insertion.moment } ?? false }
            byTurn[turn.key, default: []].append(
                PlacedInsertion(
                    step: script.steps.count + index, resume: resume, question: question, actor: insertion.actor,
                    moment: insertion.moment))
        }
        return byTurn
    }

    private func outcomes(of rerun: Rerun, _ skipped: Set<Int>) -> [WhatIfReport.Outcome] {
        script.steps.enumerated().compactMap { step, content in
            guard case .command(let command) = content, !skipped.contains(step) else { return nil }
            guard let outcome = rerun.outcomes[step], outcome?.code != command.refusal else { return nil }
            return WhatIfReport.Outcome(
                position: command.position, command: command.command.kind, was: command.refusal,
                becomes: outcome?.code)
        }
    }

    private func insertions(of change: WhatIfChange, in rerun: Rerun) -> [WhatIfReport.Inserted] {
        change.inserted.enumerated().map { index, insertion in
            let outcome: WhatIfReport.Inserted.Outcome =
                switch rerun.outcomes[script.steps.count + index] {
                case nil: .neverSent
                case .some(nil): .accepted
                case .some(let refusal?): .refused(refusal)
                }
            return WhatIfReport.Inserted(
                command: insertion.command.kind, actor: insertion.actor, moment: insertion.moment, outcome: outcome)
        }
    }
}

extension Command {
    /// Whether it can be sent during a draft.
    fileprivate var isOfDraft: Bool {
        switch self {
        case .room(_, .openRoom), .room(_, .importRoom), .room(_, .startDraft), .room(_, .tickClock),
            .room(_, .cancelRoom), .room(_, .recordStatedResults):
            false
        case .room, .queue: true
        case .ledger, .pool, .tournament, .wallet, .user, .dispute, .staff, .measure, .season, .aliases, .notes: false
        }
    }
}
