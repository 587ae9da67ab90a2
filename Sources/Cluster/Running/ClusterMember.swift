package import DraftLedger
import Ledger
import Platform
import Records

/// A node of a cluster at work: does what ``ClusterNode`` decides, with a ledger, a sequencer and other nodes.
///
/// ```swift
/// let member = try ClusterMember(ledger, sequencer, settings, peers: peers)
/// async let end: Void = member.run()
/// for await status in member.statuses() { … }
/// ```
package final class ClusterMember: Sendable {
    private struct State {
        var status = ClusterStatus(role: .following(nil), isReady: false)
        var watchers: [Int: AsyncStream<ClusterStatus>.Continuation] = [:]
        var nextWatcher = 0
        var confirmations: [UInt64: CheckedContinuation<Bool, Never>] = [:]
        var nextConfirmation: UInt64 = 0
        var replicated: UInt64 = 0
        var hasLeft = false
        var clockPatience = ClockPatience()
        var isOver = false
        /// The last thing that went wrong, for people.
        var trouble: String?
    }

    package let ledger: DraftLedger
    package let settings: ClusterSettings
    private let sequencer: any Sequencer
    private let peers: any PeerTransport
    private let state = Guarded(State())
    private let inputs: AsyncStream<ClusterInput>
    private let source: AsyncStream<ClusterInput>.Continuation
    private let replicator: LedgerReplicator

    /// - Parameter ledger: open as a node's copy.
    /// - Throws: `inCluster` for a ledger that is in no cluster.
    package init(
        _ ledger: DraftLedger, _ sequencer: any Sequencer, _ settings: ClusterSettings, peers: any PeerTransport
    ) throws {
        self.ledger = ledger
        self.sequencer = sequencer
        self.settings = settings
        self.peers = peers
        (inputs, source) = AsyncStream.makeStream(of: ClusterInput.self)
        replicator = LedgerReplicator(path: ledger.path, position: { try ledger.tailPosition() }) { [source] in
            source.yield($0)
        }
        try ledger.replicate(through: replicator)
    }

    // MARK: For readers

    package var status: ClusterStatus { state.withLock { $0.status } }

    /// The last thing that went wrong and is tried again; nil while nothing does.
    package var trouble: String? { state.withLock { $0.trouble } }

    /// The status now and each later one, until the member ends.
    package func statuses() -> AsyncStream<ClusterStatus> {
        let (stream, source) = AsyncStream.makeStream(of: ClusterStatus.self, bufferingPolicy: .bufferingNewest(1))
        let number = state.withLock { state -> Int in
            state.nextWatcher += 1
            source.yield(state.status)
            if state.isOver { source.finish() } else { state.watchers[state.nextWatcher] = source }
            return state.nextWatcher
        }
        source.onTermination = { [weak self] _ in self?.state.withLock { $0.watchers[number] = nil } }
        return stream
    }

    /// Whether this node leads, as of a moment after the call: no other node has recorded anything that it lacks.
    package func confirmLead() async -> Bool {
        await withCheckedContinuation { continuation in
            let number = state.withLock { state -> UInt64? in
                guard !state.isOver else { return nil }
                state.nextConfirmation += 1
                state.confirmations[state.nextConfirmation] = continuation
                return state.nextConfirmation
            }
            guard let number else { return continuation.resume(returning: false) }
            source.yield(.confirmLead(id: number))
        }
    }

    /// The number of the last batch that at least one other node has stored, too.
    package var replicated: UInt64 { state.withLock { $0.replicated } }

    /// Notes that another node has stored everything up to a batch.
    package func note(_ node: String, applied number: UInt64) { source.yield(.peerApplied(node: node, number: number)) }

    /// The nodes that say that they are there.
    package func nodes() async throws -> [NodeKey] { try await sequencer.nodes() }

    /// The end of the shared log; nil for a log that is not founded.
    package func head() async throws -> TailHead? { try await sequencer.head()?.head }

    /// Gives up the lead for good, so that another node takes over at once: before this one is stopped.
    ///
    /// Returns when that is done, or after two seconds.
    package func leave() async {
        source.yield(.leave)
        for _ in 0..<200 where !state.withLock({ $0.hasLeft || $0.isOver }) {
            // A task that is cancelled waits no longer.
            guard (try? await Task.sleep(for: .milliseconds(10))) != nil else { return }
        }
    }

    // MARK: Running

    /// Runs the node until the task is cancelled.
    package func run() async { await withTaskExecutorPreference(ClusterThreads.executor) { await runNode() } }

    private func runNode() async {
        defer { end() }
        await copyIfUnfinished()
        guard !Task.isCancelled, let position = try? ledger.tailPosition() else { return }  // a closed ledger
        await withDiscardingTaskGroup { group in
            var node = ClusterNode(settings, applied: position)
            let timer = MemberTimer(source)
            group.addTask { [sequencer, source] in
                for await bell in sequencer.follow() { source.yield(.bell(bell)) }
            }
            group.addTask { await timer.run() }
            group.addTask { [self] in await watchLeader() }
            group.addTask { [self] in await repeatReports() }
            source.yield(.start)
            await withTaskCancellationHandler {
                for await input in inputs {
                    for effect in node.step(input, at: .now) { perform(effect, timer, in: &group) }
                }
            } onCancel: { [source] in
                source.finish()
            }
            group.cancelAll()
        }
    }

    private func end() {
        source.finish()
        replicator.end()
        let (watchers, confirmations) = state.withLock { state in
            defer { (state.watchers, state.confirmations) = ([:], [:]) }
            state.isOver = true
            return (state.watchers.values, state.confirmations.values)
        }
        for watcher in watchers { watcher.finish() }
        for confirmation in confirmations { confirmation.resume(returning: false) }
    }

    private func perform(_ effect: ClusterEffect, _ timer: MemberTimer, in group: inout DiscardingTaskGroup) {
        let (sequencer, source) = (sequencer, source)
        switch effect {
        case .wake(let time): timer.set(time)
        case .readHead(let id):
            group.addTask {
                source.yield(
                    .headRead(id, await result { () async throws(SequencerError) in try await sequencer.head() }))
            }
        case .readLeader(let id):
            group.addTask {
                source.yield(
                    .leaderRead(id, await result { () async throws(SequencerError) in try await sequencer.leader() }))
            }
        case .readNodes(let id):
            group.addTask {
                source.yield(
                    .nodesRead(id, await result { () async throws(SequencerError) in try await sequencer.nodes() }))
            }
        case .readBatches(let id, let number, let limit):
            group.addTask {
                source.yield(
                    .batchesRead(
                        id,
                        await result { () async throws(SequencerError) in
                            try await sequencer.batches(after: number, limit: limit)
                        }))
            }
        case .append(let id, let batch, let head, let revision):
            group.addTask {
                source.yield(.appendAnswered(id, await sequencer.append(batch, as: head, after: revision)))
            }
        case .keepSession(let id, let session):
            group.addTask {
                source.yield(
                    .sessionKept(
                        id, await result { () async throws(SequencerError) in try await sequencer.keep(session) }))
            }
        case .cleanUp(let number):
            group.addTask {
                do {
                    try await sequencer.removeBatches(before: number)
                    try await sequencer.compact()
                } catch {
                    // The next round does more.
                }
            }
        case .claim(let epoch):
            replicator.claims(epoch)
            group.addTask { [self] in await claim(epoch) }
        case .answer(let proposal, let answer): replicator.answer(proposal, answer)
        case .apply(let batches): group.addTask { [self] in await apply(batches) }
        case .copyFromPeer(let head): group.addTask { [self] in await copy(to: head) }
        case .compareLocally(let proposal):
            group.addTask { [self] in source.yield(.compared(proposal: proposal.id, isInLedger: await has(proposal))) }
        case .settled: break  // Its callers know that it was unclear, and ask again under the same ids.
        case .statusChanged(let status): show(status)
        case .leadConfirmed(let id, let leads):
            state.withLock { $0.confirmations.removeValue(forKey: id) }?.resume(returning: leads)
        case .replicated(let number): state.withLock { $0.replicated = max($0.replicated, number) }
        case .left: state.withLock { $0.hasLeft = true }
        }
    }

    private func show(_ status: ClusterStatus) {
        replicator.note(status.role)
        let watchers = state.withLock { state in
            state.status = status
            return state.watchers.values
        }
        for watcher in watchers { watcher.yield(status) }
    }

    private func note(_ trouble: (any Error)?) { state.withLock { $0.trouble = trouble?.reason } }
}

