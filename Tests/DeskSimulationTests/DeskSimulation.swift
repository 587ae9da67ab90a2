import Draft
import DraftTesting
import Foundation
import Ledger
import Records
import TestSupport

@testable import DraftLedger  // the desk, step by step

/// A world in which a desk works: senders, a machine whose clock is not the world's, a disk, and processes that end.
///
/// It has one thread and one queue of what is to happen, so that a seed says all: what goes wrong, in which order things
/// happen, who wants what. The desk, the projections, the ledger and who keeps the time are the real ones; threads and the
/// moments at which things are on the disk are the world's (`Service`, `SimulatedWriter`).
///
/// Unchecked because it has one thread.
final class DeskSimulation: @unchecked Sendable {
    static let users: UInt64 = 5
    /// For how long things go wrong, in microseconds.
    static let troubledTime: Int64 = 100_000_000
    /// In how much time after that every draft has to be over: two pick clocks and more a pick, and a clock that was set
    /// back is waited for.
    static let patience: Int64 = 900_000_000

    let seed: UInt64
    let faults: Set<Fault>
    /// Whether the rooms' clocks stand still for the second minute after the first.
    private let hasNights: Bool
    /// Rooms whose clocks stand still because it is night.
    private var roomsAtNight: Set<RoomID> = []
    private let directory = TemporaryDirectory()
    private var generator: SeededGenerator
    private var agenda = Agenda()
    private var clock: MachineClock
    private var turns = Turns()
    private(set) var now = House.start.microseconds
    private(set) var trace = Trace()
    private(set) var isTroubled = false
    private var images = 0

    private(set) var service: Service?
    var history = History()
    var errands: [Errand] = []
    private(set) var rarities: [Rare: Int] = [:]
    /// Attempts that are not answered.
    var waiting = 0
    private var failure: (any Error)?
    /// Refusals that were only counted; nil once a process has ended without stating them.
    var countedRefusals: Int? = 0

    init(seed: UInt64) throws {
        self.seed = seed
        var generator = SeededGenerator(seed: seed)
        faults = Fault.swarm(&generator)
        hasNights = generator.oneIn(3)
        self.generator = generator
        clock = MachineClock(at: House.start.microseconds)
        let path = directory("0.ledger")
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        try Self.blank.get().write(to: URL(fileURLWithPath: path + "/data.mdb"))
        try start(at: path)
    }

    deinit { service?.letGo() }

    // MARK: Chance and time

    /// How long the machine has run when a desk looks at its clocks.
    func awake() -> Int64 {
        let awake = clock.unset(at: now)
        turns.looked(at: machine, awake: awake)
        return awake
    }

    /// The machine's clock.
    var machine: Int64 { clock.reading(at: now) }

    func pick(below count: Int) -> Int { Int.random(in: 0..<max(1, count), using: &generator) }

    func oneIn(_ odds: Int) -> Bool { generator.oneIn(odds) }

    func delay(upTo longest: Int64) -> Int64 { Int64.random(in: 0...max(1, longest), using: &generator) }

    func newID() -> CommandID { .random(using: &generator) }

    /// Whether there is a kind of fault in this world, and it is not healed yet.
    func has(_ fault: Fault) -> Bool { isTroubled && faults.contains(fault) }

    func strikes(_ fault: Fault, oneIn odds: Int) -> Bool { has(fault) && oneIn(odds) }

    func note(_ rare: Rare) { rarities[rare, default: 0] += 1 }

    func after(_ wait: Int64, _ body: @escaping () throws -> Void) {
        agenda.add(at: now + max(0, wait), tie: generator.next(), body)
    }

    /// Whether something is wrong.
    var hasFailed: Bool { failure != nil }

    /// Runs what cannot throw where it is called: a failure ends the simulation.
    func attempt(_ body: () throws -> Void) {
        do { try body() } catch { failure = failure ?? error }
    }

    /// Lets things happen until something is true, or there is no time left.
    func run(until end: Int64, orUntil isDone: () throws -> Bool = { false }) throws {
        while let time = agenda.nextTime, time <= end, try !isDone() {
            now = time
            try agenda.takeNext()?()
            if let failure { throw failure }
            trace.add(UInt64(bitPattern: now))
        }
    }

