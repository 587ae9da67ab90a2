import Draft

extension QueueSet: RecordBody {
    mutating func fields(_ coder: inout some FieldCoder) {
        coder.list("players", &players)
    }
}

extension QueueAdded: RecordBody {
    mutating func fields(_ coder: inout some FieldCoder) {
        coder.scalar("player", &player)
        coder.optional("index", &index)
    }
}

extension QueueRemoved: RecordBody {
    mutating func fields(_ coder: inout some FieldCoder) {
        coder.scalar("player", &player)
    }
}

extension QueueMoved: RecordBody {
    mutating func fields(_ coder: inout some FieldCoder) {
        coder.scalar("player", &player)
        coder.scalar("index", &index)
    }
}

extension QueueMovedToTop: RecordBody {
    mutating func fields(_ coder: inout some FieldCoder) {
        coder.scalar("player", &player)
    }
}

extension QueueCleared: RecordBody {
    mutating func fields(_ coder: inout some FieldCoder) {}
}

extension RankingsSet: RecordBody {
    mutating func fields(_ coder: inout some FieldCoder) {
        coder.list("players", &players)
    }
}

extension AutopickExplained: RecordBody {
    mutating func fields(_ coder: inout some FieldCoder) {
        coder.scalar("pick", &pick)
        coder.digest("salt", &salt)
        coder.group("skipped", &skipped)
    }
}

extension PositionLimitsSet: RecordBody {
    mutating func fields(_ coder: inout some FieldCoder) {
        coder.part(&limits)
    }
}
