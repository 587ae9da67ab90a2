/// A place in a text, as an editor counts: line and column from 1, columns in Unicode scalars.
public struct TextPlace: Hashable, Sendable, CustomStringConvertible {
    public var line: Int
    public var column: Int

    public init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    /// The place of a byte of a text. Costs a pass over the text before it.
    ///
    /// - Parameters:
    ///   - offset: of the byte, from 0 at the text's start; the text's length names the place right after its end.
    ///   - bytes: the text. Whatever is not UTF-8 counts one column for each byte that could begin a character.
    public init(ofByte offset: Int, in bytes: ArraySlice<UInt8>) {
        line = 1
        column = 1
        for byte in bytes.prefix(offset) {
            if byte == UInt8(ascii: "\n") {
                line += 1
                column = 1
            } else if !byte.isUTF8Continuation {
                column += 1
            }
        }
    }

    public var description: String { "line \(line), column \(column)" }
}
