import Pages
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The terminal while a replay has it: the alternate screen without a cursor, keys as they come. Whatever ends the
/// process, `restore` gives it back as it was.
final class TerminalSession {
    private let input: Int32
    private let output: TextSink
    private let readsKeys: Bool
    private var saved = termios()
    private let isOpen = Atomic(true)

    private static let enter = "\u{1B}[?1049h\u{1B}[?25l"
    /// Clears first: a terminal that has grown meanwhile may pull rows of the alternate screen into the real one.
    private static let leave = "\u{1B}[0m\u{1B}[2J\u{1B}[?25h\u{1B}[?1049l"

    init(input: Int32 = STDIN_FILENO, output: TextSink, readsKeys: Bool) throws(SinkError) {
        self.input = input
        self.output = output
        self.readsKeys = readsKeys && tcgetattr(input, &saved) == 0
        if self.readsKeys {
            var raw = saved
            raw.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG)
            tcsetattr(input, TCSAFLUSH, &raw)
        }
        try output.write(Self.enter)
        try output.flush()
    }

    deinit { restore() }

    /// Safe to call twice, and from any thread.
    func restore() {
        guard isOpen.exchange(false, ordering: .acquiringAndReleasing) else { return }
        output.writeUnbuffered(Self.leave)
        if readsKeys {
            var settings = saved
            tcsetattr(input, TCSAFLUSH, &settings)
        }
    }

    /// Draws over what is there, line by line, so that nothing flickers.
    func draw(_ lines: [StyledText], _ colors: ColorDepth) throws(SinkError) {
        var frame = "\u{1B}[H"
        for (index, line) in lines.enumerated() {
            frame += (index == 0 ? "" : "\r\n") + line.trimmed.rendered(colors) + "\u{1B}[K"
        }
        try output.write(frame + "\u{1B}[J")
        try output.flush()
    }

    /// The keys pressed within the next `milliseconds`; waits no longer than for the first.
    func keys(within milliseconds: Int32) -> [Key] {
        var request = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
        guard readsKeys else {
            poll(nil, 0, milliseconds)
            return []
        }
        guard poll(&request, 1, milliseconds) > 0 else { return [] }
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = read(input, &bytes, bytes.count)
        return count > 0 ? Key.keys(in: bytes.prefix(count)) : [.quit]
    }
}
