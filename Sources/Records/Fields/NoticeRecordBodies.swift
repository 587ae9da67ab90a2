import Draft

extension NoticesRecorded: RecordBody {
    mutating func fields(_ coder: inout some FieldCoder) {
        coder.scalar("room", &room)
        coder.optional("pick", &pick)
        coder.group("notices", &notices)
    }
}

extension NoticesRecorded.Notice: GroupElement {
    mutating func fields(_ coder: inout some FieldCoder) {
        coder.scalar("notice", &kind)
        coder.scalar("channel", &channel)
        coder.scalar("outcome", &outcome)
        coder.scalar("reasonCode", &reason)
        coder.scalar("cause", &cause)
        coder.scalar("at", &at)
    }
}
