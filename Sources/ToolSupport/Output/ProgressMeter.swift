import Draft
package import DraftLedger
package import Pages
import Synchronization

/// Shows how far a long piece of work is: on a terminal only, from its second second on, ten times a second.
package final class ProgressMeter: Sendable {
    private let label: String
    private let unit: String
    private let columns: Int
    private let visible: Bool
    private let start = ContinuousClock.now
    /// Milliseconds after the start at which the line is drawn next. The thread that changes it draws the line.
    private let nextDraw = Atomic<Int64>(1_000)
    private let drawn = Atomic<Bool>(false)
    private let write: @Sendable (String) -> Void

    /// - Parameter unit: what is counted, in the plural.
    package init(_ label: String, unit: String, on terminal: Terminal, write: @escaping @Sendable (String) -> Void) {
        self.label = label
        self.unit = unit
        self.write = write
        columns = terminal.columns ?? 80
        visible = terminal.isInteractive
    }

    /// The handler that the library calls; safe from any thread.
    package var handler: (@Sendable (_ done: UInt64, _ total: UInt64) -> Void)? {
        guard visible else { return nil }
        return { done, total in self.advance(to: done, of: total) }
    }

    /// Takes the line away. Nothing may be drawn after it.
    package func finish() {
        nextDraw.store(.max, ordering: .releasing)
        if drawn.exchange(false, ordering: .acquiringAndReleasing) { write("\r\u{1B}[K") }
    }

    private func advance(to done: UInt64, of total: UInt64) {
        let elapsed = ContinuousClock.now - start
        let now = Int64(elapsed / .milliseconds(1))
        let due = nextDraw.load(ordering: .acquiring)
        guard now >= due,
            nextDraw.compareExchange(expected: due, desired: now + 100, ordering: .acquiringAndReleasing).exchanged
        else { return }
        drawn.store(true, ordering: .releasing)
        let line = Self.line(label, unit: unit, done: done, total: total, seconds: elapsed / .seconds(1))
        write("\r" + StyledText(line).truncated(to: columns - 1).plain + "\u{1B}[K")
    }

    /// `verify  43 %  12,345,678 of 28,000,000 events  1,900,000/s  8.2 s left`
    package static func line(_ label: String, unit: String, done: UInt64, total: UInt64, seconds: Double) -> String {
        let rate = seconds > 0 ? Double(done) / seconds : 0
        let speed = "\(Figures.grouped(UInt64(rate)))/s"
        guard total > 0 else { return "\(label)  \(Figures.grouped(done)) \(unit)  \(speed)" }
        let share = Double(min(done, total)) / Double(total)
        var line = "\(label)  \(Int(share * 100)) %  \(Figures.grouped(done)) of \(Figures.grouped(total)) \(unit)"
        line += "  \(speed)"
        if done > 0, done < total {
            let left = Double(total - done) / rate
            line += "  \(Figures.duration(.milliseconds(Int64(left * 1000)))) left"
        }
        return line
    }
}

extension Console {
    /// Does long work under a progress line, which is gone when the work is done.
    package func withProgress<Result>(
        _ label: String, unit: String = "events", _ work: (ProgressHandler?) throws -> Result
    ) throws -> Result {
        let sink = UncheckedSink(sink: messages)
        let meter = ProgressMeter(label, unit: unit, on: messageTerminal) { text in
            // A progress line that cannot be shown does not stop the work.
            try? sink.sink.write(text)
            try? sink.sink.flush()
        }
        let token = Interruption.shared.onInterrupt { meter.finish() }
        defer {
            Interruption.shared.forget(token)
            meter.finish()
        }
        return try work(meter.handler)
    }
}

extension Console {
    /// The same for work that prints results meanwhile: on a terminal these show the progress.
    package func withProgressAndOutput<Result>(
        _ label: String, _ work: (ProgressHandler?) throws -> Result
    ) throws -> Result {
        terminal.isInteractive ? try work(nil) : try withProgress(label, work)
    }
}

/// The message sink, which only the meter writes to while work is under way: one thread at a time, as its atomics see
/// to.
private struct UncheckedSink: @unchecked Sendable {
    let sink: TextSink
}
