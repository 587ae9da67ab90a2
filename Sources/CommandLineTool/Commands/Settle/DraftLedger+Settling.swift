import Draft
import DraftLedger

extension DraftLedger {
    /// Sends a command under a new id and waits for its outcome.
    ///
    /// - Throws: `ToolError` with the refusal, which is on record then.
    func settle(_ command: Command, as actor: Actor) throws {
        var random = SystemRandomNumberGenerator()
        let id = CommandID(high: random.next(), low: random.next())
        if case .refused(let refusal, _, _) = try sendBlocking(command, as: actor, id: id) {
            throw ToolError(.badData, "The rules refuse it (\(refusal.code.name)): \(refusal.message)")
        }
    }

    /// The recorded cases, by number.
    func cases() throws -> [CaseID] {
        var ids: [CaseID] = []
        try events(type: .disputeOpened) { recorded in
            if case .dispute(let id) = recorded.stream { ids.append(id) }
            return true
        }
        return ids.sorted()
    }

    func knownCase(_ number: UInt64) throws -> CaseID {
        guard (1...StreamKey.maximumNumber).contains(number), try !stream(.dispute(CaseID(number))).isEmpty else {
            throw ToolError(.noInput, "There is no case \(number). `case list` lists those that there are.")
        }
        return CaseID(number)
    }

    /// A case that was upheld, from which something may follow.
    func upheldCase(_ number: UInt64) throws -> (id: CaseID, opened: DisputeOpened, resolution: DisputeResolved) {
        let id = try knownCase(number)
        guard let state = CaseState.folding(try stream(.dispute(id))), let resolution = state.resolution,
            resolution.verdict == .upheld
        else {
            throw ToolError(
                .badData, "Case \(id) was not upheld, so nothing follows from it. Resolve it first with `case resolve`."
            )
        }
        return (id, state.opened, resolution)
    }

    func claimant(of id: CaseID) throws -> UserID? {
        guard case .disputeOpened(let opened)? = try stream(.dispute(id)).first?.event else { return nil }
        return opened.claimant
    }
}
