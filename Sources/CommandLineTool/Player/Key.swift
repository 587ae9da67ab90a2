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
