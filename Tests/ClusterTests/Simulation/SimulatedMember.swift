import Cluster
import Merkle
import Platform

/// A machine of the cluster: what outlives its processes, and what happens to it.
final class Machine {
    let index: Int
    let name: String
    var ledger = SimulatedLedger()
    var process: MemberProcess?
    /// Of the network between it and the sequencer.
    var requestsLostUntil: Int64 = 0
    var repliesLostUntil: Int64 = 0
    var diskFullUntil: Int64 = 0

    init(index: Int) {
        self.index = index
        name = "node-\(index)"
    }
}

/// A client's command at one member, and who waits for its answer.
struct Waiting {
    let command: UInt64
    let attempt: Int
}

/// A process of a machine: the shell that runs a `ClusterNode` and its ledger in simulated time.
///
/// It does what the effects say, in the way of the real shell: one writer, which waits for the answer to its proposal.
final class MemberProcess {
    unowned let world: ClusterSimulation
    let machine: Machine
    var node: ClusterNode
    var isAlive = true
    var pausedUntil: Int64 = 0

    // The clock
    private let startedAt: Int64
    private var clockBase: UInt64
    /// Millionths by which the clock is too fast.
    private let drift: Int64
    private var wakes = 0

    // The writer
    var waiting: [Waiting] = []
    var proposal: (value: Proposal, batch: SimulatedBatch, waiting: [Waiting], wasUnclear: Bool)?
    var undetermined: (value: Proposal, waiting: [Waiting], nonce: UInt64?)?
    var proposals: UInt64 = 0
    /// The batch whose local commit is on its way.
    var committing: UInt64?
    /// Acknowledgements that wait until another node has the batch.
    var unreplicated: [(number: UInt64, waiting: [Waiting])] = []
    var replicated: UInt64 = 0
    private var appends: Set<UInt64> = []
    /// The nonce of the last append.
    var lastAppend: UInt64?
    /// When the last renewal of the session was begun, on the process' own clock; nil while it holds no lead.
    var leaseBegun: UInt64?
    var hasSkipped = false
    /// A batch of its own that it could not commit.
    var ownBatch: UInt64?

    init(_ world: ClusterSimulation, _ machine: Machine) {
        self.world = world
        self.machine = machine
        startedAt = world.now
        clockBase = 1 + world.random.next() % 1_000_000_000_000
        drift = Int64(world.random.next() % 100_000) - 50_000
        node = ClusterNode(
            world.settings(of: machine, seed: world.random.next()), applied: machine.ledger.position)
    }

    var localTime: MonotonicTime {
        let passed = world.now - startedAt
        return MonotonicTime(nanoseconds: clockBase + UInt64(passed * (1_000_000 + drift) / 1_000))
    }

    func jump(_ microseconds: Int64) {
        clockBase += UInt64(microseconds) * 1_000
        step(.timer)
    }

    func step(_ input: ClusterInput) {
        let effects = node.step(input, at: localTime)
        if world.isTraced { print(world.now, machine.name, input, "→", effects) }
        for effect in effects { perform(effect) }
    }

    /// Gives the node an input later, unless the process has ended by then. A paused process gets it when it resumes.
    func later(_ delay: Int64, _ input: ClusterInput) {
        later(delay) { $0.step(input) }
    }

    func later(_ delay: Int64, _ body: @escaping (MemberProcess) -> Void) {
        world.schedule(after: delay) { [self] in
            guard isAlive else { return }
            guard pausedUntil <= world.now else { return later(pausedUntil - world.now + 1, body) }
            body(self)
        }
    }
}

// MARK: Effects

