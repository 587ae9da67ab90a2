import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The terminal: redrawn in place; or plain lines, one for each event, if the output is not a terminal.
final class Screen {
    let isTerminal = isatty(1) == 1 && ProcessInfo.processInfo.environment["TERM"] != "dumb"

    /// The rows of the terminal if the prompt is in its last one; nil if the prompt has moved since.
    private var prompted: Int?

    /// The current size; 100 columns and unlimited rows without a terminal.
    var size: (columns: Int, rows: Int) {
        var size = winsize()
        guard isTerminal, ioctl(1, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 1 else {
            return (100, .max)
        }
        return (Int(size.ws_col), Int(size.ws_row))
    }

    /// A line of its own where nothing is redrawn.
    func say(_ line: String) {
        if !isTerminal { write(line.harmless + "\n") }
    }

    func ring() {
        if isTerminal { write("\u{7}") }
    }

    /// Shows lines from the top. The last row is the prompt's: what is being typed there stays, and nothing scrolls.
    ///
    /// - Parameter make: returns the lines for a number of columns and rows.
    func draw(_ make: (_ columns: Int, _ rows: Int) -> [Line]) {
        let (columns, rows) = size
        guard isTerminal, rows < .max else { return }
        let lines = make(columns, rows - 1)
        let staysPut = prompted == rows
        var text = staysPut ? "\u{1B}7" : ""
        for row in 1..<rows {
            // Cleared first: after a line as wide as the terminal, clearing to its end would remove the last character.
            text += "\u{1B}[\(row);1H\u{1B}[2K" + (row <= lines.count ? lines[row - 1].colored : "")
        }
        text += staysPut ? "\u{1B}8" : "\u{1B}[\(rows);1H\u{1B}[2K> "
        prompted = rows
        write(text)
    }

    /// Shows lines for good, from the top of a clear screen, however many they are.
    func end(with make: (_ columns: Int, _ rows: Int) -> [Line]) {
        let lines = make(size.columns, .max)
        write(isTerminal ? "\u{1B}[2J\u{1B}[H" : "")
        for line in lines { write((isTerminal ? line.colored : line.plain) + "\n") }
    }

    /// A line was typed, and the cursor went on.
    func takeNewPrompt() { prompted = nil }

    private func write(_ text: String) { FileHandle.standardOutput.write(Data(text.utf8)) }

    /// Lines as they are typed, read on a thread of its own.
    static var typedLines: AsyncStream<String> {
        AsyncStream { continuation in
            Thread.detachNewThread {
                while let line = readLine() { continuation.yield(line) }
                continuation.finish()
            }
        }
    }
}

/// A line of the screen: words with their colours. None of them steers the terminal.
struct Line {
    enum Color: Int {
        case plain = 0, bold = 1, dim = 2, red = 31, green = 32, yellow = 33, magenta = 35, cyan = 36, inverse = 7
    }

    private var pieces: [(text: String, color: Color)] = []

    init(_ text: String = "", _ color: Color = .plain) { add(text, color) }

    mutating func add(_ text: String, _ color: Color = .plain) { pieces.append((text.harmless, color)) }

    var plain: String { pieces.map(\.text).joined() }

    var colored: String {
        pieces.map { $0.color == .plain ? $0.text : "\u{1B}[\($0.color.rawValue)m\($0.text)\u{1B}[0m" }.joined()
    }

    /// Returns the line, cut to `width` columns.
    func fitted(to width: Int) -> Line {
        var (cut, left) = (Line(), width)
        for piece in pieces where left > 0 {
            cut.add(piece.text.cut(to: left), piece.color)
            left -= piece.text.columns
        }
        return cut
    }
}
