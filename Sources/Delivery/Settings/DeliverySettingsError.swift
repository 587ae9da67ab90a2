/// A fault in the settings of a channel or in a file that they name.
///
/// Compare by `code`; the text is for people, and says what to do.
public struct DeliverySettingsError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of fault. A later version may add kinds, so a `switch` over it needs a default.
    public enum Code: String, Sendable {
        /// The file cannot be read, or is too large.
        case unreadable
        /// The file is not a JSON document of the right form.
        case badDocument
        /// A member is missing or has a value that is not allowed.
        case badValue
        /// A key or a certificate cannot be used.
        case badKey
    }

    public let code: Code
    /// The file or the setting.
    public let place: String
    /// The finding, and what to do.
    public let detail: String

    public init(_ code: Code, in place: String, _ detail: String) {
        self.code = code
        self.place = place
        self.detail = detail
    }

    public var description: String { "\(place): \(detail)" }
}