/// The result of a request to the sequencer.
private func result<Value: Sendable>(
    _ request: () async throws(SequencerError) -> Value
) async -> Result<Value, SequencerError> {
    do throws(SequencerError) {
        return .success(try await request())
    } catch {
        return .failure(error)
    }
}

// MARK: - The ledger

extension ClusterMember {
    private func claim(_ epoch: UInt64) async {
        if let doubt = await clockDoubt() {
            replicator.withdrawClaim()
            source.yield(.claimFailed(reason: doubt))
            return
        }
        do throws(DraftLedgerError) {
            try await ledger.takeLead(epoch, of: settings.name)
        } catch {
            replicator.withdrawClaim()
            source.yield(.claimFailed(reason: error.message))
        }
    }

    /// Why this node lets others claim first; nil where its clock is as good as theirs.
    private func clockDoubt() async -> String? {
        // If etcd does not answer, the claim fails by itself.
        let nodes = (try? await sequencer.nodes()) ?? []
        let others = nodes.filter { $0.node != settings.name }.map(\.url)
        let ledger = ledger
        let comparison = await ClockComparison.asking(
            others, by: peers, now: { ledger.wallTime }, lastRecord: try? ledger.lastRecordTime())  // a closed ledger
        let verdict = comparison.verdict
        guard state.withLock({ $0.clockPatience.holdsBack(verdict, at: .now) }) else { return nil }
        switch verdict {
        case .fine: return nil
        case .wrong(let ahead), .doubtful(let ahead):
            let seconds = Double(ahead.magnitude) / 1e6
            let doubt =
                "This node's clock is \(seconds) s \(ahead > 0 ? "ahead of" : "behind") the others'. Correct it."
            state.withLock { $0.trouble = doubt }
            return doubt
        }
    }

