import LMDB

extension Ledger {
    /// Looks at every page of a ledger that is not open yet: to open one already follows some, and can end the process
    /// where they are damaged.
    ///
    /// - Returns: what a verification says of damaged pages; nil where there are none, and the ledger can be opened.
    /// - Throws: `notFound`, `notALedger`, `newerFormat`, `damaged` for a file that is cut off, `storage`.
    public static func verifyPages(at path: String) throws(LedgerError) -> Verification? {
        try reportingAll(path) {
            try requireData(path)
            let environment = try Environment.open(at: path, options: Environment.Options(access: .readOnly))
            defer { environment.close() }
            return try damagedPages(of: environment)
        }
    }

    /// Checks the pages of an open environment.
    static func damagedPages(of environment: Environment) throws -> Verification? {
        do {
            try reporting(environment.path) { try environment.checkPages() }
            return nil
        } catch let error as LedgerError where error.code == .damaged {
            return Verification(.pages, error.detail)
        }
    }
}
