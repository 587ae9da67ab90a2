import TestSupport

/// A disk with a cache, as the calls of a process leave it: what was synced stays, of everything else any part may be
/// there after a loss of power.
///
/// - A sector of 512 bytes is written whole. Each one is as it was at some moment since it was last synced, whatever its
///   neighbours are; a file's length is one that it had since then.
/// - A name is durable when its folder was synced. Before that each change of a name may have happened or not, also where
///   a later one has.
/// - After a sync that failed, what it should have written counts as written: no later sync writes it.
struct Disk {
    static let sector = 512
    private static let page = 4_096

    /// What of the unsynced is there.
    enum Loss: CaseIterable {
        case everything, nothing, something
    }

    private enum Change {
        case write(offset: Int, ArraySlice<UInt8>)
        case length(Int)
    }

    private struct File {
        var durable: [UInt8] = []
        var changes: [Change] = []
        /// By sector, how many of the changes are on the disk at least.
        var floors: [Int: Int] = [:]
        var lengthFloor = 0
        /// How many of the changes a failed sync has given up.
        var lost = 0
    }

    private enum Entry: Hashable {
        case file(Int)
        case folder(String)
    }

    private struct Folder {
        var durable: [String: Entry] = [:]
        var changes: [[String: Entry?]] = []
    }

    private var files: [File] = []
    private var numbers: [UInt64: Int] = [:]
    private var folders: [String: Folder] = ["": Folder()]
    /// A disk of a program that does not sync folders.
    var forgetsFolders = false

    /// By its path, what a file holds after a loss of power.
    typealias Image = [String: [UInt8]]

    struct UnknownFile: Error { var inode: UInt64 }

    mutating func apply(_ step: Trace.Step) throws {
        switch step {
        case .write(let file, let offset, let bytes, let isSynchronous):
            let number = try number(of: file)
            files[number].changes.append(.write(offset: offset, bytes))
            if isSynchronous { syncRange(of: number, offset..<(offset + bytes.count)) }
        case .truncate(let file, let length): files[try number(of: file)].changes.append(.length(length))
        case .sync(let file): sync(try number(of: file))
        case .syncFailed(let file, _):
            let number = try number(of: file)
            files[number].lost = files[number].changes.count
        case .create(let file, let name):
            numbers[file] = files.count
            files.append(File())
            change([name: .file(files.count - 1)])
        case .link(let file, let name): change([name: .file(try number(of: file))])
        case .rename(let old, let new): change([new: current(old), old: nil])
        case .remove(let name), .removeFolder(let name): change([name: nil])
        case .makeFolder(let name):
            folders[name] = Folder()
            change([name: .folder(name)])
        case .syncFolder(let name): if !forgetsFolders { syncFolder(name) }
        case .open, .said, .failed: break
        }
    }

    private func number(of inode: UInt64) throws -> Int {
        guard let number = numbers[inode] else { throw UnknownFile(inode: inode) }
        return number
    }

    // MARK: Names

    private static func parent(of name: String) -> String {
        name.lastIndex(of: "/").map { String(name[..<$0]) } ?? ""
    }

    private mutating func change(_ entries: [String: Entry?]) {
        guard let name = entries.keys.first else { return }
        folders[Self.parent(of: name), default: Folder()].changes.append(entries)
    }

    private func current(_ name: String) -> Entry? {
        guard let folder = folders[Self.parent(of: name)] else { return nil }
        return Self.entries(of: folder) { _ in true }[name]
    }

    private mutating func syncFolder(_ name: String) {
        guard let folder = folders[name] else { return }
        folders[name] = Folder(durable: Self.entries(of: folder) { _ in true })
    }

    private static func entries(of folder: Folder, where isThere: (Int) -> Bool) -> [String: Entry] {
        var entries = folder.durable
        for (index, change) in folder.changes.enumerated() where isThere(index) {
            for (name, entry) in change { entries[name] = entry }
        }
        return entries
    }

    // MARK: Contents

    private mutating func sync(_ number: Int) {
        let file = files[number]
        guard file.lost > 0 else {
            files[number] = File(durable: Self.content(of: file, upTo: { _ in .max }, length: .max))
            return
        }
        for change in file.changes[file.lost...] {
            for sector in Self.sectors(of: change, in: file) { files[number].floors[sector] = file.changes.count }
        }
        files[number].lengthFloor = file.changes.count
    }

    private mutating func syncRange(of number: Int, _ range: Range<Int>) {
        let count = files[number].changes.count
        for sector in (range.lowerBound / Self.sector)...((range.upperBound - 1) / Self.sector) {
            files[number].floors[sector] = count
        }
        files[number].lengthFloor = count
    }

