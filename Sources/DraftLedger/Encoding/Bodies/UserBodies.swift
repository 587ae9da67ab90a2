import Draft

extension UserRegistered: RecordBody {
    mutating func fields(_ coder: inout some FieldCoder) {}
}

extension AlertPreferencesSet: RecordBody {
    mutating func fields(_ coder: inout some FieldCoder) {
        coder.scalar("preferences", &preferences)
    }
}

extension PushTokenRegistered: RecordBody {
    mutating func fields(_ coder: inout some FieldCoder) {
        coder.scalar("platform", &platform)
        coder.digest("tokenDigest", &tokenDigest)
    }
}