extension MemberProcess {
    private func perform(_ effect: ClusterEffect) {
        switch effect {
        case .wake(let time): wake(at: time)
        case .readHead(let id):
            world.request(from: self) { [world] in
                world.headShown($0)
            } reply: {
                .headRead(id, $0.asResult)
            }
        case .readLeader(let id):
            world.request(from: self) { [world] in
                $0.leader(at: world.now)
            } reply: {
                .leaderRead(id, $0.asResult)
            }
        case .readNodes(let id):
            world.request(from: self) { [world] in
                $0.nodes(at: world.now)
            } reply: {
                .nodesRead(id, $0.asResult)
            }
        case .readBatches(let id, let number, let limit):
            world.request(from: self) {
                $0.batches(after: number, limit: limit)
            } reply: {
                .batchesRead(id, $0.asResult)
            }
        case .append(let id, let batch, let head, let revision): append(id, batch, head, after: revision)
        case .keepSession(let id, let session): keep(session, id)
        case .cleanUp(let number): world.cleanUp(before: number, by: self)
        case .claim(let epoch): later(world.between(50, 3_000)) { $0.propose(claiming: epoch) }
        case .answer(let id, let answer): take(answer, to: id)
        case .apply(let batches): apply(batches)
        case .copyFromPeer(let head): copy(to: head)
        case .compareLocally(let proposal): compare(proposal)
        case .settled(let id, let isCommitted): settle(id, isCommitted)
        case .statusChanged(let status): take(status)
        case .leadConfirmed(let id, let leads): world.confirmed(id, leads, by: self)
        case .replicated(let number): takeReplicated(number)
        case .left: leave()
        }
    }

    private func wake(at time: MonotonicTime) {
        wakes += 1
        let number = wakes
        let local = localTime.nanoseconds
        let delay = time.nanoseconds > local ? Int64(time.nanoseconds - local) / 1_000 : 0
        later(delay * 1_000_000 / (1_000_000 + drift) + 1) { process in
            guard process.wakes == number else { return }
            process.step(.timer)
        }
    }

    private func append(_ id: RequestID, _ batch: [UInt8], _ head: TailHead, after revision: UInt64) {
        lastAppend = head.nonce
        if !appends.insert(head.nonce).inserted { world.note(.unclearAndRepeated) }
        let isCompared: Bool
        switch world.mutant {
        case .swapsWithoutCompare: isCompared = false
        case .takesLeaseForFence:
            isCompared = leaseBegun.map { localTime.nanoseconds - $0 > UInt64(world.store.lease) * 1_000 } ?? true
        default: isCompared = true
        }
        world.request(from: self, isAppend: true) { [world] store in
            let answer = store.append(batch, as: head, after: revision, at: world.now, isCompared: isCompared)
            if case .appended = answer { world.appended(head) }
            return answer
        } reply: { [self] answer in
            let isRefusal = answer == nil && world.mutant == .refusesOnTimeout
            let answer = isRefusal ? .refused : answer ?? .unclear("no answer")
            noteAppendAnswer(answer)
            return .appendAnswered(id, answer)
        }
    }

    private func noteAppendAnswer(_ answer: AppendAnswer) {
        switch answer {
        case .unclear: proposal?.wasUnclear = true
        case .refused where proposal?.wasUnclear == true: world.note(.refusedAfterUnclear)
        case .refused, .appended: break
        }
    }

    private func keep(_ session: Session, _ id: RequestID) {
        let begun = localTime.nanoseconds
        world.request(from: self) { [world, machine] store in
            let before = store.leader(at: world.now)
            let answer = store.keep(session, of: machine.name, at: world.now)
            if store.leader(at: world.now) != before { world.schedule(after: 0) { world.ring(.leader) } }
            return answer
        } reply: { [self] answer in
            if session.leader == nil {
                leaseBegun = nil
            } else if answer == .kept {
                leaseBegun = begun
            }
            // Again and again: an earlier report may have gone to an earlier leader.
            world.tellLeader(of: self)
            return .sessionKept(id, answer.asResult)
        }
    }

    private func take(_ status: ClusterStatus) {
        if case .stopped(let fault) = status.role { world.stopped(self, fault) }
        if case .leading = status.role { return }
        // Commands that wait for the writer are sent to the new leader by their clients.
        for one in waiting { world.refuse(one) }
        waiting = []
    }

    private func leave() {
        world.note(.leftOffice)
        world.end(self)
        world.schedule(after: world.between(50_000, 500_000)) { [world, machine] in world.start(machine) }
    }
}

extension Optional where Wrapped: Sendable {
    /// The result of a request; nil is one without an answer.
    var asResult: Result<Wrapped, SequencerError> {
        map { .success($0) } ?? .failure(SequencerError("no answer"))
    }
}
