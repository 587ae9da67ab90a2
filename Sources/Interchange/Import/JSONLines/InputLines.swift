/// Reads a file line by line, as bytes without their line ends.
struct InputLines {
    private var file: InputFile
    private var buffer: [UInt8] = []
    private var cursor = 0
    private var isExhausted = false

    /// Of the line that was read last, from 1.
    private(set) var number = 0

    init(_ file: InputFile) { self.file = file }

    /// - Returns: nil at the end.
    mutating func next() throws(InterchangeError) -> [UInt8]? {
        var searched = cursor
        while true {
            if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
                defer { cursor = end + 1 }
                return line(upTo: end)
            }
            searched = buffer.count
            guard !isExhausted else {
                guard cursor < buffer.count else { return nil }
                defer { cursor = buffer.count }
                return line(upTo: buffer.count)
            }
            let more = try file.next()
            isExhausted = more.isEmpty
            buffer.removeFirst(cursor)
            searched -= cursor
            cursor = 0
            buffer += more
        }
    }

    private mutating func line(upTo end: Int) -> [UInt8] {
        number += 1
        let line = buffer[cursor..<end]
        return Array(line.last == 0x0D ? line.dropLast() : line)
    }
}
