import Foundation
import LMDB

/// A thread that is inside a read transaction until it is told to leave.
final class HeldReader: Sendable {
    private let mayLeave = DispatchSemaphore(value: 0)
    private let left = DispatchSemaphore(value: 0)

    init(of environment: Environment) {
        let inside = DispatchSemaphore(value: 0)
        Thread { [mayLeave, left] in
            _ = try? environment.read { _ in
                inside.signal()
                mayLeave.wait()
            }
            left.signal()
        }.start()
        inside.wait()
    }

    /// Ends the transaction.
    func release() {
        mayLeave.signal()
        left.wait()
    }
}
