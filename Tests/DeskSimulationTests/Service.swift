import Draft
import LMDB
import Timekeeping

@testable import DraftLedger  // the desk behind the ledger
@testable import Ledger  // what is handed over in a held turn

/// A service as it runs from its start to its end in a simulated world: a ledger on a disk of its own, the desk, and what
/// goes on around it.
///
/// Unchecked because a simulation has one thread.
final class Service: @unchecked Sendable {
    unowned let world: DeskSimulation
    let number: Int
    let ledger: Ledger
    let log: EventLog
    let projections: ProjectionStore
    let source: LedgerStateSource
    let cryptography = LedgerCryptography(drawMaster: [UInt8](repeating: 7, count: 32))
    private(set) var desk: CommandDesk! = nil  // has this as its workers
    /// False from the moment at which the process is gone.
    private(set) var isAlive = true
    /// Whether it lets anybody in.
    var isOpen = false
    /// How often the desk was at work.
    var rounds = 0

    /// The writer.
    var writer = SimulatedWriter()
    /// Streams that were read since the desk last began anew.
    var streamsRead: Set<Need> = []
    var generationOfReads: UInt64 = 0

    /// Who keeps the time.
    var keeper = Timekeeper()
    var followed = 0
    var wakesAt: Int64?

    init(_ world: DeskSimulation, number: Int, at path: String, limits: DeskLimits) throws {
        (self.world, self.number) = (world, number)
        ledger = try Ledger.open(at: path, options: Ledger.Options(durability: .unsynced, clock: { 0 }))
        log = EventLog(ledger: ledger)
        projections = try ProjectionStore(ledger: ledger, log: log)
        source = LedgerStateSource(log: log, projections: projections)
        desk = try CommandDesk(
            ledger: ledger, log: log, source: source, cryptography: cryptography, limits: limits, workers: self,
            clock: { [unowned world] in world.machine }, awake: { [unowned world] in world.awake() })
    }

    /// The process is gone: nobody hears of it any more.
    func die() { (isAlive, isOpen) = (false, false) }

    /// Lets go of what it had. Not while the desk is at work.
    func letGo() {
        ledger.close()
        // What was handed over and not answered holds the desk, which holds this.
        writer = SimulatedWriter()
        desk = nil
    }

    /// Whether nothing is under way, and the desk knows of all that the log has.
    var isQuiet: Bool {
        get throws {
            try writer.isIdle && desk.intake.count == 0 && !desk.inFlight.hasFailed
                && desk.desk.store.nextPosition == ledger.size
        }
    }
}

extension Service: DeskWorkers {
    func work(_ body: @escaping @Sendable () -> Void) {
        world.after(world.delay(upTo: 300)) { [self] in
            guard isAlive else { return }
            body()
            rounds += 1
            guard desk.generation > 0 else { return }
            world.note(.overtaken)
            if !writer.hasReasonToBeginAnew {
                let refusal = writer.refusal.map { ", though the ledger has refused what it had decided: \($0)" } ?? ""
                world.attempt { throw Wrong("the desk began anew, and nobody had given it a reason\(refusal)") }
            }
        }
    }

    func read(_ order: StreamLoader.Order, deliver: @escaping @Sendable (StreamLoader.Delivery) -> Void) {
        if generationOfReads != order.generation { (streamsRead, generationOfReads) = ([], order.generation) }
        if case .stream = order.need, !streamsRead.insert(order.need).inserted { world.note(.parkedAndEvicted) }
        let longest: Int64 = world.has(.slowReads) && world.oneIn(3) ? 2_000_000 : 3_000
        world.after(world.delay(upTo: longest)) { [self] in
            guard isAlive else { return }
            var supply = Result { try source.supply(order.need) }
            if world.strikes(.failingReads, oneIn: 12) {
                supply = .failure(DraftLedgerError(.inputOutput, "a read that fails"))
                world.note(.readFailed)
            }
            let delivery = StreamLoader.Delivery(order: order, supply: supply)
            world.after(world.delay(upTo: longest)) { [self] in if isAlive { deliver(delivery) } }
        }
    }

    func delivered(_ count: Int) {}

    func write(
        _ request: consuming AppendRequest, completion: @escaping @Sendable (Result<Appended, LedgerError>) -> Void
    ) {
        writer.tail.append(SimulatedWriter.Waiting(request: request, completion: completion))
        goOnWriting()
    }

    /// Nobody else is there to append meanwhile.
    func holdingTurn(_ body: (HeldTurn) throws -> Void) throws {
        let turn = HeldTurn()
        try body(turn)
        writer.tail += turn.takeGroup().requests.map {
            SimulatedWriter.Waiting(request: $0.request, completion: $0.completion)
        }
        awaitWriting()
    }

    func awaitWriting() {
        while !writer.isIdle {
            if writer.answers.isEmpty { commit() } else { answer() }
        }
    }
}
