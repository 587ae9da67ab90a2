import Draft

extension TournamentCreated: RecordBody {
    mutating func fields(_ coder: inout some FieldCoder) {
        coder.scalar("pool", &pool)
        coder.optional("entryFee", &entryFee)
        coder.optional("maxEntries", &maxEntries)
        coder.optional("maxEntriesPerUser", &maxEntriesPerUser)
        coder.scalar("rakeBasisPoints", &rakeBasisPoints)
        coder.part(&ruleset)
        coder.addition("statedPrizes", &statedPrizes)
        coder.appendix("signedCommands", &signedCommands)
        coder.appendix("overnight", &ruleset.overnight, since: RecordLayout.nightsVersion)
        coder.appendix("spectators", &spectators, since: RecordLayout.nightsVersion)
        var isFeatured = featured ? true : nil
        coder.appendix("featured", &isFeatured, since: RecordLayout.nightsVersion)
        featured = isFeatured == true
        coder.order(of: &ruleset)
        coder.group("prizes", &prizes)
        coder.text("title", &title)
        coder.text("externalID", &externalID)
        coder.zone(of: &ruleset)
    }
}

extension EntriesClosed: RecordBody {
    mutating func fields(_ coder: inout some FieldCoder) {
        coder.scalar("entries", &entries)
        coder.scalar("cancelledRooms", &cancelledRooms)
        coder.digestAppendix("podCommitment", &podCommitment, since: RecordLayout.roundsVersion)
    }
}

extension TournamentCancelled: RecordBody {
    mutating func fields(_ coder: inout some FieldCoder) {
        coder.reason(&reason)
    }
}

extension PrizesAwarded: RecordBody {
    mutating func fields(_ coder: inout some FieldCoder) {
        coder.scalar("firstPlace", &firstPlace)
        coder.scalar("lastPlace", &lastPlace)
        coder.scalar("entries", &entries)
        coder.scalar("amount", &amount)
    }
}

extension OverlayAdded: RecordBody {
    mutating func fields(_ coder: inout some FieldCoder) {
        coder.scalar("amount", &amount)
    }
}

extension RakeTaken: RecordBody {
    mutating func fields(_ coder: inout some FieldCoder) {
        coder.scalar("amount", &amount)
    }
}

extension TournamentFinalized: RecordBody {
    mutating func fields(_ coder: inout some FieldCoder) {
        coder.scalar("entries", &entries)
        coder.scalar("fees", &fees)
        coder.scalar("overlay", &overlay)
        coder.scalar("prizes", &prizes)
        coder.scalar("rake", &rake)
        coder.scalar("refunds", &refunds)
    }
}
