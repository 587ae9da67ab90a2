import Cluster
import Platform
import TestSupport

/// A cluster in one thread and in simulated time: machines, a sequencer, clients, and everything that goes wrong between them.
///
/// For some seconds the faults of the seed happen. Then all is healed, and the cluster has to finish its work.
final class ClusterSimulation {
    let seed: UInt64
    let mutant: Mutant?
    let faults: Set<Fault>
    /// Acknowledge only when another node has the batch.
    let acknowledgesReplicated: Bool
    /// Microseconds.
    private(set) var now: Int64 = 0
    var random: SplitMix64
    private var agenda = Agenda()
    var trace = Trace()

    var store = SimulatedStore()
    var machines: [Machine] = []
    var clients: [Client] = []
    /// When the faults end.
    let healing: Int64
    var outageUntil: Int64 = 0

    /// Acknowledged commands: the stated position, and when.
    var acknowledged: [UInt64: (position: Int, at: Int64)] = [:]
    var invoked: [UInt64: Int64] = [:]
    /// The nonces of appends whose callers were told that nothing is recorded.
    var refusedAppends: Set<UInt64> = []
    /// Readers that ask whether a node leads, with the epoch of the log when they asked.
    var confirming: [UInt64: UInt64] = [:]
    private var confirmations: UInt64 = 0
    private(set) var rarities: Set<Rare> = []
    private(set) var violations: [String] = []
    private var leaseCheck: Int64 = 0

    /// The longest time from healing to the end.
    static let longestFinish: Int64 = 15_000_000

    /// Print every step of every node.
    let isTraced: Bool

    init(seed: UInt64, mutant: Mutant? = nil, isTraced: Bool = false) {
        self.seed = seed
        self.isTraced = isTraced
        self.mutant = mutant
        var random = SplitMix64(state: SeededGenerator.start(seed))
        faults = Set(Fault.allCases.filter { _ in random.next() % 2 == 0 })
        acknowledgesReplicated = random.next() % 4 == 0
        healing = 2_000_000 + Int64(random.next() % 3_000_000)
        self.random = random
        let count = 3 + Int(random.next() % 3)
        machines = (0..<count).map(Machine.init)
    }

    func run() {
        let ledger = SimulatedLedger()
        _ = store.found(.founding(epoch: 0, by: "founder", size: 0, root: SimulatedLedger.hash(ledger.root)))
        for machine in machines { start(machine) }
        for index in 0..<3 { clients.append(Client(index: index, commands: 6)) }
        for client in clients { schedule(after: between(0, 800_000)) { [self] in invoke(client) } }
        schedule(after: between(100_000, 600_000)) { [self] in askForLead() }
        schedule(after: between(100_000, 600_000)) { [self] in breakSomething() }
        schedule(after: healing) { [self] in heal() }
        while violations.isEmpty, !isFinished, let time = agenda.nextTime {
            now = time
            guard now < healing + Self.longestFinish else {
                fail("the cluster has not finished \(Self.longestFinish / 1_000_000) s after healing: \(progress)")
                break
            }
            agenda.takeNext()?()
        }
        if violations.isEmpty { check() }
        // What is still to happen holds on to all of this.
        agenda = Agenda()
    }

    private var isFinished: Bool {
        guard now > healing, clients.allSatisfy(\.isDone), let head = store.head?.head else { return false }
        return machines.allSatisfy { $0.process?.node.isApplied(head.number) ?? false }
    }

    private var progress: String {
        let nodes = machines.map { "\($0.name): batch \($0.ledger.number)" }
        return "\(nodes), head \(store.head?.head.number ?? 0), clients \(clients.map(\.state))"
    }

    // MARK: Time and chance

    func schedule(after delay: Int64, _ body: @escaping () -> Void) {
        agenda.add(at: now + max(delay, 0), tie: random.next(), body)
    }

