public import Draft
public import DraftLedger

/// Sends what the rules do by themselves, when it is due: draws orders, starts drafts, shows clocks, makes the picks of
/// those whose time has run out or who autodraft, and closes contests whose last room cannot fill.
///
/// ```swift
/// let driver = try await ClockDriver.starting(ledger, as: software)
/// try await driver.run()
/// ```
///
/// It follows the ledger, whoever else sends commands to it, and has one command at a time under way for each room. What a
/// command comes to is the ledger's decision alone: where a member was faster, it is turned down, and nothing happens.
public struct ClockDriver: Sendable {
    /// What became of a duty.
    public struct Report: Sendable {
        public var duty: Timekeeper.Duty
        /// When it was sent: `sentAt - duty.dueAt` is the driver's lateness.
        public var sentAt: Timestamp
        public var outcome: Result<Outcome, DraftLedgerError>
    }

    /// What comes to the driver, one after the other.
    private enum Signal: Sendable {
        case recorded([RecordedEvent])
        case alarm(Timestamp)
        case answered(Report)
        case failed(any Error)
    }

    let ledger: DraftLedger
    let clock: WallClock
    /// As of `position`.
    var keeper = Timekeeper()
    /// From which on it follows the ledger.
    var position: UInt64 = 0

    /// After a command that came to nothing, its room is left alone for so long.
    private static let patience = Interval.milliseconds(250)

    init(_ ledger: DraftLedger, by clock: WallClock) {
        self.ledger = ledger
        self.clock = clock
    }

    /// Drives the clocks until the task is cancelled or the ledger is closed, and returns then.
    ///
    /// - Parameter report: told of every duty that was sent, from any thread; for metrics and logs.
    /// - Throws: what keeps the ledger from being read. A command that it cannot store is tried again.
    public func run(_ report: (@Sendable (Report) -> Void)? = nil) async throws {
        try await withThrowingDiscardingTaskGroup { group in
            var keeper = keeper
            var alarm: Timestamp?
            let (signals, source) = AsyncStream.makeStream(of: Signal.self)
            group.addTask { await follow(into: source) }
            group.addTask { await watchClock() }
            source.yield(.recorded([]))
            for await signal in signals {
                switch signal {
                case .recorded(let events): for event in events { keeper.fold(event) }
                case .alarm(let time): if alarm == time { alarm = nil }
                case .answered(let answer):
                    report?(answer)
                    note(answer, in: &keeper)
                case .failed(let error): throw error
                }
                for duty in keeper.takeDue(at: clock.now()) {
                    group.addTask { source.yield(.answered(await send(duty))) }
                }
                if let next = keeper.nextDue, alarm.map({ next < $0 }) ?? true {
                    alarm = next
                    group.addTask {
                        // Who is cancelled has nothing to wake.
                        guard (try? await clock.sleep(next)) != nil else { return }
                        source.yield(.alarm(next))
                    }
                }
            }
            group.cancelAll()
        }
    }

    private func follow(into source: AsyncStream<Signal>.Continuation) async {
        do {
            for try await events in ledger.subscribe(from: position) { source.yield(.recorded(events)) }
        } catch {
            source.yield(.failed(error))
        }
        source.finish()
    }

    /// Whoever stands still sends nothing, and the ledger looks at the clock when something comes.
    private func watchClock() async {
        // By no clock that is set; cancelled with the driver.
        while (try? await Task.sleep(for: .seconds(1))) != nil { ledger.lookAtClock() }
    }

    private func send(_ duty: Timekeeper.Duty) async -> Report {
        let sentAt = clock.now()
        do throws(DraftLedgerError) {
            let outcome = try await ledger.send(duty.command, as: .scheduler, id: .random())
            return Report(duty: duty, sentAt: sentAt, outcome: .success(outcome))
        } catch {
            return Report(duty: duty, sentAt: sentAt, outcome: .failure(error))
        }
    }

    private func note(_ report: Report, in keeper: inout Timekeeper) {
        if case .success(.accepted(let events, _)) = report.outcome, let last = events.last {
            keeper.settle(report.duty.command, at: last.position)
        } else {
            keeper.postpone(report.duty.command, until: clock.now() + Self.patience)
        }
    }
}
