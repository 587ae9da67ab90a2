import DraftLedger
import LMDB
import Ledger
import Records

/// An error of a ledger of bets that is not the refusal of a command.
package struct BetLedgerError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of the error; compare codes, not texts.
    package enum Code: String, Hashable, Sendable {
        /// The ledger cannot be created, opened, read or written; the message is the storage's.
        case storage
        /// The directory has a ledger of drafts.
        case notOfBets
        /// The ledger was opened for reading.
        case notWritable
        /// The ledger has been closed.
        case closed
        /// The ID was used for a command with other content.
        case commandReused
        /// There is no such game, bet or offer.
        case unknown
        /// The published model is not one that this software computes.
        case foreignModel
        /// A row outside of the log cannot be read.
        case damaged
    }

    package let code: Code
    /// The finding and the remedy.
    package let message: String

    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    package var description: String { message }
}

/// Runs a body, giving the errors of the layers below their meaning here.
@discardableResult
func rethrowing<Result>(_ body: () throws -> Result) throws(BetLedgerError) -> Result {
    do {
        return try body()
    } catch let error as BetLedgerError {
        throw error
    } catch let error as LedgerError where error.code == .closed {
        throw BetLedgerError(.closed, error.description)
    } catch let error as DraftLedgerError {
        throw BetLedgerError(.storage, error.message)
    } catch let error as RecordError where error.code == .unknownType {
        throw BetLedgerError(.notOfBets, "This is not a ledger of bets: \(error). Open it with draftledger.")
    } catch {
        throw BetLedgerError(.storage, "\(error)")
    }
}
