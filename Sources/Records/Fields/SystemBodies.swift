import Draft

// The bodies of events of the ledger's own stream, pools, users and disputes.

extension LedgerCreated: RecordBody {
    mutating func fields(_ coder: inout some FieldCoder) {
        coder.appendix("rulesVersion", &rulesVersion, since: RecordLayout.servicesVersion)
        coder.text("origin", &origin)
    }
}

extension SoftwareStarted: RecordBody {
    mutating func fields(_ coder: inout some FieldCoder) {
        coder.scalar("rulesVersion", &rulesVersion)
        coder.text("version", &version)
        coder.text("commit", &commit)
    }
}

extension ClockStepped: RecordBody {
    mutating func fields(_ coder: inout some FieldCoder) {
        coder.scalar("from", &from)
        coder.scalar("to", &to)
        coder.appendix("cause", &cause, since: RecordLayout.outagesVersion)
    }
}

extension LeaderChanged: RecordBody {
    mutating func fields(_ coder: inout some FieldCoder) {
        coder.scalar("epoch", &epoch)
        coder.scalar("since", &since)
        coder.text("node", &node)
    }
}

extension CheckpointKeyRotated: RecordBody {
    mutating func fields(_ coder: inout some FieldCoder) {
        coder.text("previousVerifierKey", &previousVerifierKey)
        coder.text("verifierKey", &verifierKey)
    }
}

extension ImportedAsFound: RecordBody {
    mutating func fields(_ coder: inout some FieldCoder) {
        coder.scalar("findings", &findings)
        coder.appendix("first", &first, since: RecordLayout.servicesVersion)
    }
}

extension FreeTextErased: RecordBody {
    mutating func fields(_ coder: inout some FieldCoder) {
        coder.optional("event", &position)
        coder.optional("user", &user)
        coder.scalar("texts", &texts)
        coder.scalar("ofStaff", &isOfStaff)
        coder.optional("erasedBy", &erasedBy)
    }
}

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

extension DisputeOpened: RecordBody {
    mutating func fields(_ coder: inout some FieldCoder) {
        coder.scalar("room", &room)
        coder.scalar("pick", &pick)
        coder.scalar("seat", &seat)
        coder.scalar("roomVersion", &roomVersion)
        coder.optional("claimant", &claimant)
        coder.digestAppendix("claimDigest", &claimDigest, since: RecordLayout.discretionVersion)
        coder.appendix("week", &week, since: RecordLayout.roundsVersion)
        coder.text("claim", &claim)
    }
}

extension EvidenceAttached: RecordBody {
    mutating func fields(_ coder: inout some FieldCoder) {
        coder.digest("digest", &digest)
        coder.digestAppendix("titleDigest", &titleDigest, since: RecordLayout.discretionVersion)
        coder.text("title", &title)
    }
}

extension DisputeResolved: RecordBody {
    mutating func fields(_ coder: inout some FieldCoder) {
        coder.scalar("verdict", &verdict)
        coder.scalar("resolvedBy", &resolvedBy)
        coder.digestAppendix("reasonDigest", &reasonDigest, since: RecordLayout.discretionVersion)
        coder.text("reason", &reason)
    }
}
