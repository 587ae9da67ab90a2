import Dispatch
import DraftLedger
import Platform

/// Makes pieces on all cores and has one taker take them in order, while the next ones are made.
enum Pipeline {
    /// - Parameters:
    ///   - count: the number of pieces.
    ///   - make: makes a piece from its number, on any thread.
    ///   - take: takes the pieces in the order of their numbers, on the caller's thread. At most twice as many pieces as
    ///     there are cores are waiting for it.
    /// - Throws: what `make` or `take` throws first; nothing is taken after it.
    static func run<Piece: Sendable>(
        _ count: Int, make: @escaping @Sendable (Int) throws -> Piece, take: (Piece) throws -> Void
    ) throws {
        let ahead = min(count, 2 * Cores.count)
        let slots = (0..<ahead).map { _ in Handover<Piece>() }
        let group = DispatchGroup()
        func begin(_ number: Int) {
            let slot = slots[number % ahead]
            DispatchQueue.global(qos: .userInitiated).async(group: group) { slot.put(Result { try make(number) }) }
        }
        // Running work ends before the caller continues, which may close what `make` reads.
        defer { group.wait() }
        for number in 0..<ahead { begin(number) }
        for number in 0..<count {
            let piece = try slots[number % ahead].get()
            if number + ahead < count { begin(number + ahead) }
            try take(piece)
        }
    }
}

/// Hands one piece at a time from the thread that makes it to the one that takes it. Unchecked because the semaphore
/// orders the two: the piece is written before the signal and read after it.
private final class Handover<Piece: Sendable>: @unchecked Sendable {
    private let isFull = DispatchSemaphore(value: 0)

    private var piece: Result<Piece, any Error>?

    func put(_ result: Result<Piece, any Error>) {
        piece = result
        isFull.signal()
    }

    func get() throws -> Piece {
        isFull.wait()
        defer { piece = nil }
        guard let piece else { throw CancellationError() }
        return try piece.get()
    }
}