    private func apply(_ batches: [SequencedBatch]) async {
        do {
            guard try !ledger.isBetweenBatches() else { return try await copyFromAny(atLeast: 0) }
            let failure: ApplyFailure? = try await blocking { [ledger] () -> ApplyFailure? in
                for batch in batches {
                    if let failure = ledger.apply(batch) { return failure }
                }
                return nil
            }
            let position = try ledger.tailPosition()
            source.yield(.applied(position))
            if let failure {
                source.yield(.applyFailed(failure))
                return
            }
            note(nil)
            await report(position.number)
        } catch {
            note(error)
            source.yield(.applyFailed(.retry(reason: error.reason)))
        }
    }

    /// Tells the leader how far this node is.
    private func report(_ number: UInt64) async {
        guard case .following(let leader?) = status.role else { return }
        await peers.report(applied: number, of: settings.name, to: leader.url)
    }

    /// A report may be lost, and a new leader has none: commands may wait for it.
    private func repeatReports() async {
        while (try? await ClusterThreads.sleep(for: .seconds(1))) != nil {  // cancelled, it ends
            if let number = try? ledger.clusterMark()?.number { await report(number) }  // a closed ledger has none
        }
    }

    private func copy(to head: TailHead) async {
        do {
            try await copyFromAny(atLeast: head.number)
            source.yield(.copied(try ledger.tailPosition()))
            note(nil)
        } catch {
            note(error)
            source.yield(.copyFailed(reason: error.reason))
        }
    }

    /// Copies from the first node that is there and far enough.
    private func copyFromAny(atLeast number: UInt64) async throws {
        var last: any Error = DraftLedgerError(
            .inputOutput, "No other node is there to copy from. Start one that has been in the cluster.")
        let nodes = try await sequencer.nodes().sorted { $0.applied.number > $1.applied.number }
        for node in nodes where node.node != settings.name {
            do {
                try await PeerCopy(ledger: ledger, peers: peers).run(from: node.url)
                if try ledger.tailPosition().number >= number { return }
            } catch {
                last = error
            }
        }
        throw last
    }

    /// Completes a copy that an earlier process has begun, before anything else: the ledger is between two batches.
    private func copyIfUnfinished() async {
        do {
            while try ledger.isBetweenBatches() {
                do {
                    try await copyFromAny(atLeast: 0)
                    note(nil)
                } catch {
                    note(error)
                    try await ClusterThreads.sleep(for: .seconds(1))
                }
            }
        } catch {
            // Cancelled, or closed: there is nothing to run.
        }
    }

