import Platform

/// A counter of the changes to names and free text. They are outside the log, and can change or be erased without an
/// event. The counter is part of the entity tags of all answers that show them, so that no answer confirms a copy of
/// erased data.
///
/// The initial value is random, because the data can also be erased while no server runs.
final class Generation: Sendable {
    private let number = Guarded(UInt64.random(in: 0 ... .max / 2))

    /// The tag of the current value, which must be read before the data.
    var tag: String { String(number.withLock { $0 }, radix: 36) }

    /// Records that displayed data has changed.
    func raise() { number.withLock { $0 += 1 } }
}
