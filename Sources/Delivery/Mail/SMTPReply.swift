/// A reply of a relay (RFC 5321, section 4.2).
struct SMTPReply: Hashable, Sendable {
    var code: Int
    /// The text of each line, without its code.
    var lines: [String]

    /// The first digit.
    var kind: Int { code / 100 }

    /// The reply on one line, for people.
    var text: String { "\(code) \(lines.joined(separator: " ").prefix(300))" }

    /// Whether it has an enhanced code of the subject security or policy (RFC 3463, section 3.8), such as 5.7.1.
    var isAboutPolicy: Bool { lines.contains { $0.hasPrefix("5.7.") } }
}

/// The reason for which there is no usable reply.
enum SMTPFault: Error, Hashable {
    case closed
    case notAReply(String)
    /// The relay has sent a reply before the command.
    case unasked(String)
    case timeLimit
    case connection(String)
}

/// Divides the bytes of a relay into replies, in bounded memory.
struct SMTPReplyDecoder {
    /// RFC 5321 has 512 bytes; some relays send longer ones.
    private static let longestLine = 2_048
    private static let mostLines = 100

    private var line: [UInt8] = []
    private var reply: SMTPReply?

    /// Whether nothing of another reply has arrived.
    var isEmpty: Bool { line.isEmpty && reply == nil }

    /// Takes bytes.
    ///
    /// - Returns: the replies that they complete.
    mutating func take(_ bytes: some Sequence<UInt8>) throws(SMTPFault) -> [SMTPReply] {
        var replies: [SMTPReply] = []
        for byte in bytes {
            guard byte == UInt8(ascii: "\n") else {
                line.append(byte)
                guard line.count <= Self.longestLine else {
                    throw .notAReply("a line has more than \(Self.longestLine) bytes")
                }
                continue
            }
            if line.last == UInt8(ascii: "\r") { line.removeLast() }
            if let complete = try takeLine() { replies.append(complete) }
            line = []
        }
        return replies
    }

    private mutating func takeLine() throws(SMTPFault) -> SMTPReply? {
        let text = String(decoding: line, as: UTF8.self)
        let code = line.prefix(3)
        guard code.count == 3, (UInt8(ascii: "2")...UInt8(ascii: "5")).contains(code[0]),
            code.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
            line.count == 3 || line[3] == UInt8(ascii: " ") || line[3] == UInt8(ascii: "-"),
            let number = Int(String(decoding: code, as: UTF8.self))
        else { throw .notAReply("\"\(text.prefix(60))\"") }
        var reply = reply ?? SMTPReply(code: number, lines: [])
        guard reply.code == number else { throw .notAReply("its lines have the codes \(reply.code) and \(number)") }
        guard reply.lines.count < Self.mostLines else { throw .notAReply("it has more than \(Self.mostLines) lines") }
        reply.lines.append(String(decoding: line.dropFirst(4), as: UTF8.self))
        if line.count > 3, line[3] == UInt8(ascii: "-") {
            self.reply = reply
            return nil
        }
        self.reply = nil
        return reply
    }
}
