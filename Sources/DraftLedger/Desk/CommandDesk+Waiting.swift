import Draft
import Ledger

/// Commands that need what is not in memory.
extension CommandDesk {
    /// How often a command is put aside before what it needs is read at once. What it needs can be dropped again while
    /// the rest of it is read, if next to nothing may stay in memory.
    private static let patienceOfReading = 16

    /// Decides a command, unless one before it in its room waits.
    func handle(_ envelope: Envelope) {
        if !parking.holdBack(envelope) { decide(envelope) }
    }

    /// Puts a command aside until what it needs has been read.
    func delay(_ envelope: Envelope, for needs: [Need]) {
        if isGivingUp { return giveUp(envelope) }
        var envelope = envelope
        envelope.delays += 1
        let live = desk.store.live
        guard envelope.delays < Self.patienceOfReading else {
            live.readsAtOnce = true
            defer { live.readsAtOnce = false }
            return decide(envelope)
        }
        for need in parking.park(envelope, for: needs) { order(need, for: envelope.origin.actor) }
    }

    func order(_ need: Need, for sender: Sender) {
        let order = StreamLoader.Order(
            need: need, sender: sender, generation: generation, droppedDeposits: desk.store.live.droppedDeposits)
        workers.read(order) { self.receive($0) }
    }

    /// Takes over what was read, and decides the commands that waited for it.
    func takeIn(_ deliveries: [StreamLoader.Delivery]) {
        workers.delivered(deliveries.count)
        counts.reads += UInt64(deliveries.count)
        for delivery in deliveries {
            let need = delivery.order.need
            guard parking.awaits(need) || inquiries[need] != nil else { continue }
            do {
                let supply = try delivery.supply.get()
                // Where it is out of date, the commands find that they need it again, and will not try for ever.
                if try isUpToDate(supply, as: delivery.order), !desk.store.live.adopt(supply) {
                    // What it lacks is on its way to the disk.
                    order(need, for: delivery.order.sender)
                    continue
                }
                for lane in parking.supply(need) { goOn(with: lane) }
                answerInquiries(for: need)
            } catch {
                answerInquiries(for: need, error)
                for lane in parking.fail(need) {
                    let lane = lane.sorted { $0.number < $1.number }
                    if let first = lane.first, first.take() { first.answer(.failure(error)) }
                    goOn(with: Array(lane.dropFirst()))
                }
            }
        }
    }

    /// Whether nothing has come to be since it was read that memory does not have either.
    private func isUpToDate(_ supply: Supply, as order: StreamLoader.Order) throws -> Bool {
        guard order.generation == generation else { return false }
        return switch supply {
        case .stream(let loaded): try isUpToDate(loaded)
        case .rooms(let rooms): try rooms.allSatisfy(isUpToDate)
        case .depositor: order.droppedDeposits == desk.store.live.droppedDeposits
        case .nextRoom, .runningRooms: true
        }
    }

    private func isUpToDate(_ loaded: LoadedStream) throws -> Bool {
        try ledger.head(of: StreamID(loaded.stream))?.version ?? 0 == loaded.version
    }

    private func goOn(with lane: [Envelope]) {
        for envelope in lane.sorted(by: { $0.number < $1.number }).inFairOrder { handle(envelope) }
    }
}