    /// Whether the ledger has exactly a proposal's records.
    private func has(_ proposal: Proposal) async -> Bool {
        guard let batch = ReplicatedBatch(bytes: proposal.batch) else { return false }
        do {
            return try await blocking { [ledger] () -> Bool in
                let records = try ledger.rawRecords(
                    from: batch.heading.first, below: batch.heading.size, atMost: .max)
                return records == batch.records
            }
        } catch {
            return false
        }
    }

    /// Keeps a connection to the leader open: that it breaks is the first sign that the leader is gone.
    private func watchLeader() async {
        var watched: Task<Void, Never>?
        var url: String?
        for await status in statuses() {
            var leader: String?
            if case .following(let key?) = status.role, key.node != settings.name { leader = key.url }
            guard leader != url else { continue }
            url = leader
            watched?.cancel()
            watched = leader.map { leader in
                Task(executorPreference: ClusterThreads.executor) { [peers, source] in
                    var hasBeenOpen = false
                    let open = Guarded(false)
                    while !Task.isCancelled {
                        await peers.keepConnection(to: leader) {
                            open.withLock { $0 = true }
                            source.yield(.leaderConnection(isOpen: true))
                        }
                        hasBeenOpen = open.withLock { $0 } || hasBeenOpen
                        if hasBeenOpen, !Task.isCancelled { source.yield(.leaderConnection(isOpen: false)) }
                        // A cancelled task ends with the loop.
                        try? await ClusterThreads.sleep(for: .milliseconds(100))
                    }
                }
            }
        }
        watched?.cancel()
    }
}

extension DraftLedger {
    /// How far the ledger is in the shared log.
    package func tailPosition() throws -> TailPosition {
        guard let mark = try clusterMark() else {
            throw DraftLedgerError(.inCluster, "The ledger is in no cluster.")
        }
        let (size, root) = try sizeAndRoot()
        return TailPosition(number: mark.number, size: size, root: root)
    }

    /// Whether the ledger is being copied: it has other records than those of its last batch.
    fileprivate func isBetweenBatches() throws -> Bool { try clusterMark().map { try $0.size != size } ?? false }

    /// Takes a batch from the log. Blocks.
    ///
    /// - Returns: why it could not be taken.
    fileprivate func apply(_ sequenced: SequencedBatch) -> ApplyFailure? {
        guard let batch = ReplicatedBatch(bytes: sequenced.bytes), batch.heading.number == sequenced.number else {
            return .diverged(reason: "batch \(sequenced.number) cannot be read")
        }
        do throws(DraftLedgerError) {
            try apply(batch)
            return nil
        } catch {
            return error.code == .ledgerForked
                ? .diverged(reason: error.message) : .retry(reason: error.message)
        }
    }
}

extension MonotonicTime {
    fileprivate static var now: MonotonicTime { MonotonicTime(nanoseconds: SystemClock.monotonic()) }
}

/// One alarm for the node.
private final class MemberTimer: Sendable {
    private let times: AsyncStream<MonotonicTime>
    private let setter: AsyncStream<MonotonicTime>.Continuation
    private let source: AsyncStream<ClusterInput>.Continuation

    init(_ source: AsyncStream<ClusterInput>.Continuation) {
        self.source = source
        (times, setter) = AsyncStream.makeStream(of: MonotonicTime.self, bufferingPolicy: .bufferingNewest(1))
    }

    func set(_ time: MonotonicTime) { setter.yield(time) }

    func run() async {
        await withTaskCancellationHandler {
            var alarm: Task<Void, Never>?
            for await time in times {
                alarm?.cancel()
                alarm = Task(executorPreference: ClusterThreads.executor) { [source] in
                    // A cancelled alarm does not ring.
                    let now = MonotonicTime.now
                    let wait = Duration.nanoseconds(time > now ? time.nanoseconds - now.nanoseconds : 0)
                    guard (try? await ClusterThreads.sleep(for: wait)) != nil else { return }
                    source.yield(.timer)
                }
            }
            alarm?.cancel()
        } onCancel: { [setter] in
            setter.finish()
        }
    }
}
