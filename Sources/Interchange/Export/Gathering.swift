import Foundation

/// What several threads make, each its own piece, for one to take in order.
final class Gathering<Piece: Sendable>: @unchecked Sendable {
    private let lock = NSLock()

    /// Guarded by the lock.
    private var pieces: [Result<Piece, any Error>?]

    init(count: Int) { pieces = Array(repeating: nil, count: count) }

    func set(_ piece: Result<Piece, any Error>, at index: Int) { lock.withLock { pieces[index] = piece } }

    /// Takes the pieces in order; all of them must have been set.
    ///
    /// - Throws: the first failure among them.
    func all() throws -> [Piece] { try lock.withLock { try pieces.compactMap { try $0?.get() } } }
}
