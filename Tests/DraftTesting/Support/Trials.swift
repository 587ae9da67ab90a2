import Foundation

/// The seeds that a property is tried with.
package enum Trials {
    /// By how much the numbers of seeds grow: `DRAFT_LEDGER_TRIALS=10` tries ten times as many, which is a long trial and run
    /// by hand.
    private static let factor =
        ProcessInfo.processInfo.environment["DRAFT_LEDGER_TRIALS"].flatMap { UInt64($0) } ?? 1

    /// The seeds from 1 on.
    ///
    /// - Parameter count: how many there are in every run of the tests.
    package static func seeds(_ count: UInt64) -> ClosedRange<UInt64> { 1...count * max(1, factor) }
}
