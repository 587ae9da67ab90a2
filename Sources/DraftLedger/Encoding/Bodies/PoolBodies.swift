import Draft

extension PlayerListed: RecordBody {
    mutating func fields(_ coder: inout some FieldCoder) {
        coder.part(&player)
    }
}

extension PlayerAdded: RecordBody {
    mutating func fields(_ coder: inout some FieldCoder) {
        coder.part(&player)
    }
}

extension PoolPublished: RecordBody {
    mutating func fields(_ coder: inout some FieldCoder) {
        coder.scalar("count", &count)
        coder.text("externalID", &externalID)
        coder.text("title", &title)
    }
}
