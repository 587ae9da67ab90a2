import Draft
import DraftLedger
import TextFormats

extension Event {
    /// Its type and its content as in `events`' JSON, for findings that set what was expected beside what was found:
    /// `AutodraftSet {"seat":4,"on":true,"cause":"missedPicks"}`.
    var inWords: String {
        var writer = JSONWriter()
        writer.body(of: self)
        return "\(type.name) \(String(decoding: writer.bytes, as: UTF8.self))"
    }
}
