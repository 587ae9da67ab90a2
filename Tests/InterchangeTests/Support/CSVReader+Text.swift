import Interchange
import TextFormats

extension CSVReader<InterchangeError> {
    /// Reads a text.
    init(_ bytes: [UInt8]) {
        var rest = bytes
        self.init { () throws(InterchangeError) -> [UInt8] in
            defer { rest = [] }
            return rest
        }
    }
}
