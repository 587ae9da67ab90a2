extension UInt8 {
    /// Whether the byte continues a character rather than beginning one.
    @inlinable
    package var isUTF8Continuation: Bool { self & 0b1100_0000 == 0b1000_0000 }
}

extension [UInt8] {
    /// The same without the byte order mark that some editors put before UTF-8.
    package var withoutByteOrderMark: [UInt8] {
        starts(with: [0xEF, 0xBB, 0xBF]) ? Array(dropFirst(3)) : self
    }
}

extension RandomAccessCollection<UInt8> where Index == Int {
    /// The first byte that is not part of well-formed UTF-8 (Unicode 16, table 3-7): overlong forms, surrogates and
    /// what lies beyond U+10FFFF included. Nil where all is well. One pass, no copy.
    @inlinable
    package var firstInvalidUTF8: Int? {
        var index = startIndex
        while index < endIndex {
            let lead = self[index]
            guard lead >= 0x80 else {
                index += 1
                continue
            }
            // How many bytes follow, and what the first of them may be; the others may be any continuation.
            let followers: Int
            var allowed: ClosedRange<UInt8> = 0x80...0xBF
            switch lead {
            case 0xC2...0xDF: followers = 1
            case 0xE0: (followers, allowed) = (2, 0xA0...0xBF)
            case 0xED: (followers, allowed) = (2, 0x80...0x9F)
            case 0xE1...0xEF: followers = 2
            case 0xF0: (followers, allowed) = (3, 0x90...0xBF)
            case 0xF1...0xF3: followers = 3
            case 0xF4: (followers, allowed) = (3, 0x80...0x8F)
            default: return index
            }
            guard followers < endIndex - index, allowed.contains(self[index + 1]) else { return index }
            var follower = 2
            while follower <= followers {
                guard self[index + follower].isUTF8Continuation else { return index }
                follower += 1
            }
            index += followers + 1
        }
        return nil
    }
}
