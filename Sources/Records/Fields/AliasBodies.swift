import Draft

// The identities of players of different pools. A command has the same contents as its event.

extension PlayersJoined: RecordBody {
    mutating func fields(_ coder: inout some FieldCoder) {
        coder.pair(&first, &second)
        coder.scalar("acrossPositions", &acrossPositions)
        var isWithinPool = withinPool ? true : nil
        coder.reason(&reason) { coder in
            coder.appendix("withinPool", &isWithinPool, since: RecordLayout.listingsVersion)
        }
        withinPool = isWithinPool == true
    }
}

extension PlayersParted: RecordBody {
    mutating func fields(_ coder: inout some FieldCoder) {
        coder.pair(&first, &second)
        coder.reason(&reason)
    }
}

extension AliasWithdrawn: RecordBody {
    mutating func fields(_ coder: inout some FieldCoder) {
        coder.pair(&first, &second)
        coder.reason(&reason)
    }
}

extension FieldCoder {
    fileprivate mutating func pair(_ first: inout PoolPlayer, _ second: inout PoolPlayer) {
        scalar("pool", &first.pool)
        scalar("player", &first.player)
        scalar("otherPool", &second.pool)
        scalar("otherPlayer", &second.player)
    }
}

extension AliasCommand: CommandBody {
    mutating func fields(_ coder: inout some CommandCoder) {
        switch self {
        case .joinPlayers(var joined):
            joined.fields(&coder)
            self = .joinPlayers(joined)
        case .partPlayers(var parted):
            parted.fields(&coder)
            self = .partPlayers(parted)
        case .withdrawAlias(var withdrawn):
            withdrawn.fields(&coder)
            self = .withdrawAlias(withdrawn)
        }
    }
}
