/// Told now and then how far long work has come: `done` of `total` events. Called from the thread that works.
public typealias ProgressHandler = @Sendable (_ done: UInt64, _ total: UInt64) -> Void
