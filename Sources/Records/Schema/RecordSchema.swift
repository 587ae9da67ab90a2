/// The SBE schema of every record, as XML: with it and any SBE library a stranger decodes the ledger.
///
/// The encoder does not read it. That it says what the encoder writes is for the tests to see to, which render it anew
/// from the encoder's own descriptions of its fields: a field cannot be added to one and not to the other.
public enum RecordSchema {
    /// The schema file as it ships.
    public static var xml: String { String(decoding: PackageResources.draft_ledger_xml, as: UTF8.self) }
}
