import CTexts

/// The SBE schema of every record, as XML: third parties can decode the ledger with it and any SBE library.
///
/// The encoder does not read it. Tests render it again from the encoder's own field descriptions and compare, so a field
/// cannot be added to only one of them.
public enum RecordSchema {
    /// The schema file as it ships.
    public static var xml: String { String(cString: ctexts_record_schema()) }
}
