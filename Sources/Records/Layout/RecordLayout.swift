/// The fixed places in a record.
///
/// ```
///  0  messageHeader   blockLength u16 · templateId u16 · schemaId u16 · version u16
///  8  recordHeader    stream u64 · version u32 · previous u64 · recordedAt i64
/// 36  commandOrigin   occurredAt i64 · actor u64 · commandID 2 x u64 · fingerprint u32   (events with a cause)
/// 36 or 72            the body's fields, groups and texts
///                     warrant         length u16 · up to 100 bytes             (from version 1 on, events with a cause)
///                     salt            length u16 · 16 bytes                    (from version 9 on, private types)
/// ```
///
/// A ledger knows the record's header too, which it completes: `RecordHeader.Offset` there says the same, and
/// `RecordHeaderTests` holds the two together.
@usableFromInline
package enum RecordLayout {
    /// Byte offsets in a record. Computed, so that scans in other modules have them as constants.
    @usableFromInline
    package enum Offset {
        @inlinable package static var blockLength: Int { 0 }
        @inlinable package static var templateID: Int { 2 }
        @inlinable package static var schemaID: Int { 4 }
        @inlinable package static var schemaVersion: Int { 6 }

        /// The offset at which SBE's own header ends and the block begins, whose length it states.
        @inlinable package static var stream: Int { 8 }
        @inlinable package static var version: Int { 16 }
        @inlinable package static var previous: Int { 20 }
        @inlinable package static var recordedAt: Int { 28 }

        /// The offset at which the origin's fields begin; the body's fields in a record without an origin.
        @inlinable package static var headersEnd: Int { 36 }
    }

    /// Byte offsets in a command's origin.
    enum OriginOffset {
        static let occurredAt = 0
        static let actor = 8
        static let commandIDHigh = 16
        static let commandIDLow = 24
        static let fingerprint = 32
        static let end = 36
    }

    /// The schema id of every record.
    @inlinable package static var schemaID: UInt16 { 17_491 }
    /// Of the schema as it is.
    static let schemaVersion: UInt16 = 15

    /// The first version with authorizations. A record states the version that is needed to read all of it, so records
    /// without an authorization keep their bytes.
    static let warrantVersion: UInt16 = 1

    /// The version in which picks of the rules keep to themselves whom they passed over, the words of cases stand outside
    /// the log, and a draft's end counts the ticks.
    static let discretionVersion: UInt16 = 2

    /// The version that had first what members bring to a draw, the terms of draws, members' limits and the statements of
    /// providers.
    static let entropyVersion: UInt16 = 2

    /// The version from which the reasons of all acts of people are stored outside the log.
    static let wordsVersion: UInt16 = 3

    /// The version that had first what rounds come to: standings, pods, and the commitment to their draws.
    static let roundsVersion: UInt16 = 5

    /// The version that had first the nights of a ruleset, the spectators of a contest, and featured contests.
    static let nightsVersion: UInt16 = 5

    /// The version in which listings of one pool can be said to be one player.
    static let listingsVersion: UInt16 = 8

    /// The first version in which a step of the clock states its cause, such as storage that failed.
    static let outagesVersion: UInt16 = 9

    /// The first version with the sentence of a refusal, the course of a chargeback, and the changes of a time zone's offset
    /// in nights.
    static let answersVersion: UInt16 = 9

    /// The version that had first the salts of private records, and reads of private data.
    static let privacyVersion: UInt16 = 9

    /// The first version with drafts that reverse in the third round.
    static let orderVersion: UInt16 = 9

    /// The first version in which the end of a draft states the versions of the queues.
    package static let completenessVersion: UInt16 = 10

    /// The first version in which a pause names the person who proposed it.
    static let causesVersion: UInt16 = 10

    /// The first version with the keys of services, the rules of a ledger's creation, the early commitments to draws of pods,
    /// the positions of imported events, and the erasures of free text.
    static let servicesVersion: UInt16 = 10

    /// The first version with the events of bets.
    static let betsVersion: UInt16 = 14

    /// The first version with lines on the points of athletes.
    static let propLinesVersion: UInt16 = 15

    package static let maximumLength = 65_535
}
