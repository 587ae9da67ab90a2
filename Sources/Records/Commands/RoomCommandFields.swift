import Draft

extension RoomCommand: CommandBody {
    mutating func fields(_ coder: inout some CommandCoder) {
        switch self {
        case .openRoom(var room):
            coder.part(&room)
            self = .openRoom(room)
        case .importRoom(var command):
            coder.part(&command.room)
            coder.group("entries", &command.entries)
            self = .importRoom(command)
        case .startDraft, .resumeRoom, .drawOrder: break
        case .tickClock(var pick):
            coder.scalar("pick", &pick)
            self = .tickClock(pick: pick)
        case .makePick(var pick):
            pick.fields(&coder)
            self = .makePick(pick)
        case .automatePick(var pick, var epoch):
            coder.scalar("pick", &pick)
            coder.scalar("epoch", &epoch)
            self = .automatePick(pick: pick, epoch: epoch)
        case .recordAutomatedPick(var pick):
            pick.fields(&coder)
            self = .recordAutomatedPick(pick)
        case .setAutodraft(var seat, var on):
            coder.scalar("seat", &seat)
            coder.scalar("on", &on)
            self = .setAutodraft(seat: seat, on: on)
        case .extendClock(var pick, var interval, var reason):
            coder.scalar("pick", &pick)
            coder.scalar("by", &interval)
            coder.reason(&reason)
            self = .extendClock(pick: pick, by: interval, reason: reason)
        case .pauseRoom(var kind, var reason):
            // Not "kind": that is the command's own.
            coder.scalar("pause", &kind)
            coder.reason(&reason)
            self = .pauseRoom(kind: kind, reason: reason)
        case .setConnection(var seat, var connected):
            coder.scalar("seat", &seat)
            coder.scalar("connected", &connected)
            self = .setConnection(seat: seat, connected: connected)
        case .correctPick(var correction):
            correction.fields(&coder)
            self = .correctPick(correction)
        case .cancelRoom(var reason):
            coder.reason(&reason)
            self = .cancelRoom(reason: reason)
        case .voidRoom(var approver, var reason):
            coder.scalar("approvedBy", &approver)
            coder.reason(&reason)
            self = .voidRoom(approvedBy: approver, reason: reason)
        case .revealEntropy(var entropy):
            coder.bytes("entropy", &entropy)
            self = .revealEntropy(entropy)
        case .recordStatedResults(var results):
            results.fields(&coder)
            self = .recordStatedResults(results)
        }
    }
}

extension OpenRoom: FieldPart {
    static var blank: OpenRoom {
        OpenRoom(tournament: nil, pool: 0, entryFee: nil, ruleset: .untimed(teams: 2, rounds: 1))
    }

    mutating func fields(_ coder: inout some FieldCoder) {
        coder.optional("tournament", &tournament)
        coder.scalar("pool", &pool)
        coder.optional("entryFee", &entryFee)
        coder.part(&ruleset)
        coder.appendix("overnight", &ruleset.overnight, since: RecordLayout.nightsVersion)
        coder.order(of: &ruleset)
        coder.text("externalID", &externalID)
        coder.zone(of: &ruleset)
    }
}

extension ImportRoom.Entry: GroupElement {
    /// A team of which nothing is known. The words are in the contents of commands, and so in fingerprints.
    static var blank: ImportRoom.Entry { ImportRoom.Entry(externalID: "unknown team") }

    mutating func fields(_ coder: inout some FieldCoder) {
        coder.text("externalID", &externalID)
        coder.optional("user", &user)
    }
}

extension MakePick {
    static var blank: MakePick { MakePick(pick: 0, player: 0) }

    /// The client's claimed time may differ between two tries of one click.
    mutating func fields(_ coder: inout some CommandCoder) {
        coder.scalar("pick", &pick)
        coder.scalar("player", &player)
        coder.optional("seat", &seat)
        coder.remark("adp", &adp)
        coder.remark("claimedAt", &claimedAt)
    }
}

extension RecordAutomatedPick {
    static var blank: RecordAutomatedPick {
        RecordAutomatedPick(pick: 0, seat: 0, player: nil, reason: .unknown, source: .unknown)
    }

    mutating func fields(_ coder: inout some CommandCoder) {
        coder.scalar("pick", &pick)
        coder.scalar("seat", &seat)
        coder.optional("player", &player)
        coder.scalar("reason", &reason)
        coder.scalar("source", &source)
        coder.remark("adp", &adp)
    }
}

extension CorrectPick {
    static var blank: CorrectPick {
        CorrectPick(pick: 0, mode: .lastOnly, player: nil, requestedBy: nil, approvedBy: nil, reason: "")
    }

    mutating func fields(_ coder: inout some CommandCoder) {
        coder.scalar("pick", &pick)
        coder.scalar("mode", &mode)
        coder.optional("player", &player)
        coder.optional("dispute", &dispute)
        coder.optional("requestedBy", &requestedBy)
        coder.optional("approvedBy", &approvedBy)
        coder.reason(&reason)
    }
}

extension QueueCommand: CommandBody {
    mutating func fields(_ coder: inout some CommandCoder) {
        switch self {
        case .setQueue(var players, var version):
            coder.list("players", &players)
            coder.optional("expectedVersion", &version)
            self = .setQueue(players: players, expectedVersion: version)
        case .addToQueue(var player, var index, var version):
            coder.scalar("player", &player)
            coder.optional("index", &index)
            coder.optional("expectedVersion", &version)
            self = .addToQueue(player: player, index: index, expectedVersion: version)
        case .removeFromQueue(var player, var version):
            coder.scalar("player", &player)
            coder.optional("expectedVersion", &version)
            self = .removeFromQueue(player: player, expectedVersion: version)
        case .moveInQueue(var player, var index, var version):
            coder.scalar("player", &player)
            coder.scalar("index", &index)
            coder.optional("expectedVersion", &version)
            self = .moveInQueue(player: player, index: index, expectedVersion: version)
        case .moveToTopOfQueue(var player, var version):
            coder.scalar("player", &player)
            coder.optional("expectedVersion", &version)
            self = .moveToTopOfQueue(player: player, expectedVersion: version)
        case .clearQueue(var version):
            coder.optional("expectedVersion", &version)
            self = .clearQueue(expectedVersion: version)
        case .setRankings(var players):
            coder.list("players", &players)
            self = .setRankings(players: players)
        case .setPositionLimits(var limits):
            coder.part(&limits)
            self = .setPositionLimits(limits)
        }
    }
}
