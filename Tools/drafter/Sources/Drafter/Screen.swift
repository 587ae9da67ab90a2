import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The terminal: redrawn in place; or plain lines, one for each thing that happens, where the output is no terminal.
final class Screen {
    let isTerminal = isatty(1) == 1 && ProcessInfo.processInfo.environment["TERM"] != "dumb"

    /// Columns as they are now; 100 where there is no terminal.
    var width: Int {
        var size = winsize()
        guard isTerminal, ioctl(1, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 100 }
        return Int(size.ws_col)
    }

    /// A line of its own where nothing is redrawn.
    func say(_ line: String) {
        if !isTerminal { write(line + "\n") }
    }

    func ring() {
        if isTerminal { write("\u{7}") }
    }

    /// Shows lines from the top, and leaves the cursor below them, where what is typed stands.
    func draw(_ lines: [Line], isLast: Bool) {
        guard isTerminal else {
            if isLast { for line in lines { write(line.plain + "\n") } }
            return
        }
        // What is being typed is kept: the cursor's place is saved and found again. Only the end clears all.
        var text = isLast ? "\u{1B}[2J\u{1B}[H" : "\u{1B}7\u{1B}[H"
        for line in lines { text += "\(line.colored)\u{1B}[K\n" }
        text += isLast ? "" : "\u{1B}8"
        if !isLast, lines.count != drawn {
            // The prompt stands below what is shown, wherever that ends now.
            text += "\u{1B}[\(lines.count + 1);1H\u{1B}[J> "
            drawn = lines.count
        }
        write(text)
    }

    /// Lines that stand on the screen; nil where the prompt has moved since.
    private var drawn: Int?

    /// A line was typed, and the cursor went on.
    func takeNewPrompt() { drawn = nil }

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

/// A line of the screen: words with their colours.
struct Line {
    enum Color: Int {
        case plain = 0, bold = 1, dim = 2, red = 31, green = 32, yellow = 33, magenta = 35, cyan = 36, inverse = 7
    }

    private var pieces: [(text: String, color: Color)] = []

    init(_ text: String = "", _ color: Color = .plain) { pieces = [(text, color)] }

    mutating func add(_ text: String, _ color: Color = .plain) { pieces.append((text, color)) }

    var plain: String { pieces.map(\.text).joined() }

    var colored: String {
        pieces.map { $0.color == .plain ? $0.text : "\u{1B}[\($0.color.rawValue)m\($0.text)\u{1B}[0m" }.joined()
    }

    /// Cut to so many columns.
    func fitted(to width: Int) -> Line {
        var (cut, left) = (Line(), width)
        for piece in pieces where left > 0 {
            cut.add(String(piece.text.prefix(left)), piece.color)
            left -= piece.text.count
        }
        return cut
    }
}
