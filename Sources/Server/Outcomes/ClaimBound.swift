import Draft
import DraftLedger
import Pages
import Platform

/// The bound on the cases that a member opens about the same pick or score, so that a member cannot flood the officers.
///
/// It is a rule of the server and not of the ledger: an older ledger with more cases replays as it is. A member has one open
/// case about a pick at a time, and ``mostCases`` in all. Staff have no bound.
final class ClaimBound: Sendable {
    /// The highest number of cases of one claimant about the same pick or score.
    static let mostCases = 3

    /// The subject of a claim.
    private struct Subject: Hashable {
        let claimant: UserID
        let room: RoomID
        let pick: PickNumber
        let seat: Seat
        let week: UInt8?

        init?(_ opened: DisputeOpened) {
            guard let claimant = opened.claimant else { return nil }
            (self.claimant, room, pick, seat, week) = (claimant, opened.room, opened.pick, opened.seat, opened.week)
        }
    }

    private let cases: CaseIndex
    /// The subjects of claims that are being decided: of several at a time, one is.
    private let pending = Guarded<Set<Subject>>([])

    init(_ cases: CaseIndex) { self.cases = cases }

    /// Sends a command unless its claimant has reached the bound.
    ///
    /// - Parameter send: sends the command.
    /// - Throws: `tooManyCases`, or what `send` throws.
    func checking<Result: Sendable>(
        _ sent: SentCommand, in reader: LedgerReader, _ send: () async throws -> Result
    ) async throws -> Result {
        guard sent.actor.role == .user, let (id, opened) = sent.command.claim,
            // A claim in another member's name is the ledger's to refuse: nothing is told of that member's cases.
            let subject = Subject(opened), sent.actor.user == subject.claimant
        else { return try await send() }
        guard pending.withLock({ $0.insert(subject).inserted }) else {
            throw Self.problem(
                "Another case about this pick or score is being recorded. Send yours again if you still need it.")
        }
        defer { pending.withLock { _ = $0.remove(subject) } }
        let known = try await reader.read { [cases] ledger -> (all: [CaseID], open: CaseID?) in
            let all = try cases.cases(by: subject.claimant, in: ledger) { Subject($0) == subject }
            let open = try all.first { try CaseState.folding(ledger.caseHistory($0))?.resolution == nil }
            return (all, open)
        }
        // A command that is sent again gets the first answer.
        guard !known.all.contains(id) else { return try await send() }
        if let open = known.open {
            throw Self.problem("Case \(open) about this pick or score is open. Attach evidence to it.")
        }
        guard known.all.count < Self.mostCases else {
            throw Self.problem(
                "\(known.all.count) cases about this pick or score are decided already. Contact support.")
        }
        return try await send()
    }

    private static func problem(_ detail: String) -> Problem {
        var problem = Problem(.tooManyCases, detail)
        problem.details.isRecorded = false
        return problem
    }
}
