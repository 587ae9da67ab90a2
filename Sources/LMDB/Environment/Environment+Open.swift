extension Environment {
    /// Opens the environment in a directory, creating its files if the directory has none and may be written.
    ///
    /// - Parameter path: an existing directory.
    /// - Throws: `notFound`, `notDirectory`, `denied`, `readOnly`, `notLMDB`, `newerFormat`, `truncated`,
    ///   `alreadyOpen` (open in this process for reading only, wanted for writing), `system`.
    public static func open(at path: String, options: Options = Options()) throws(LMDBError) -> Environment {
        try EnvironmentRegistry.shared.open(path: path, options: options)
    }
}
