package import Draft
import DraftLedger
import Platform
import Projections
package import Timekeeping

/// The machine's clock, and an interval by which it was set forward: the clock of a server for development, which need not
/// wait for a slow draft, and of one that continues from a ledger's last record.
package final class DevClock: Sendable {
    private let offset = Guarded<Int64>(0)

    package init() {}

    /// The time by which the clock is ahead of the machine's clock.
    package var ahead: Interval { Interval(microseconds: offset.withLock { $0 }) }

    /// Microseconds since 1970, as a ledger asks for it.
    @Sendable
    package func microseconds() -> Int64 { SystemClock.now() + offset.withLock { $0 } }

    /// Microseconds for which it has run: to be set forward is to run for so long, and no leap.
    @Sendable
    package func awake() -> Int64 { RunningClock.process.now() + offset.withLock { $0 } }

    /// The clock in the form that a server takes.
    package var wallClock: WallClock {
        WallClock { [self] in
            Timestamp(microseconds: microseconds())
        } sleep: { [self] moment in
            while true {
                let left = moment.microseconds - microseconds()
                guard left > 0 else { return }
                // It may be set meanwhile.
                try await Task.sleep(for: .microseconds(min(left, 25_000)), tolerance: .zero)
            }
        }
    }

    package func advance(by interval: Interval) { offset.withLock { $0 += interval.microseconds } }

    /// Advances the clock to a moment that a ledger has already recorded, because an earlier run advanced its clock.
    /// Otherwise, the drafts of the ledger would stop until then.
    package func catchUp(with moment: Timestamp) {
        let behind = moment - Timestamp(microseconds: microseconds())
        if behind > .zero { advance(by: behind) }
    }
}

extension LedgerReader {
    /// Advances the clock from one due time of a room to the next, so that each command runs when it is due and not hours
    /// later.
    ///
    /// - Parameter interval: the time to advance. Commands that are due in it, but do not run within some seconds, are
    ///   skipped.
    func letTimePass(_ interval: Interval, _ advance: @Sendable (Interval) -> Void) async throws {
        let (end, deadline) = (now + interval, ContinuousClock.now + .seconds(20))
        var passedOver: Timestamp?
        while let next = try await nextDue(after: passedOver), next < end, ContinuousClock.now < deadline {
            if next > now { advance(next - now) }
            // It is sent, decided and written.
            let start = ContinuousClock.now
            while let due = try await nextDue(after: passedOver), due <= next {
                guard ContinuousClock.now - start < .seconds(5) else {
                    passedOver = due
                    break
                }
                try await Task.sleep(for: .milliseconds(5))
            }
        }
        if end > now { advance(end - now) }
    }

    private static let atOnce = Timestamp(microseconds: .min)

    /// Returns the next time at which a countdown or a clock of any room ends; nil if no clock runs.
    ///
    /// - Parameter moment: due times until this moment are left out; nil to keep all.
    private func nextDue(after moment: Timestamp?) async throws -> Timestamp? {
        let rooms = try await read { try $0.rooms() }
        var next: Timestamp?
        for summary in rooms where [.countdown, .active].contains(summary.status) {
            guard let room = try await ledger.liveRoom(summary.room) else { continue }
            var time = room.status == .countdown ? room.countdownEndsAt : room.runningClock?.graceEndsAt
            // A member with autodraft on is not waited for.
            if room.runningClock != nil, let seat = room.seatOnClock, room.member(at: seat)?.autodraft == true {
                time = Self.atOnce
            }
            guard let time, moment.map({ time > $0 }) ?? true else { continue }
            next = min(next ?? time, time)
        }
        return next
    }
}
