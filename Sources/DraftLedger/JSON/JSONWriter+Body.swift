public import Draft

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
}