    private static func sectors(of change: Change, in file: File) -> Range<Int> {
        switch change {
        case .write(let offset, let bytes): (offset / sector)..<((offset + bytes.count + sector - 1) / sector)
        case .length(let length): (length / sector)..<max(length / sector, (end(of: file) + sector - 1) / sector)
        }
    }

    /// Behind the last byte that the file ever had.
    private static func end(of file: File) -> Int {
        file.changes.reduce(file.durable.count) { end, change in
            switch change {
            case .write(let offset, let bytes): max(end, offset + bytes.count)
            case .length(let length): max(end, length)
            }
        }
    }

    /// - Parameters:
    ///   - moment: for a sector, how many of the changes it has seen.
    ///   - lengthMoment: how many the length has.
    private static func content(of file: File, upTo moment: (Int) -> Int, length lengthMoment: Int) -> [UInt8] {
        var bytes = file.durable + [UInt8](repeating: 0, count: end(of: file) - file.durable.count)
        var length = file.durable.count
        var moments: [Int: Int] = [:]
        for (index, change) in file.changes.enumerated() {
            for sector in sectors(of: change, in: file) {
                let seen = moments[sector] ?? moment(sector)
                moments[sector] = seen
                guard index < seen else { continue }
                let range = (sector * Self.sector)..<min((sector + 1) * Self.sector, bytes.count)
                switch change {
                case .write(let offset, let new):
                    let part = range.clamped(to: offset..<(offset + new.count))
                    let start = new.startIndex - offset
                    bytes.replaceSubrange(part, with: new[(part.lowerBound + start)..<(part.upperBound + start)])
                case .length(let end):
                    let part = range.clamped(to: end..<max(end, bytes.count))
                    bytes.replaceSubrange(part, with: repeatElement(0, count: part.count))
                }
            }
            guard index < lengthMoment else { continue }
            switch change {
            case .write(let offset, let new): length = max(length, offset + new.count)
            case .length(let end): length = end
            }
        }
        bytes.removeLast(bytes.count - length)
        return bytes
    }

    // MARK: Losing power

    /// Everything that the process sees.
    func content(of name: String) -> [UInt8]? {
        guard case .file(let number)? = current(name) else { return nil }
        return Self.content(of: files[number], upTo: { _ in .max }, length: .max)
    }

    /// What a loss of power at this moment may leave.
    func image(_ loss: Loss, using random: inout SeededGenerator) -> Image {
        var image: Image = [:]
        add("", to: &image, loss, &random)
        return image
    }

    private func add(_ name: String, to image: inout Image, _ loss: Loss, _ random: inout SeededGenerator) {
        guard let folder = folders[name] else { return }
        let count = folder.changes.count
        // A journal loses the last changes; others may lose any.
        let kept = Int.random(in: 0...count, using: &random)
        let isJournal = random.oneIn(2)
        let there = (0..<count).map { index in
            switch loss {
            case .everything: false
            case .nothing: true
            case .something: isJournal ? index < kept : random.oneIn(2)
            }
        }
        for (path, entry) in Self.entries(of: folder, where: { there[$0] }).sorted(by: { $0.key < $1.key }) {
            switch entry {
            case .folder(let name):
                image[name + "/"] = []
                add(name, to: &image, loss, &random)
            case .file(let number): image[path] = content(of: files[number], loss, &random)
            }
        }
    }

    private func content(of file: File, _ loss: Loss, _ random: inout SeededGenerator) -> [UInt8] {
        let count = file.changes.count
        guard loss == .something else {
            let moment = loss == .nothing ? count : 0
            return Self.content(
                of: file, upTo: { max(moment, file.floors[$0] ?? 0) }, length: max(moment, file.lengthFloor))
        }
        // Anything, or a few sectors that are behind the others or ahead of them.
        let usual = [nil, 0, count][Int.random(in: 0..<3, using: &random)]
        let odds = Int.random(in: 2...12, using: &random)
        let length = Int.random(in: min(file.lengthFloor, count)...count, using: &random)
        var generator = random
        var content = Self.content(
            of: file,
            upTo: { sector in
                let floor = file.floors[sector] ?? 0
                if let usual, !generator.oneIn(odds) { return max(usual, floor) }
                return Int.random(in: floor...count, using: &generator)
            }, length: length)
        random = generator
        // A write of several pages may lengthen the file by some of them.
        let durable = Self.content(of: file, upTo: { file.floors[$0] ?? 0 }, length: file.lengthFloor).count
        if content.count > durable, random.oneIn(4) {
            let pages = (content.count - durable + Self.page - 1) / Self.page
            content.removeLast(min(content.count - durable, Self.page * Int.random(in: 0..<pages, using: &random)))
        }
        return content
    }
}
