import Pages
import Platform
import Synchronization
import ToolSupport

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
    private let input: Descriptor
    private let output: TextSink
    private let readsKeys: Bool
    private var saved = termios()
    private let isOpen = Atomic(true)

    private static let enter = "\u{1B}[?1049h\u{1B}[?25l"
    /// Clears first: a terminal that has grown meanwhile may pull rows of the alternate screen into the real one.
    private static let leave = "\u{1B}[0m\u{1B}[2J\u{1B}[?25h\u{1B}[?1049l"

    init(input: Descriptor = .standardInput, output: TextSink, readsKeys: Bool) throws(SinkError) {
        self.input = input
        self.output = output
        self.readsKeys = readsKeys && tcgetattr(input.number, &saved) == 0
        if self.readsKeys {
            var raw = saved
            raw.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG)
            tcsetattr(input.number, TCSAFLUSH, &raw)
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
            tcsetattr(input.number, TCSAFLUSH, &settings)
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
        var request = pollfd(fd: input.number, events: Int16(POLLIN), revents: 0)
        guard readsKeys else {
            poll(nil, 0, milliseconds)
            return []
        }
        guard poll(&request, 1, milliseconds) > 0 else { return [] }
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = read(input.number, &bytes, bytes.count)
        return count > 0 ? Key.keys(in: bytes.prefix(count)) : [.quit]
    }
}

/// A key of the replay.
enum Key: Hashable, Sendable {
    case space, left, right, up, down, home, end, faster, slower, quit, interrupt, other

    /// Reads what a terminal in raw mode sends; a control sequence (ECMA-48) is one key.
    static func keys(in bytes: some Sequence<UInt8>) -> [Key] {
        var keys: [Key] = []
        var rest = Array(bytes)[...]
        while let byte = rest.popFirst() {
            guard byte == 0x1B, let introducer = rest.first, introducer == 0x5B || introducer == 0x4F else {
                keys.append(single(byte))
                continue
            }
            rest = rest.dropFirst()
            let parameters = rest.prefix { $0 < 0x40 }
            rest = rest.dropFirst(parameters.count)
            keys.append(sequence(Array(parameters), rest.popFirst()))
        }
        return keys
    }

    private static func single(_ byte: UInt8) -> Key {
        switch byte {
        case UInt8(ascii: " "): .space
        case UInt8(ascii: "q"), UInt8(ascii: "Q"): .quit
        case UInt8(ascii: "l"): .right
        case UInt8(ascii: "h"): .left
        case UInt8(ascii: "j"): .down
        case UInt8(ascii: "k"): .up
        case UInt8(ascii: "g"): .home
        case UInt8(ascii: "G"): .end
        case UInt8(ascii: "+"), UInt8(ascii: "="): .faster
        case UInt8(ascii: "-"): .slower
        case 3, 4: .interrupt
        default: .other
        }
    }

    private static func sequence(_ parameters: [UInt8], _ final: UInt8?) -> Key {
        switch final {
        case UInt8(ascii: "A"): .up
        case UInt8(ascii: "B"): .down
        case UInt8(ascii: "C"): .right
        case UInt8(ascii: "D"): .left
        case UInt8(ascii: "H"): .home
        case UInt8(ascii: "F"): .end
        case UInt8(ascii: "~") where parameters == [0x31]: .home
        case UInt8(ascii: "~") where parameters == [0x34]: .end
        default: .other
        }
    }
}
