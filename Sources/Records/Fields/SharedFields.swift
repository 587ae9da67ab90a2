import Draft

// Values that occur in several events, laid out the same way in each.

extension PlayerListing: GroupElement {
    mutating func fields(_ coder: inout some FieldCoder) {
        coder.scalar("index", &index)
        coder.scalar("position", &position)
        coder.optional("byeWeek", &byeWeek)
        coder.optional("adp", &adp)
        coder.optional("projectedPoints", &projectedPoints)
        coder.optional("rank", &rank)
        coder.text("externalID", &externalID)
        coder.text("name", &name)
        coder.text("team", &team)
    }
}

extension Ruleset: FieldPart {
    mutating func fields(_ coder: inout some FieldCoder) {
        coder.scalar("preset", &preset)
        coder.scalar("teams", &teams)
        coder.scalar("rounds", &rounds)
        coder.scalar("pickClock", &pickClock)
        coder.scalar("grace", &grace)
        coder.scalar("countdown", &countdown)
        coder.scalar("tickInterval", &tickInterval)
        coder.part(&limits)
        coder.scalar("autopickPolicy", &autopickPolicy)
        coder.scalar("missedPicksBeforeAutodraft", &missedPicksBeforeAutodraft)
    }
}

extension PositionLimits: FieldPart {
    mutating func fields(_ coder: inout some FieldCoder) {
        coder.scalar("limitQB", &quarterbacks)
        coder.scalar("limitRB", &runningBacks)
        coder.scalar("limitWR", &wideReceivers)
        coder.scalar("limitTE", &tightEnds)
    }
}

extension PublicKey: FieldPart {
    mutating func fields(_ coder: inout some FieldCoder) {
        coder.scalar("keyForm", &form)
        coder.digest("key", &content)
    }
}

extension AuthorityBegan.Founder: GroupElement {
    mutating func fields(_ coder: inout some FieldCoder) {
        coder.scalar("person", &person)
        coder.part(&key)
    }
}

extension PrizeTier: GroupElement {
    mutating func fields(_ coder: inout some FieldCoder) {
        coder.scalar("firstPlace", &firstPlace)
        coder.scalar("lastPlace", &lastPlace)
        coder.scalar("amount", &amount)
    }
}

extension PickAutomated.Skip: GroupElement {
    mutating func fields(_ coder: inout some FieldCoder) {
        coder.scalar("player", &player)
        coder.scalar("cause", &cause)
    }
}
