@testable import DraftLedger  // what the desk hands on
@testable import Ledger  // how it fails

/// The writer and its disk: what is synced, and a tail that is not.
///
/// A commit of LMDB is all there or not at all, whatever a crash leaves of it: `PowerCutTests` try that. So here a commit
/// is one step, before which a crash loses all of it, and after which it loses the answers.
struct SimulatedWriter {
    struct Waiting {
        var request: AppendRequest
        let completion: @Sendable (Result<Appended, LedgerError>) -> Void
    }

    typealias Answer = () -> Void

    /// What was handed over, and is not on the disk.
    var tail: [Waiting] = []
    /// What is on the disk, or never will be, and was not answered.
    var answers: [Answer] = []
    /// Whether it comes to it by itself.
    var isUnderway = false
    /// Whether nothing is written any more before the next start.
    var isBroken = false
    /// The requests of a commit that has failed, and may be on the disk all the same.
    var unclear: [AppendRequest] = []

    /// Whether the desk has reason to begin anew: somebody has appended beside it, a commit has
    /// failed, or what it only counted is to be stated.
    var hasReasonToBeginAnew = false
    /// What the ledger refused last.
    var refusal: LedgerError?

    var isIdle: Bool { tail.isEmpty && answers.isEmpty }
}

extension Service {
    /// Has the writer go on, some time later.
    func goOnWriting() {
        guard isAlive, !writer.isUnderway, !writer.isIdle else { return }
        writer.isUnderway = true
        var longest: Int64 = writer.answers.isEmpty ? (world.has(.slowDisk) && world.oneIn(3) ? 400_000 : 4_000) : 200
        if world.strikes(.hungDisk, oneIn: 40) {
            longest = 6_000_000
            world.note(.hungDisk)
        }
        world.after(world.delay(upTo: longest)) { [self] in
            writer.isUnderway = false
            guard isAlive, !writer.isIdle else { return }
            if writer.answers.isEmpty { commit() } else { answer() }
            goOnWriting()
        }
    }

    /// Answers the first of those that wait for it.
    func answer() { writer.answers.removeFirst()() }

    /// Commits what waits, or a part of it; or comes to grief with it.
    func commit() {
        guard isAlive else { return fail(.closed) }
        if writer.isBroken { return fail(.storage) }
        if world.strikes(.fullDisk, oneIn: 15) {
            world.note(.diskFull)
            return fail(.diskFull)
        }
        if world.strikes(.brokenDisk, oneIn: 150) {
            world.note(.diskBroken)
            writer.isBroken = true
            writer.unclear = writer.tail.map(\.request)
            // Somebody sees it, and starts the service anew.
            world.after(world.delay(upTo: 3_000_000)) { [self] in try world.crash(self) }
            return fail(.storage)
        }
        // Before the commit.
        if world.strikes(.crash, oneIn: 120) { return world.attempt { try world.crash(self) } }
        let count = world.oneIn(3) ? 1 + world.pick(below: writer.tail.count) : writer.tail.count
        let group = Array(writer.tail.prefix(count))
        writer.tail.removeFirst(count)
        world.attempt {
            try ledger.holdingTurn { turn in
                for waiting in group {
                    turn.enqueue(waiting.request) { [self] result in
                        if case .failure(let error) = result { writer.refusal = error }
                        writer.answers.append { waiting.completion(result) }
                    }
                }
            }
            try world.follow(self)
            // After the commit, before the answers.
            if world.strikes(.crash, oneIn: 80) { try world.crash(self) }
        }
        if world.hasFailed { fail(.closed) }
    }

    /// Commits what a commit that has failed had to write, as the disk may have it.
    func commitUnclear() throws {
        let requests = writer.unclear
        writer.unclear = []
        guard !requests.isEmpty else { return }
        guard world.oneIn(2) else { return world.note(.brokenCommitLost) }
        world.note(.brokenCommitDurable)
        try ledger.holdingTurn { turn in
            for var request in requests {
                // It was cut because of the failure, of which the disk knows nothing.
                request.chain = nil
                turn.enqueue(request) { _ in }
            }
        }
    }

    private func fail(_ code: LedgerError.Code) {
        writer.hasReasonToBeginAnew = true
        let group = writer.tail
        writer.tail = []
        for waiting in group { waiting.request.chain?.cut() }
        let error = LedgerError(code, path: ledger.path, detail: "a simulated failure")
        writer.answers += group.map { waiting in { waiting.completion(.failure(error)) } }
    }
}
