import Draft

extension PlayLimits: FieldPart {
    mutating func fields(_ coder: inout some FieldCoder) {
        coder.optional("depositsPerDay", &depositsPerDay)
        coder.optional("depositsPerWeek", &depositsPerWeek)
        coder.optional("feesPerDay", &feesPerDay)
        coder.optional("feesPerWeek", &feesPerWeek)
        coder.optional("entriesPerDay", &entriesPerDay)
        coder.optional("entriesPerWeek", &entriesPerWeek)
    }
}

extension LimitsSet: RecordBody {
    mutating func fields(_ coder: inout some FieldCoder) {
        coder.part(&limits)
        coder.optional("looserFrom", &looserFrom)
    }
}

extension UserExcluded: RecordBody {
    mutating func fields(_ coder: inout some FieldCoder) { coder.scalar("until", &until) }
}

extension AccountClosed: RecordBody {
    mutating func fields(_ coder: inout some FieldCoder) {}
}

extension ProviderStatement: RecordBody {
    mutating func fields(_ coder: inout some FieldCoder) {
        coder.scalar("day", &day)
        coder.scalar("deposits", &deposits)
        coder.scalar("withdrawals", &withdrawals)
        coder.scalar("chargebacks", &chargebacks)
        coder.scalar("depositCount", &depositCount)
        coder.scalar("withdrawalCount", &withdrawalCount)
        coder.scalar("chargebackCount", &chargebackCount)
        coder.digest("file", &file)
        coder.text("provider", &provider)
    }
}