    // MARK: A life

    /// Lives through all of it.
    ///
    /// - Throws: what is wrong.
    func run() throws {
        // What was still to happen holds the world, and with it the service and its files.
        defer { agenda = Agenda() }
        try prepare()
        isTroubled = true
        if faults.contains(.clockDrift) { clock.run(gaining: delay(upTo: 40_000) - 20_000, from: now) }
        for user in 1...Self.users { act(as: UserID(user)) }
        disturb()
        try run(until: now + Self.troubledTime)
        isTroubled = false
        clock.run(gaining: 0, from: now)
        try heal()
        try run(until: now + Self.patience) { try isOver }
        try checkEnd()
    }

    /// Has the house built, before anything goes wrong.
    private func prepare() throws {
        var plan = HousePlan(.fast(teams: 2, rounds: 2))
        plan.ruleset.tickInterval = .seconds(10)
        if hasNights { plan.ruleset.overnight = Self.night }
        plan.users = Self.users
        try run(until: now + 1_000_000) { service?.isOpen == true }
        for (command, sender) in plan.commands {
            let errand = self.errand(command, as: sender)
            send(errand)
            try run(until: now + 1_000_000) { errand.known != nil }
            guard case .accepted? = errand.known else { throw Wrong("the house was not built: \(command)") }
        }
    }

    /// A minute that begins soon after the world.
    private static let night: OvernightWindow = {
        let minute = UInt16((House.start.microseconds / 60_000_000 + 1) % 1_440)
        return OvernightWindow(offset: 0, from: minute, until: (minute + 1) % 1_440)
    }()

    /// Has done, now and then, what nobody of the house or of the users does.
    private func disturb() {
        after(delay(upTo: 4_000_000)) { [self] in
            guard isTroubled else { return }
            disturb()
            if strikes(.clockSteps, oneIn: 8) {
                clock.set(by: delay(upTo: 24_000_000) - 12_000_000)
                service?.comeToDrive(in: 0)
            }
            guard let service, service.isOpen else { return }
            if strikes(.foreignAppends, oneIn: 2) { try appendBeside(service) }
            if strikes(.restart, oneIn: 20) { return stop(service) }
            if strikes(.crash, oneIn: 30) { return try crash(service) }
            if oneIn(4) { service.desk.stateDueCounts() }
            if oneIn(3) { ask(service) }
            if oneIn(3) { try compare(service) }
            // It may be the service's last.
            if strikes(.upkeep, oneIn: 2) { try tidy(service) }
        }
    }

    /// Ends what does not end by itself.
    private func heal() throws {
        if let service, service.writer.isBroken { try crash(service) }
        resumeAll()
    }

    private func resumeAll() {
        for room in history.rooms where room.status == .paused && room.pause?.kind == .manual {
            let errand = self.errand(.room(room.id, .resumeRoom), as: House.admin)
            errand.isPersistent = false
            send(errand)
        }
        after(10_000_000) { [self] in resumeAll() }
    }

    /// Whether everybody is answered and every draft is over.
    private var isOver: Bool {
        get throws {
            guard waiting == 0, let service, service.isOpen, try service.isQuiet else { return false }
            return !history.rooms.contains { !$0.status.isTerminal && $0.status != .waiting }
        }
    }

    // MARK: Starts and ends

    private func start(at path: String) throws {
        var limits = DeskLimits()
        if faults.contains(.eviction) { limits.liveState = 20_000 }
        if faults.contains(.tightLimits) { (limits.commands, limits.commandsOfOneUser) = (12, 3) }
        let service = try Service(self, number: images, at: path, limits: limits)
        guard try history.isBeginning(of: service.ledger) else {
            throw Wrong("a start found \(try service.ledger.size) events, of \(history.size) that were durable")
        }
        self.service = service
        try follow(service)
        if try Set(StoredProjection.allCases.map { try service.projections.progress(of: $0) }).count > 1 {
            note(.rowsOfSeveralMoments)
        }
        for errand in errands { errand.learn(from: history) }
        try service.begin()
    }

