public import Draft
public import TextFormats

extension JSONWriter {
    /// An event's body as one JSON object: what stands under `body` in its line.
    public mutating func body(of event: Event) {
        beginObject()
        var fields = JSONFieldWriter(json: JSONWriter())
        swap(&fields.json, &self)
        event.write(&fields)
        swap(&fields.json, &self)
        endObject()
    }

    /// A time as ISO 8601 in UTC with microseconds.
    public mutating func value(_ moment: Timestamp) {
        value(unescaped: { moment.writeISO8601(to: &$0) })
    }
}
