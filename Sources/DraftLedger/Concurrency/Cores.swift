import Dispatch
import Foundation
import LMDB

/// The cores that parallel work may use.
package enum Cores {
    /// At least 1.
    package static let count = ProcessInfo.processInfo.activeProcessorCount

    /// Runs `body` for every index at the same time, and throws the first error that any of them threw.
    static func concurrently(_ count: Int, _ body: @Sendable (Int) throws -> Void) throws {
        let failure = Guarded<(any Error)?>(nil)
        DispatchQueue.concurrentPerform(iterations: count) { index in
            do {
                try body(index)
            } catch {
                failure.withLock { $0 = $0 ?? error }
            }
        }
        if let error = failure.withLock({ $0 }) { throw error }
    }
}
