import Draft

extension WhatIf {
    /// The first recorded event at which the same commands under two sets of rules part: a command that ends otherwise,
    /// or a pick that goes otherwise.
    ///
    /// - Parameter scope: `picks` passes over commands that end otherwise without changing a pick.
    func firstDifference(
        between one: WhatIfChange, and other: WhatIfChange, within scope: RoomFold.Scope
    ) throws(WhatIfError) -> RecordedEvent? {
        let (left, right) = (try rerun(one).rerun, try rerun(other).rerun)
        var found: [RecordedEvent] = []
        if let divergence = PickDivergence.first(between: left.events, and: right.events) {
            // The record's own pick of that number; where the room never came to it, what it ended with.
            let event = history.events.first { $0.event.madePick == divergence.pick } ?? history.events.last
            found += [event].compactMap { $0 }
        }
        if scope == .room { found += [firstOutcome(in: left, unlike: right)].compactMap { $0 } }
        return found.min { $0.position < $1.position }
    }

    private func firstOutcome(in left: Rerun, unlike right: Rerun) -> RecordedEvent? {
        for (step, content) in script.steps.enumerated() {
            guard case .command(let command) = content,
                left.outcomes[step]?.map(\.code) != right.outcomes[step]?.map(\.code)
            else { continue }
            return command.events.first
        }
        return nil
    }
}
