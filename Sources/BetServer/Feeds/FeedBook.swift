package import Delivery
import Foundation
import Platform
import TextFormats
package import Values

/// The feeds that may report, with their public keys: the file `feeds.json` with the accounts of a server.
///
/// The server reads the file for each message, so that a key that is removed is refused from then on. A key that was removed
/// stays in the file and is never accepted again: it may have been copied.
package struct FeedBook: Hashable, Sendable {
    /// A key of a feed. A feed has several while a key is replaced.
    package struct Entry: Hashable, Sendable {
        package var feed: String
        package var key: WebhookPublicKey
        package var addedAt: Timestamp
        /// When the key was removed; nil for a key that is accepted.
        package var removedAt: Timestamp?
    }

    /// The keys in the order in which they were added.
    package private(set) var entries: [Entry] = []

    package static let mostKeys = 1_000
    private static let form = "statdiscute/feeds@v1"
    private static let mostBytes = 1 << 20

    package init() {}

    /// The place of the file in a directory of accounts.
    package static func path(in accounts: String) -> String { accounts + "/feeds.json" }

    /// Whether a text can be the name of a feed: it is part of an address, and of records.
    package static func isName(_ text: some StringProtocol) -> Bool {
        (1...64).contains(text.utf8.count) && text.first?.isPunctuation == false
            && text.utf8.allSatisfy {
                (97...122).contains($0) || (48...57).contains($0) || [45, 46, 95].contains($0)
            }
    }

    // MARK: Changing

    /// Adds a key.
    ///
    /// - Throws: `invalid` for a name that no feed can have, and for a key that a feed has or had.
    package mutating func add(_ key: WebhookPublicKey, of feed: String, at now: Timestamp) throws(FeedBookError) {
        guard Self.isName(feed) else {
            throw FeedBookError(
                .invalid,
                "'\(feed)' cannot be the name of a feed. Use 1-64 small letters, digits, '-', '_' and '.', such as league."
            )
        }
        if let known = entries.first(where: { $0.key == key }) {
            let status = known.removedAt == nil ? "is" : "was"
            throw FeedBookError(
                .invalid,
                "The key \(status) a key of the feed \(known.feed). Make a new key with `statdiscute feed key`.")
        }
        guard entries.count < Self.mostKeys else {
            throw FeedBookError(.invalid, "There are \(Self.mostKeys) keys, the maximum.")
        }
        entries.append(Entry(feed: feed, key: key, addedAt: now))
    }

    /// Removes a key of a feed, or all of its keys.
    ///
    /// - Returns: the number of keys that were accepted until now.
    /// - Throws: `unknown` if there is no such key.
    @discardableResult
    package mutating func remove(
        _ key: WebhookPublicKey?, of feed: String, at now: Timestamp
    ) throws(FeedBookError) -> Int {
        let found = entries.indices.filter { index in
            let entry = entries[index]
            return entry.feed == feed && entry.removedAt == nil && key.map { $0 == entry.key } ?? true
        }
        guard !found.isEmpty else {
            throw FeedBookError(
                .unknown,
                "The feed \(feed) has no \(key == nil ? "key" : "such key"). `statdiscute feed list` lists the feeds.")
        }
        for index in found { entries[index].removedAt = now }
        return found.count
    }

    // MARK: The file

    /// Reads the file. A missing file has no feeds.
    ///
    /// - Throws: `unreadable` for a file that cannot be read or is something else.
    package init(contentsOf path: String) throws(FeedBookError) {
        self.init()
        guard FileManager.default.fileExists(atPath: path) else { return }
        do {
            let bytes = try OpenFile.regular(path, followsLinks: true).contents(upTo: Self.mostBytes)
            try read(try JSONDocument(bytes).root)
        } catch let error as FeedBookError {
            throw error
        } catch {
            throw FeedBookError(
                .unreadable,
                "\(path) cannot be read: \(error). Check its owner and permissions. An older copy of it would accept keys "
                    + "that were removed since.")
        }
    }

    private mutating func read(_ root: JSONValue) throws(FeedBookError) {
        guard root["format"]?.string == Self.form, let list = root["feeds"], list.kind == .array else {
            throw FeedBookError(.unreadable, "The file of feeds is not of the format \(Self.form).")
        }
        for value in list.elements {
            guard let feed = value["name"]?.string, Self.isName(feed),
                let key = value["key"]?.string.flatMap({ WebhookPublicKey($0) }),
                let addedAt = value["addedAt"]?.string.flatMap({ Timestamp(iso8601: $0) }),
                let removed = value["removedAt"]
            else { throw FeedBookError(.unreadable, "The file of feeds has an entry that cannot be read.") }
            let removedAt = removed.string.flatMap { Timestamp(iso8601: $0) }
            // A key must not come back by a fault of the file.
            guard removed.isNull || removedAt != nil else {
                throw FeedBookError(.unreadable, "The file of feeds has a removed key without a time.")
            }
            entries.append(Entry(feed: feed, key: key, addedAt: addedAt, removedAt: removedAt))
        }
    }

    /// Changes the file, which is replaced as a whole. One process at a time can change it.
    ///
    /// - Parameter accounts: the directory, which is created if it is missing.
    /// - Throws: `unreadable`, `unwritable`, and what the change throws.
    package static func change<Value>(
        in accounts: String, _ body: (inout FeedBook) throws -> Value
    ) throws -> Value {
        let lock: OpenFile
        do {
            try FileManager.default.createDirectory(
                atPath: accounts, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            lock = try OpenFile(path(in: accounts) + ".lock", .readAndWrite, permissions: 0o600)
            try lock.lock()
        } catch let error as Errno where error == .wouldBlock {
            throw FeedBookError(.unwritable, "Another process is changing the feeds. Try again.")
        } catch {
            throw FeedBookError(
                .unwritable, "\(accounts) cannot be written: \(error). Check its owner and permissions.")
        }
        defer { lock.unlock() }
        var book = try FeedBook(contentsOf: path(in: accounts))
        let value = try body(&book)
        do {
            try DurableFile.replace(path(in: accounts), with: Array(book.document.utf8), permissions: 0o600)
        } catch {
            throw FeedBookError(.unwritable, "\(path(in: accounts)) cannot be written: \(error).")
        }
        return value
    }

    private var document: String {
        let json: JSON = [
            "format": .of(Self.form),
            "feeds": .array(entries) { entry in
                [
                    "name": .of(entry.feed), "key": .of(entry.key.text), "addedAt": .of(entry.addedAt.iso8601),
                    "removedAt": .of(entry.removedAt?.iso8601),
                ]
            },
        ]
        return json.document + "\n"
    }
}

/// An error of the file with the feeds: the problem and what to do.
package struct FeedBookError: Error, Hashable, CustomStringConvertible {
    package enum Code: Sendable { case invalid, unknown, unreadable, unwritable }

    package let code: Code
    package let description: String

    init(_ code: Code, _ description: String) { (self.code, self.description) = (code, description) }
}
