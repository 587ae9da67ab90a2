extension Environment {
    /// Opens the environment in a directory, creating its files if the directory has none and may be written.
    ///
    /// Where this process is closing the same file, waits until it is closed.
    ///
    /// - Parameters:
    ///   - path: an existing directory.
    ///   - options: how it is kept.
    /// - Throws: `notFound`, `notDirectory`, `denied`, `readOnly`, `notLMDB`, `newerFormat`, `truncated`, `corrupted`,
    ///   `alreadyOpen` (open in this process for reading only, wanted for writing; or being closed, and this thread
    ///   is in one of the transactions that are waited for), `system`.
    public static func open(at path: String, options: Options = Options()) throws(LMDBError) -> Environment {
        try EnvironmentRegistry.shared.open(path: path, options: options)
    }

    /// Reads every page that is in use and checks what LMDB takes for granted: that pages are where they should be,
    /// and that what is in them stays inside. Values are not looked at.
    ///
    /// LMDB maps the file and trusts it, so a damaged page can end the process that reads it. On all processors, about
    /// as fast as the file can be read; pins a snapshot meanwhile.
    ///
    /// - Throws: `corrupted`, `truncated`, or what an `LMDBError` of reading can be.
    public func checkPages() throws {
        try read { _ in try DataFile.checkPages(in: path) }
    }
}