    func between(_ low: Int64, _ high: Int64) -> Int64 { low + Int64(random.next() % UInt64(high - low + 1)) }
    func chance(_ percent: UInt64) -> Bool { random.next() % 100 < percent }
    func isOn(_ fault: Fault) -> Bool { now < healing && faults.contains(fault) }

    // MARK: Findings

    func fail(_ reason: String) { violations.append("at \(now) µs: \(reason)") }
    func note(_ rare: Rare) { rarities.insert(rare) }

    func stopped(_ process: MemberProcess, _ fault: ClusterFault) { fail("\(process.machine.name) stopped: \(fault)") }

    func appended(_ head: TailHead) {
        trace.note(UInt64(now))
        trace.note(head.number << 8 ^ head.epoch)
        trace.note(head.nonce)
        ring(.head)
    }

    // MARK: Processes

    func settings(of machine: Machine, seed: UInt64) -> ClusterSettings {
        var settings = ClusterSettings(name: machine.name, url: "sim://\(machine.name)", seed: seed)
        if faults.contains(.eagerCleaning) {
            settings.housekeepingInterval = .milliseconds(150)
            settings.keptAge = .milliseconds(200)
            settings.keptBytes = 200
        }
        return settings
    }

    func start(_ machine: Machine) {
        guard machine.process == nil else { return }
        let process = MemberProcess(self, machine)
        machine.process = process
        process.step(.start)
    }

    /// Ends a process, and with it the connections to it.
    func end(_ process: MemberProcess) {
        guard process.isAlive else { return }
        let wasLeader = process.node.leadingEpoch != nil
        process.isAlive = false
        process.machine.process = nil
        trace.note(UInt64(now) ^ UInt64(process.machine.index) << 56)
        guard wasLeader else { return }
        for machine in machines { machine.process?.later(between(500, 20_000), .leaderConnection(isOpen: false)) }
    }

    /// Tells the leader what a follower has committed.
    func tellLeader(of process: MemberProcess) {
        guard acknowledgesReplicated else { return }
        let input = ClusterInput.peerApplied(node: process.machine.name, number: process.machine.ledger.number)
        for machine in machines where machine.process?.node.leadingEpoch != nil {
            machine.process?.later(between(100, 2_000), input)
        }
    }

    // MARK: Confirming the lead

    private func askForLead() {
        if now < healing { schedule(after: between(50_000, 400_000)) { [self] in askForLead() } }
        let leaders = machines.compactMap(\.process).filter { $0.node.leadingEpoch != nil && $0.pausedUntil <= now }
        for leader in leaders {
            confirmations += 1
            confirming[confirmations] = store.head?.head.epoch
            leader.step(.confirmLead(id: confirmations))
        }
    }

    func confirmed(_ id: UInt64, _ leads: Bool, by process: MemberProcess) {
        note(leads ? .leadConfirmed : .leadDenied)
        guard leads, let asked = confirming[id], let epoch = process.node.leadingEpoch, epoch < asked else { return }
        fail("\(process.machine.name) confirmed the lead of epoch \(epoch) in epoch \(asked)")
    }

    // MARK: Bells

    func ring(_ bell: TailBell) {
        for machine in machines {
            guard let process = machine.process, !(isOn(.lostBells) && chance(40)) else { continue }
            process.later(between(100, 2_000), .bell(bell))
        }
        guard bell == .leader, now >= leaseCheck, store.leader(at: now) != nil else { return }
        watchLease()
    }

    /// Rings when the leader's lease expires.
    private func watchLease() {
        leaseCheck = now + store.lease + 1
        schedule(after: store.lease + 1) { [self] in
            store.leader(at: now) == nil ? ring(.leader) : watchLease()
        }
    }
}

extension SeededGenerator {
    /// A start for another generator that is noted as this one's seed.
    static func start(_ seed: UInt64) -> UInt64 {
        var generator = SeededGenerator(seed: seed)
        return generator.next()
    }
}
