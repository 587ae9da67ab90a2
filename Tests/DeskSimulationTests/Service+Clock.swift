import Draft
import Projections
import Timekeeping

@testable import DraftLedger  // the projections

/// The clocks of rooms, as `ClockDriver` keeps them beside a ledger.
extension Service {
    /// Takes up the clocks where the last service left them, and lets everybody in then.
    func begin() throws {
        guard isAlive else { return }
        let last = world.history.events.last?.recordedAt.microseconds ?? 0
        if world.machine < last { return world.after(last - world.machine + 1_000) { [self] in try begin() } }
        let rooms = try projections.view(of: [.rooms], upTo: nil).rooms()
        let running = rooms.filter { $0.status == .active }.map(\.room)
        let left = rooms.filter { $0.status == .paused }.map(\.room).filter(isLeftInOutage)
        if !running.isEmpty { world.note(.pausedByRestart) }
        let pause = RoomCommand.pauseRoom(kind: .outage, reason: "The service was down.")
        demand(running.map { .room($0, pause) }, at: Timestamp(microseconds: last)) { [self] in
            demand((running + left).map { .room($0, .resumeRoom) }) { [self] in
                let now = Timestamp(microseconds: world.machine)
                for room in world.history.rooms where !room.status.isTerminal { keeper.watch(room, at: now) }
                followed = world.history.events.count
                isOpen = true
                drive()
            }
        }
    }

    private func isLeftInOutage(_ room: RoomID) -> Bool {
        let last = world.history.events.last { event in
            if event.stream == .room(room), case .roomPaused = event.event { true } else { false }
        }
        guard let last, case .roomPaused(let paused) = last.event else { return false }
        return paused.kind == .outage && last.origin?.actor.role != .admin
    }

    /// Sends commands before anybody else may, until each has an outcome.
    private func demand(_ commands: [Command], at moment: Timestamp? = nil, then goOn: @escaping () throws -> Void) {
        var open = commands.count
        if open == 0 { return world.after(0) { [self] in if isAlive { try goOn() } } }
        for command in commands {
            let errand = world.errand(command, as: .scheduler)
            (errand.arrival, errand.home) = (moment, self)
            errand.whenOver = { [self] _ in
                open -= 1
                if open == 0, isAlive { try goOn() }
            }
            world.send(errand)
        }
    }

    /// Has what is due sent, and comes again when more is.
    func drive() {
        guard isAlive, isOpen else { return }
        for event in world.history.events[followed...] { keeper.fold(event) }
        followed = world.history.events.count
        for duty in keeper.takeDue(at: Timestamp(microseconds: world.machine)) {
            let errand = world.errand(duty.command, as: .scheduler)
            (errand.isPersistent, errand.home) = (false, self)
            errand.whenOver = { [self] outcome in
                guard isAlive else { return }
                if case .accepted(let events, _)? = outcome, let last = events.last {
                    keeper.settle(duty.command, at: last.position)
                } else {
                    keeper.postpone(duty.command, until: Timestamp(microseconds: world.machine + 250_000))
                }
                comeToDrive(in: 0)
            }
            world.send(errand)
        }
        if let next = keeper.nextDue { comeToDrive(in: next.microseconds - world.machine) }
    }

    /// Looks at the clocks again after some time, or before.
    func comeToDrive(in wait: Int64) {
        let time = world.now + max(wait, 1_000)
        if let wakesAt, wakesAt <= time { return }
        wakesAt = time
        world.after(time - world.now) { [self] in
            guard isAlive, wakesAt == time else { return }
            wakesAt = nil
            drive()
        }
    }
}
