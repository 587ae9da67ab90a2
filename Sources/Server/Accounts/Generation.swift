import Platform

/// Counts what is told that stands beside the log, names and words: it can change, and be erased, without an event. It is
/// part of the tags of all answers that show such a thing, so that nobody is told that what was erased still holds.
///
/// Where it begins is left to chance: they can be erased while no server runs, too.
final class Generation: Sendable {
    private let number = Guarded(UInt64.random(in: 0 ... .max / 2))

    /// To be read before what is told.
    var tag: String { String(number.withLock { $0 }, radix: 36) }

    /// Notes that something is told otherwise from now on.
    func raise() { number.withLock { $0 += 1 } }
}
