package import Draft

extension PickMade: RecordBody {
    mutating func fields(_ coder: inout some FieldCoder) {
        coder.scalar("pick", &pick)
        coder.scalar("slot", &slot)
        coder.scalar("seat", &seat)
        coder.scalar("player", &player)
        coder.optional("adp", &adp)
        coder.optional("claimedAt", &claimedAt)
    }
}

extension PickAutomated: RecordBody {
    mutating func fields(_ coder: inout some FieldCoder) {
        coder.scalar("pick", &pick)
        coder.scalar("slot", &slot)
        coder.scalar("seat", &seat)
        coder.optional("player", &player)
        coder.scalar("reason", &reason)
        coder.scalar("source", &source)
        coder.scalar("queueVersion", &queueVersion)
        coder.scalar("policyVersion", &policyVersion)
        coder.optional("adp", &adp)
        coder.digestAppendix("passedOver", &passedOver, since: RecordLayout.discretionVersion)
        coder.group("skipped", &skipped)
    }
}

extension PickCorrected: RecordBody {
    mutating func fields(_ coder: inout some FieldCoder) {
        coder.scalar("pick", &pick)
        coder.scalar("mode", &mode)
        coder.scalar("seat", &seat)
        coder.optional("oldPlayer", &oldPlayer)
        coder.optional("newPlayer", &newPlayer)
        coder.optional("dispute", &dispute)
        coder.optional("requestedBy", &requestedBy)
        coder.scalar("approvedBy", &approvedBy)
        coder.reason(&reason)
    }
}

extension CommandRejected: RecordBody {
    mutating func fields(_ coder: inout some FieldCoder) {
        coder.scalar("command", &command)
        coder.scalar("code", &code)
        coder.optional("pick", &pick)
        coder.optional("seat", &seat)
        coder.optional("player", &player)
        coder.optional("deadline", &deadline)
        coder.optional("graceEndsAt", &graceEndsAt)
        coder.optional("margin", &margin)
        coder.optional("claimedAt", &claimedAt)
        coder.scalar("count", &count)
        // A text follows the place of the command, which the record contains even without a command.
        var command = content.map { RefusedContent(floods: flood.map { [$0] } ?? [], content: $0) }
        if command == nil, detail != nil { command = .blank }
        coder.later(&command)
        if command?.isBlank == true { command = nil }
        (content, flood) = (command?.content, command?.floods.first)
        var answer = detail.map(RefusedDetail.init)
        coder.later(&answer)
        detail = answer.flatMap { $0.detail.isEmpty ? nil : $0.detail }
    }
}

/// The part of the command, or of the counted flood, that a refusal keeps.
private struct RefusedContent: LaterPart {
    var floods: [CommandRejected.Flood]
    var content: String

    /// A refusal has a command, or counts a flood.
    var isBlank: Bool { floods.isEmpty && content.isEmpty }

    static var blank: RefusedContent { RefusedContent(floods: [], content: "") }
    static let version: UInt16 = 1
    static let firstMember: StaticString = "flood"

    mutating func fields(_ coder: inout some FieldCoder) {
        coder.group("flood", &floods)
        coder.text("content", &content)
    }
}

/// The sentence that a refusal was answered with.
private struct RefusedDetail: LaterPart {
    var detail: String

    static var blank: RefusedDetail { RefusedDetail(detail: "") }
    static var version: UInt16 { RecordLayout.answersVersion }
    static let firstMember: StaticString = "detail"

    mutating func fields(_ coder: inout some FieldCoder) { coder.text("detail", &detail) }
}

extension CommandRejected.Flood: GroupElement {
    static var blank: Self {
        Self(
            sender: .scheduler, firstArrival: Timestamp(microseconds: 0), lastArrival: Timestamp(microseconds: 0),
            contents: .zero)
    }

    mutating func fields(_ coder: inout some FieldCoder) {
        coder.scalar("sender", &sender)
        coder.scalar("firstArrival", &firstArrival)
        coder.scalar("lastArrival", &lastArrival)
        coder.digest("contents", &contents)
    }
}

extension CommandRejected {
    /// The refusal of a command, as its first one.
    package init(_ refusal: Refusal, of command: Command) {
        self = .blank
        self.command = command.kind
        code = refusal.code
        pick = refusal.pick?.ifNotNull
        seat = refusal.seat?.ifNotNull
        player = refusal.player?.ifNotNull
        deadline = refusal.deadline
        graceEndsAt = refusal.graceEndsAt
        margin = refusal.margin
        if case .room(_, .makePick(let pick)) = command { claimedAt = pick.claimedAt?.ifNotNull }
        count = 1
        detail = refusal.message.isEmpty ? nil : refusal.message
        let json = CommandRequest(command).json
        // A value that JSON cannot hold would not be read again: its command is kept as one that is too long.
        let isKept =
            json.utf8.count <= RecordLimit.refusedCommand && (try? CommandRequest(json: json))?.command == command
        content = isKept ? json : "sha256:\(command.contentDigest.hexadecimal)"
    }

    /// Whether a record can keep the refusal: the command itself or, where legal commands of its kind may be too long for
    /// that, its digest.
    package var isRecordable: Bool { command.mayBeLong || content?.isDigestOfCommand != true }

    /// The command that was refused; nil where only its digest was kept, and in older records.
    package var refusedCommand: Command? {
        guard let content, !content.isEmpty else { return nil }
        // Nil for a digest and for invalid bytes: neither contains a command.
        return try? CommandRequest(json: content).command
    }

    /// Turns the refusal into the count of what is not recorded singly, itself the first.
    package func counted(from origin: CommandOrigin, at now: Timestamp, of command: Command) -> CommandRejected {
        let arrival = origin.occurredAt ?? now
        var counted = self
        counted.content = ""
        counted.detail = nil
        counted.flood = Flood(
            sender: origin.actor, firstArrival: arrival, lastArrival: arrival,
            contents: Digest256(hashing: Digest256.zero.bytes + command.contentDigest.bytes))
        return counted
    }

    /// Counts further refusals in.
    package mutating func count(_ more: CommandRejected) {
        let (sum, overflows) = count.addingReportingOverflow(more.count)
        count = overflows ? .max : sum
        guard let further = more.flood, var flood else { return }
        flood.firstArrival = min(flood.firstArrival, further.firstArrival)
        flood.lastArrival = max(flood.lastArrival, further.lastArrival)
        flood.contents = Digest256(hashing: flood.contents.bytes + further.contents.bytes)
        self.flood = flood
    }
}

extension WireScalar {
    /// The value, unless it is the one that stands for none: a refusal may be of just that, which its record then lacks.
    fileprivate var ifNotNull: Self? { wire == .wireNull ? nil : self }
}

extension String {
    /// Whether it is what a refusal keeps of a command that is too long: "sha256:" and 64 hexadecimal digits.
    package var isDigestOfCommand: Bool {
        let digits = utf8.dropFirst(7)
        return hasPrefix("sha256:") && digits.count == 64
            && digits.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || (97...102).contains($0) }
    }
}
