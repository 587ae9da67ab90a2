import Draft

// The end of a season's ledger, and what the next one takes over.

extension LedgerClosed: RecordBody {
    mutating func fields(_ coder: inout some FieldCoder) {
        coder.scalar("users", &users)
        coder.scalar("total", &total)
        coder.digest("closing", &closing)
        coder.reason(&reason)
    }
}

extension LedgerBegun: RecordBody {
    mutating func fields(_ coder: inout some FieldCoder) {
        coder.scalar("previousSize", &previousSize)
        coder.digest("previousRoot", &previousRoot)
        coder.scalar("users", &users)
        coder.scalar("total", &total)
        coder.digest("closing", &closing)
        coder.scalar("events", &events)
        coder.text("previousOrigin", &previousOrigin)
    }
}

extension StaffCarried: RecordBody {
    mutating func fields(_ coder: inout some FieldCoder) {
        coder.scalar("recoveryKeyForm", &recoveryKey.form)
        coder.digest("recoveryKey", &recoveryKey.content)
        coder.group("founders", &founders)
        coder.list("recovered", &recovered)
    }
}

extension StaffMemberCarried: RecordBody {
    mutating func fields(_ coder: inout some FieldCoder) {
        coder.scalar("person", &person)
        coder.scalar("roles", &roles)
        coder.part(&key)
        coder.optional("effectiveAt", &effectiveAt)
        var (kind, provider) = (service?.kind, service?.provider ?? "")
        coder.optional("service", &kind)
        coder.text("provider", &provider)
        service = kind.flatMap { LedgerService(kind: $0, provider: provider) }
    }
}

extension PublicKey: GroupElement {}

extension MemberCarried.Limits: GroupElement {
    mutating func fields(_ coder: inout some FieldCoder) {
        coder.optional("from", &from)
        coder.part(&limits)
    }
}

extension MemberCarried: RecordBody {
    mutating func fields(_ coder: inout some FieldCoder) {
        coder.scalar("preferences", &alerts)
        coder.optional("excludedUntil", &excludedUntil)
        coder.scalar("accountClosed", &isClosed)
        coder.group("limits", &limits)
        coder.group("keys", &keys)
    }
}

extension BalanceCarried: RecordBody {
    mutating func fields(_ coder: inout some FieldCoder) {
        coder.scalar("amount", &amount)
        coder.optional("windowDay", &window.date)
        coder.scalar("depositsOfDay", &window.today.deposits)
        coder.scalar("feesOfDay", &window.today.fees)
        coder.scalar("entriesOfDay", &window.today.entries)
        coder.scalar("depositsOfWeek", &window.thisWeek.deposits)
        coder.scalar("feesOfWeek", &window.thisWeek.fees)
        coder.scalar("entriesOfWeek", &window.thisWeek.entries)
        coder.scalar("lastWithdrawal", &lastWithdrawal)
    }
}

extension DepositCarried: RecordBody {
    mutating func fields(_ coder: inout some FieldCoder) {
        coder.scalar("amount", &amount)
        coder.scalar("chargedBack", &chargedBack)
        coder.text("provider", &provider)
        coder.text("reference", &reference)
    }
}

extension ChargebackCarried: RecordBody {
    mutating func fields(_ coder: inout some FieldCoder) {
        coder.scalar("amount", &amount)
        coder.scalar("covered", &covered)
        coder.optional("outcome", &outcome)
        coder.text("provider", &provider)
        coder.text("reference", &reference)
        coder.text("dispute", &dispute)
    }
}
