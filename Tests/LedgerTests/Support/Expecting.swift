import Ledger
import Testing

/// Expects that `body` throws a ledger's error with this code.
@discardableResult
func expect(
    _ code: LedgerError.Code, sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> some Any
) -> LedgerError? {
    do {
        _ = try body()
        Issue.record("expected \(code), nothing was thrown", sourceLocation: sourceLocation)
    } catch let error as LedgerError {
        #expect(error.code == code, "\(error)", sourceLocation: sourceLocation)
        return error
    } catch {
        Issue.record("expected \(code), found \(error)", sourceLocation: sourceLocation)
    }
    return nil
}