    /// The process ends here and now. What was handed to the writer is lost.
    func crash(_ service: Service) throws {
        guard service.isAlive else { return }
        if errands.contains(where: { $0.known != nil }) { note(.answeredBeforeACrash) }
        if !service.writer.tail.isEmpty { note(.tailLost) }
        if !service.writer.answers.isEmpty { note(.durableButUnanswered) }
        try service.commitUnclear()
        let image = try copy(of: service.ledger.path)
        countedRefusals = nil
        end(service, goingOnAt: image)
    }

    private func copy(of path: String) throws -> String {
        images += 1
        let image = directory("\(images).ledger")
        try FileManager.default.createDirectory(atPath: image, withIntermediateDirectories: false)
        // LMDB writes with calls, so a copy has what a process that ended has left.
        try FileManager.default.copyItem(atPath: path + "/data.mdb", toPath: image + "/data.mdb")
        return image
    }

    private func end(_ service: Service, goingOnAt path: String) {
        service.die()
        self.service = nil
        // Not while the desk is at work.
        after(0) { service.letGo() }
        after(10_000 + delay(upTo: 8_000_000)) { [self] in try start(at: path) }
        comeAgain(from: service)
    }

    /// Stops the service in order: nobody comes in, who waits is answered, counts are stated.
    private func stop(_ service: Service) {
        note(.stoppedInOrder)
        service.isOpen = false
        service.desk.intake.close()
        after(delay(upTo: 100_000)) {
            guard service.isAlive else { return }
            service.desk.visit { service.desk.giveUp() }
        }
        awaitEnd(of: service)
    }

    private func awaitEnd(of service: Service) {
        after(20_000) { [self] in
            guard service.isAlive else { return }
            guard service.desk.intake.count == 0 else { return awaitEnd(of: service) }
            service.writer.hasReasonToBeginAnew = true
            let isCall = service.desk.intake.take(waitingForCounts: { [self] isStated in
                after(0) { [self] in
                    guard service.isAlive else { return }
                    // The next try is the next service's, which has lost the counts.
                    if !isStated { countedRefusals = nil }
                    if !service.writer.isBroken { try service.projections.bringUp() }
                    let path = service.ledger.path
                    end(service, goingOnAt: path)
                }
            })
            if isCall { service.desk.scheduleWork() }
        }
    }

    // MARK: What is durable

    /// Takes in what has become durable.
    func follow(_ service: Service) throws {
        guard service.isAlive else { return }
        let fresh = try history.follow(service.ledger)
        for event in fresh {
            // Who appends beside the desk does not look whether the clock has leapt.
            if !faults.contains(.foreignAppends) { try turns.check(event) }
            trace.add(
                event.stream.rawValue, UInt64(event.event.type.rawValue),
                UInt64(bitPattern: event.recordedAt.microseconds))
            switch event.event {
            case .clockStepped(let step) where step.cause == .storage: note(.storageOutage)
            case .clockStepped(let step): note(step.to > step.from ? .clockLeapt : .clockSetBack)
            case .pickAutomated(let made) where made.reason == .clockExpired: note(.expiry)
            case .roomPaused(let paused) where paused.kind == .outage: note(.outagePause)
            case .roomPaused(let paused) where paused.kind == .overnight:
                note(.nightFell)
                if case .room(let room) = event.stream { roomsAtNight.insert(room) }
            case .roomResumed where roomsAtNight.contains { event.stream == .room($0) }:
                note(.nightEnded)
                roomsAtNight = roomsAtNight.filter { event.stream != .room($0) }
            case .roomResumed where service.isOpen && event.origin?.actor == .scheduler: note(.resumedAfterStandstill)
            case .draftCompleted: note(.draftCompleted)
            default: break
            }
        }
        if !fresh.isEmpty { service.comeToDrive(in: delay(upTo: 20_000)) }
    }

    /// Mixes what somebody has learned into what the world has come to.
    func mix(_ words: UInt64, _ more: UInt64) { trace.add(words, more) }
}
