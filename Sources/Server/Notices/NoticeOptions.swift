import Notices

/// The channels over which members are told what happens.
package struct NoticeOptions: Sendable {
    /// A file that takes all notices, in place of the services that deliver them.
    package var file: String?

    /// - Throws: what keeps a channel from being used.
    func channels() throws -> [any NoticeChannel] {
        var channels: [any NoticeChannel] = []
        if let file { channels.append(try FileChannel(path: file)) }
        return channels
    }
}
