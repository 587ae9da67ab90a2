import Draft

extension PrivateDataRead: RecordBody {
    mutating func fields(_ coder: inout some FieldCoder) {
        coder.scalar("reader", &reader)
        coder.scalar("roles", &roles)
        coder.scalar("data", &kind)
        coder.optional("room", &room)
        coder.optional("dispute", &dispute)
    }
}
