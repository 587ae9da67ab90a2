/// The results that a site states for its own draft.
extension Decider {
    /// Of a complete draft, whatever was stated before: the site's word is a fact each time.
    func recordStatedResultsEvents(_ id: RoomID, _ results: ResultsStated) throws(Refusal) -> [StreamEvent] {
        try checkRole()
        let room = try knownRoom(id)
        guard authority.allows(origin.actor, in: room) else {
            throw Refusal(.forbidden, "Room \(id) was drafted here: no other site can state its results.")
        }
        guard room.status == .complete else {
            throw Refusal(.wrongStatus, "Room \(id) is \(room.status.name), not complete.")
        }
        guard (1...ContestRoundsSet.mostRounds).contains(Int(results.round)) else {
            throw Refusal(
                .invalidValue, "The round is \(results.round), expected 1-\(ContestRoundsSet.mostRounds).")
        }
        try check(results.source, named: "source")
        try checkEntries(of: results, in: room)
        guard results.picks.isEmpty || results.picks.count == room.picks.count else {
            throw Refusal(
                .invalidValue, "Room \(id) has \(room.picks.count) picks; \(results.picks.count) were stated.")
        }
        for (index, pick) in results.picks.enumerated() {
            try check(pick.points, of: "pick \(index + 1)")
        }
        guard results.saysSomething else {
            throw Refusal(.invalidValue, "No result of an entry or of a pick is stated.")
        }
        return [StreamEvent(.room(id), .resultsStated(results))]
    }

    private func checkEntries(of results: ResultsStated, in room: RoomState) throws(Refusal) {
        guard results.entries.count == room.members.count else {
            throw Refusal(
                .invalidValue,
                "Room \(room.id) has \(room.members.count) seats; \(results.entries.count) entries were stated.")
        }
        for (index, entry) in results.entries.enumerated() where entry != .blank {
            let seat = Seat(truncatingIfNeeded: index)
            guard room.member(at: seat) != nil else {
                throw Refusal(
                    .invalidValue, "Room \(room.id) has no member at \(room.placeName(of: seat)).")
            }
            try check(entry.points, of: room.placeName(of: seat))
        }
    }

    private func check(_ points: Int32?, of what: String) throws(Refusal) {
        guard let points, points.magnitude > ResultsStated.mostPoints.magnitude else { return }
        throw Refusal(
            .invalidValue,
            "\(points) hundredths of a point are stated for \(what), expected at most \(ResultsStated.mostPoints).")
    }
}
