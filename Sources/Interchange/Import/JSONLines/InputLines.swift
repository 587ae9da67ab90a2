/// Reads a file line by line, as bytes without their line ends.
struct InputLines {
    private var file: InputFile
    private var buffer: [UInt8] = []
    private var cursor = 0
    private var isExhausted = false

    /// Of the line that was read last, from 1.
    private(set) var number = 0

    init(_ file: InputFile) { self.file = file }

    /// The next line that is not empty. Empty ones are counted and passed over, a byte at a time: gigabytes of them are
    /// no more than their reading.
    ///
    /// - Returns: nil at the end.
    /// - Throws: `tooLarge` for a line that is longer than any can be, and what reading the file throws.
    mutating func next() throws(InterchangeError) -> [UInt8]? {
        repeat {
            skipEmptyLines()
            var searched = cursor
            while true {
                if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
                    let line = try self.line(upTo: end)
                    cursor = end + 1
                    if !line.isEmpty { return line }
                    break
                }
                try checkLength(upTo: buffer.count)
                searched = buffer.count
                guard !isExhausted else {
                    guard cursor < buffer.count else { return nil }
                    let line = try self.line(upTo: buffer.count)
                    cursor = buffer.count
                    return line.isEmpty ? nil : line
                }
                let more = try file.next()
                isExhausted = more.isEmpty
                buffer.removeFirst(cursor)
                searched -= cursor
                cursor = 0
                buffer += more
            }
        } while true
    }

    private mutating func skipEmptyLines() {
        buffer.withUnsafeBufferPointer { bytes in
            while cursor < bytes.count {
                if bytes[cursor] == UInt8(ascii: "\n") {
                    cursor += 1
                } else if bytes[cursor] == 0x0D, cursor + 1 < bytes.count, bytes[cursor + 1] == UInt8(ascii: "\n") {
                    cursor += 2
                } else {
                    return
                }
                number += 1
            }
        }
    }

    private func checkLength(upTo end: Int) throws(InterchangeError) {
        guard end - cursor > file.limits.line else { return }
        throw InterchangeError(
            .tooLarge,
            "\(file.path), line \(number + 1) is longer than \(file.limits.line >> 20) MiB. No event is; check that the file "
                + "is what `export` writes.")
    }

    private mutating func line(upTo end: Int) throws(InterchangeError) -> [UInt8] {
        try checkLength(upTo: end)
        number += 1
        let line = buffer[cursor..<end]
        return Array(line.last == 0x0D ? line.dropLast() : line)
    }
}
