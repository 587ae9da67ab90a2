/// The fixed places in a record.
///
/// ```
///  0  messageHeader   blockLength u16 · templateId u16 · schemaId u16 · version u16
///  8  recordHeader    stream u64 · version u32 · previous u64 · recordedAt i64
/// 36  commandOrigin   occurredAt i64 · actor u64 · commandID 2 x u64 · fingerprint u32   (events with a cause)
/// 36 or 72            the body's fields, groups and texts
/// ```
enum RecordLayout {
    static let messageHeaderLength = 8
    static let recordHeaderLength = 28
    static let commandOriginLength = 36
    static let schemaID: UInt16 = 17_491
    static let schemaVersion: UInt16 = 0
    static let maximumLength = 65_535
}
