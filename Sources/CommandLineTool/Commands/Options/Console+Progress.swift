import DraftLedger

extension Console {
    /// Does long work under a progress line, which is gone when the work is done.
    func withProgress<Result>(
        _ label: String, unit: String = "events", _ work: (ProgressHandler?) throws -> Result
    ) throws -> Result {
        let sink = UncheckedSink(sink: messages)
        let meter = ProgressMeter(label, unit: unit, on: messageTerminal) { text in
            // Progress that cannot be shown keeps nobody from his work.
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

/// The message sink, which only the meter writes to while work is under way: one thread at a time, as its atomics see
/// to.
private struct UncheckedSink: @unchecked Sendable {
    let sink: TextSink
}
