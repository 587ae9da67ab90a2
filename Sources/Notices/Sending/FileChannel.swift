public import Draft
import Platform
import TextFormats

/// A file of messages, one JSON object in each line, for development and for deliveries by other means.
public final class FileChannel: NoticeChannel {
    public let kind = NoticesRecorded.Channel.file
    private let file: Guarded<Descriptor>

    /// - Parameter path: of the file, which is created if it is missing. Lines are written at its end.
    /// - Throws: why it cannot be written.
    public init(path: String) throws {
        file = Guarded(try Descriptor.appending(to: path))
    }

    deinit { file.withLock { $0.close() } }

    public func send(_ message: Message, to address: String, at now: Timestamp) async -> DeliveryResult {
        let line: JSON = [
            "at": .string(now.iso8601), "user": .of(message.notice.id.user.number), "title": .string(message.title),
            "body": .string(message.body),
            "data": .object(message.data.map { JSON.Member($0.name, $0.value) }),
        ]
        do throws(Errno) {
            try file.withLock { file throws(Errno) in try file.write(Array((line.compact + "\n").utf8)) }
            return .accepted(nil)
        } catch {
            return .retry("The file cannot be written: \(error).", after: nil)
        }
    }
}
