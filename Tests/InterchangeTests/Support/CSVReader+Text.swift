@testable import Interchange

extension CSVReader {
    /// Reads a text in pieces of at most `chunk` bytes.
    init(_ bytes: [UInt8], chunk: Int = .max) {
        var rest = bytes[...]
        self.init { () throws(InterchangeError) -> [UInt8] in
            defer { rest = rest.dropFirst(chunk) }
            return Array(rest.prefix(chunk))
        }
    }
}
