import Draft

extension RoomOpened: RecordBody {
    mutating func fields(_ coder: inout some FieldCoder) {
        coder.optional("tournament", &tournament)
        coder.scalar("pool", &pool)
        coder.optional("entryFee", &entryFee)
        coder.part(&ruleset)
        coder.optionalDigest("commitment", &commitment)
        coder.appendix("signedCommands", &signedCommands)
        var (version, players) = (draw?.version, draw?.poolPlayers)
        coder.appendix("drawVersion", &version, since: RecordLayout.entropyVersion)
        coder.appendix("poolPlayers", &players, since: RecordLayout.entropyVersion)
        draw = version.flatMap { version in players.map { DrawTerms(version: version, poolPlayers: $0) } }
        coder.appendix("overnight", &ruleset.overnight, since: RecordLayout.nightsVersion)
        coder.appendix("spectators", &spectators, since: RecordLayout.nightsVersion)
        coder.order(of: &ruleset)
        coder.text("externalID", &externalID)
        coder.zone(of: &ruleset)
    }
}

/// The time zone of nights, and the changes of its offset, which older records do not have.
private struct OvernightZone: LaterPart {
    var zone: String

    static var blank: OvernightZone { OvernightZone(zone: "") }
    static var version: UInt16 { RecordLayout.answersVersion }
    static let firstMember: StaticString = "overnightZone"

    mutating func fields(_ coder: inout some FieldCoder) { coder.text("overnightZone", &zone) }
}

extension FieldCoder {
    /// The last field of the block of everything that has a ruleset. A plain snake has the bytes that it always had.
    mutating func order(of ruleset: inout Ruleset) {
        var order = ruleset.order == .snake ? nil : ruleset.order
        appendix("order", &order, since: RecordLayout.orderVersion)
        ruleset.order = order ?? .snake
    }

    /// Last of all of whatever has a ruleset.
    mutating func zone(of ruleset: inout Ruleset) {
        var part = ruleset.overnight?.zone.map { OvernightZone(zone: $0.text) }
        later(&part)
        ruleset.overnight?.zone = part.flatMap { $0.zone.isEmpty ? nil : ZoneOffsets(text: $0.zone) }
    }
}

extension SeatLeft: RecordBody {
    mutating func fields(_ coder: inout some FieldCoder) {
        coder.scalar("seat", &seat)
        coder.optional("user", &user)
        coder.scalar("entry", &entry)
    }
}

extension RoomFilled: RecordBody {
    mutating func fields(_ coder: inout some FieldCoder) {
        coder.scalar("seats", &seats)
    }
}

extension CountdownStarted: RecordBody {
    mutating func fields(_ coder: inout some FieldCoder) {
        coder.scalar("endsAt", &endsAt)
    }
}

extension DraftStarted: RecordBody {
    mutating func fields(_ coder: inout some FieldCoder) {}
}

extension ClockStarted: RecordBody {
    mutating func fields(_ coder: inout some FieldCoder) {
        coder.scalar("pick", &pick)
        coder.scalar("slot", &slot)
        coder.scalar("epoch", &epoch)
        coder.scalar("deadline", &deadline)
        coder.scalar("graceEndsAt", &graceEndsAt)
    }
}

extension ClockTicked: RecordBody {
    mutating func fields(_ coder: inout some FieldCoder) {
        coder.scalar("pick", &pick)
        coder.scalar("remaining", &remaining)
    }
}

extension AutodraftSet: RecordBody {
    mutating func fields(_ coder: inout some FieldCoder) {
        coder.scalar("seat", &seat)
        coder.scalar("on", &on)
        coder.scalar("cause", &cause)
    }
}

extension ClockExtended: RecordBody {
    mutating func fields(_ coder: inout some FieldCoder) {
        coder.scalar("pick", &pick)
        coder.scalar("epoch", &epoch)
        coder.scalar("deadline", &deadline)
        coder.scalar("graceEndsAt", &graceEndsAt)
        coder.reason(&reason)
    }
}

extension RoomPaused: RecordBody {
    mutating func fields(_ coder: inout some FieldCoder) {
        coder.scalar("kind", &kind)
        coder.scalar("pick", &pick)
        coder.scalar("remaining", &remaining)
        coder.digestAppendix("reasonDigest", &reason.digest, since: RecordLayout.wordsVersion)
        coder.appendix("requestedBy", &requestedBy, since: RecordLayout.causesVersion)
        coder.text("reason", &reason.text)
    }
}

extension RoomResumed: RecordBody {
    mutating func fields(_ coder: inout some FieldCoder) {
        coder.scalar("kind", &kind)
        coder.scalar("pick", &pick)
    }
}

extension ConnectionChanged: RecordBody {
    mutating func fields(_ coder: inout some FieldCoder) {
        coder.scalar("seat", &seat)
        coder.scalar("connected", &connected)
    }
}

extension DraftCompleted: RecordBody {
    mutating func fields(_ coder: inout some FieldCoder) {
        coder.scalar("picks", &picks)
        coder.scalar("events", &events)
        coder.appendix("ticks", &ticks, since: RecordLayout.discretionVersion)
        var part = queueVersions.isEmpty ? nil : StatedQueueVersions(versions: queueVersions)
        coder.later(&part)
        queueVersions = part?.versions ?? []
    }
}

/// The versions of the queues at the end of a draft, which older records do not state.
private struct StatedQueueVersions: LaterPart {
    var versions: [UInt32]

    static var blank: StatedQueueVersions { StatedQueueVersions(versions: []) }
    static let version = RecordLayout.completenessVersion
    static let firstMember: StaticString = "queueVersions"

    mutating func fields(_ coder: inout some FieldCoder) { coder.list("queueVersions", &versions) }
}

extension RoomVoided: RecordBody {
    mutating func fields(_ coder: inout some FieldCoder) {
        coder.optional("approvedBy", &approvedBy)
        coder.reason(&reason)
    }
}

extension ResultsStated: RecordBody {
    mutating func fields(_ coder: inout some FieldCoder) {
        coder.scalar("round", &round)
        coder.group("entries", &entries)
        coder.group("picks", &picks)
        coder.text("source", &source)
    }
}

extension StatedEntry: GroupElement {
    mutating func fields(_ coder: inout some FieldCoder) {
        coder.optional("points", &points)
        coder.optional("advances", &advances)
    }
}

extension StatedPick: GroupElement {
    mutating func fields(_ coder: inout some FieldCoder) {
        coder.optional("points", &points)
    }
}
