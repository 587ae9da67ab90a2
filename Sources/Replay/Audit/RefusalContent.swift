import Draft
import DraftLedger
import Records

/// The content that a refusal keeps of its command, for the audit.
extension AuditNotes {
    /// A refusal keeps the command as a ledger writes it, under its kind and its fingerprint, in the stream that the command
    /// was for.
    ///
    /// - Parameter hasEvents: whether anything stands in a stream before the group.
    mutating func checkRefusal(_ group: CommandGroup, hasEvents: (StreamKey) -> Bool) {
        guard let rejected = group.rejection, let origin = group.origin, let content = rejected.content else { return }
        let recorded = group.first
        guard let command = rejected.refusedCommand else {
            checkDigest(content, of: rejected, at: recorded)
            return
        }
        if command.fingerprint != origin.fingerprint {
            note(
                .fingerprint, at: recorded, expected: "content with fingerprint \(origin.fingerprint)",
                actual: "\(command.kind.name.withArticle) with fingerprint \(command.fingerprint)",
                "The refusal keeps another command than the recorded one.")
        }
        // The decision is compared in full when the command's decision is recomputed.
        var stated = CommandRejected(Refusal(rejected.code, ""), of: command)
        if !rejected.isOfDesk(origin) {
            let restated = stated
            stated = rejected
            (stated.command, stated.content) = (restated.command, restated.content)
        }
        stated.detail = rejected.detail
        if stated != rejected {
            note(
                .refusal, at: recorded, expected: stated.inWords,
                actual: rejected.inWords,
                "The refusal does not match the command that it keeps.")
        }
        checkStream(of: command, rejected.code, origin, recorded, isThere: hasEvents(command.anchor))
    }

    /// Holds a refusal that does not keep its command to the kinds of commands that may be too long for that.
    private mutating func checkDigest(_ content: String, of rejected: CommandRejected, at recorded: RecordedEvent) {
        let kind = rejected.command
        if content.isDigestOfCommand, kind.mayBeLong { return }
        // Software that kept no sentences of refusals took bytes of any length.
        if content.isDigestOfCommand, kind.hasBytes, rejected.detail == nil {
            return remark(
                at: recorded,
                "The refusal keeps a digest of \(kind.name.withArticle) that is longer than any valid one. Earlier "
                    + "versions recorded such commands; the refusal cannot be recomputed.")
        }
        // Nor did it look whether an amount can be read again.
        if kind.mayBeLong, rejected.detail == nil, content.hasPrefix("{\"kind\":\"\(kind.name)\""),
            content.hasLongNumber
        {
            return remark(
                at: recorded,
                "The refusal keeps \(kind.name.withArticle) with a number out of range. Earlier versions "
                    + "recorded such commands unchanged.")
        }
        note(
            .refusal, at: recorded, expected: kind.mayBeLong ? "a command, or its SHA-256" : "a command",
            actual: "\"\(content.prefix(80))\"", "The refusal does not keep the refused command.")
    }

    /// In the stream that the command was for, or in the ledger's own where that one has no events or does not exist.
    private mutating func checkStream(
        of command: Command, _ code: RefusalCode, _ origin: CommandOrigin, _ recorded: RecordedEvent, isThere: Bool
    ) {
        let places = [true, isThere].compactMap { isThere -> StreamKey? in
            var recorder = RefusalRecorder()
            return recorder.event(
                for: Refusal(code, ""), command: command, from: origin, room: nil, anchorExists: isThere,
                at: recorded.recordedAt)?.stream
        }
        guard let first = places.first, !places.contains(recorded.stream) else { return }
        note(
            .stream, at: recorded, expected: "\(first)", actual: "\(recorded.stream)",
            "\(command.kind.name.withCapitalArticle) was refused in the wrong stream.")
    }
}

extension CommandRejected {
    /// Whether the rules did not decide it: the id was already used, or the signature was invalid.
    fileprivate func isOfDesk(_ origin: CommandOrigin) -> Bool {
        code == .duplicateCommand || code == .badSignature && origin.signature != nil
    }
}

extension LedgerState {
    /// Whether anything stands in a stream.
    func hasEvents(_ stream: StreamKey) -> Bool {
        switch stream {
        case .system: true
        case .pool(let id): pool(id) != nil
        case .tournament(let id): tournament(id) != nil
        case .room(let id), .clock(let id): room(id) != nil
        case .queue(let room, let seat): queue(room, seat).version > 0
        case .wallet(let user): wallet(user).version > 0
        case .user(let user): self.user(user).version > 0
        case .dispute(let id): dispute(id) != nil
        case .staff: staff.version > 0
        case .measure(let id): measure(id) != nil
        case .season(let id): season(id) != nil
        case .aliases: aliases.version > 0
        case .notes(let id): notes(id) != nil
        }
    }
}

extension String {
    /// Whether sixteen digits stand in a row, as many as the least number has that JSON may not hold exactly.
    fileprivate var hasLongNumber: Bool {
        var digits = 0
        for byte in utf8 {
            digits = (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) ? digits + 1 : 0
            if digits == 16 { return true }
        }
        return false
    }
}
