extension InputFile {
    /// The whole content, for whoever reports a file that cannot be unpacked like any other that is wrong.
    mutating func restOrIssue() throws(ImportIssue) -> [UInt8] {
        do {
            return try rest()
        } catch {
            throw ImportIssue(file: path, place: nil, found: error.message, expected: "a file that can be read")
        }
    }
}
