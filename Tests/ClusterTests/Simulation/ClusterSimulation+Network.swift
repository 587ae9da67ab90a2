import Cluster
import Platform

// Between nodes and the sequencer: requests that are lost, replies that are lost, and both late.

extension ClusterSimulation {
    /// Microseconds after which a node gives up on a request.
    private static let timeout: Int64 = 800_000

    /// Sends a request to the sequencer.
    ///
    /// - Parameters:
    ///   - process: the sender.
    ///   - isAppend: an append, for what is noted of it.
    ///   - apply: done by the sequencer when the request arrives, even if the sender has given up by then.
    ///   - reply: makes the sender's input; nil is no answer.
    func request<Answer: Sendable>(
        from process: MemberProcess, isAppend: Bool = false, _ apply: @escaping (inout SimulatedStore) -> Answer,
        reply: @escaping (Answer?) -> ClusterInput
    ) {
        let there = delay()
        let back = delay()
        let isLost = now < process.machine.requestsLostUntil || now < outageUntil || isOn(.loss) && chance(8)
        let isReplyLost = now < process.machine.repliesLostUntil || isOn(.loss) && chance(8)
        let isAnswered = !isLost && !isReplyLost && there + back < Self.timeout
        if !isLost {
            schedule(after: there) { [self] in
                let answer = apply(&store)
                if isAppend && there > Self.timeout { note(.lateAppend) }
                if isAnswered { process.later(back) { $0.step(reply(answer)) } }
            }
        }
        if !isAnswered { process.later(Self.timeout) { $0.step(reply(nil)) } }
    }

    private func delay() -> Int64 {
        isOn(.slowness) && chance(10) ? between(50_000, 1_500_000) : between(100, 1_500)
    }

    /// The head that a read shows.
    func headShown(_ store: SimulatedStore) -> SequencedHead? {
        mutant == .confirmsByStaleRead && chance(30) ? store.staleHead(at: now - 1_000_000) : store.head
    }

    func cleanUp(before number: UInt64, by process: MemberProcess) {
        guard now >= process.machine.requestsLostUntil, now >= outageUntil else { return }
        schedule(after: delay()) { [self] in store.removeBatches(before: number) }
    }
}

// MARK: Faults

extension ClusterSimulation {
    func breakSomething() {
        guard now < healing else { return }
        schedule(after: between(50_000, 500_000)) { [self] in breakSomething() }
        let kinds = Fault.allCases.filter(faults.contains)
        guard !kinds.isEmpty else { return }
        let kind = kinds[Int(random.next() % UInt64(kinds.count))]
        // The leader more often than others: most that can go wrong goes wrong there.
        let leader = machines.first { $0.process?.node.leadingEpoch != nil }
        let machine = chance(50) ? leader ?? machines[0] : machines[Int(random.next() % UInt64(machines.count))]
        happen(kind, to: machine)
    }

    private func happen(_ kind: Fault, to machine: Machine) {
        guard let process = machine.process else { return }
        switch kind {
        case .crash:
            process.crashDuringCommit()
            end(process)
            schedule(after: between(50_000, 1_500_000)) { [self] in start(machine) }
        case .pause:
            process.pausedUntil = min(now + between(50_000, 2_500_000), healing)
        case .partition:
            let until = min(now + between(200_000, 3_000_000), healing)
            if chance(70) { machine.requestsLostUntil = until }
            if chance(70) { machine.repliesLostUntil = until }
        case .outage:
            outageUntil = min(now + between(100_000, 1_500_000), healing)
        case .fullDisk:
            machine.diskFullUntil = min(now + between(100_000, 1_500_000), healing)
        case .brokenConnection:
            process.step(.leaderConnection(isOpen: false))
            process.later(between(50_000, 800_000), .leaderConnection(isOpen: true))
        case .leaving:
            process.step(.leave)
        case .clockJump:
            process.jump(between(100_000, 5_000_000))
        case .loss, .slowness, .lostBells, .eagerCleaning: break
        }
    }

    func heal() {
        outageUntil = 0
        for machine in machines {
            machine.requestsLostUntil = 0
            machine.repliesLostUntil = 0
            machine.diskFullUntil = 0
        }
    }
}
