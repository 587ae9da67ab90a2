import Foundation
import TestSupport

/// Takes the power from a recorded life, again and again at random moments, and looks at what is left.
struct PowerCuts {
    struct Complaint: CustomStringConvertible {
        var description: String
    }

    let recording: Recording
    let check: ImageCheck
    /// In the order in which the disk gets them.
    var steps: [Trace.Step]
    var forgetsFolders = false
    private let scratch = TemporaryDirectory()
    private let readerTable: [UInt8]

    init(_ recording: Recording, looksAtCommits: Bool = false) throws {
        self.recording = recording
        check = try ImageCheck(recording, looksAtCommits: looksAtCommits)
        steps = recording.trace.steps
        readerTable = try recording.readerTable
    }

    /// - Parameters:
    ///   - count: of images.
    ///   - range: of the steps between which the moments lie; all of them unless told otherwise.
    ///   - seed: the same for the same moments and losses.
    ///   - progress: told after each image, with how many were complained about.
    /// - Returns: what was wrong with the images.
    func complaints(
        images count: Int, within range: Range<Int>? = nil, seed: UInt64,
        progress: (_ done: Int, _ failed: Int) -> Void = { _, _ in }
    ) throws -> [Complaint] {
        var random = SeededGenerator(seed: seed)
        let created = steps.firstIndex { if case .said = $0 { true } else { false } } ?? 0
        // Creating is soon over, and has the most names in it.
        let moments = (0..<count).map { _ in
            if let range { return Int.random(in: range, using: &random) }
            return Int.random(in: 0...(random.oneIn(6) ? created : steps.count), using: &random)
        }.sorted()
        var disk = Disk()
        disk.forgetsFolders = forgetsFolders
        var promises = Promises()
        var done = 0
        var complaints: [Complaint] = []
        for (number, moment) in moments.enumerated() {
            while done < moment {
                try disk.apply(steps[done])
                if case .said(let text) = steps[done] { promises.note(text) }
                done += 1
            }
            let imageSeed = seed &* 1_000_003 &+ UInt64(number)
            var random = SeededGenerator(seed: imageSeed)
            let loss: Disk.Loss = random.oneIn(3) ? (random.oneIn(2) ? .everything : .nothing) : .something
            try layOut(disk.image(loss, using: &random), &random)
            complaints += check.complaints(about: image, promises, isThorough: random.oneIn(4)).map {
                Complaint(description: "step \(moment) of \(steps.count), lost \(loss), image \(imageSeed): \($0)")
            }
            progress(number + 1, complaints.count)
        }
        return complaints
    }

    private var image: String { scratch("image/" + Recording.name) }

    private func layOut(_ image: Disk.Image, _ random: inout SeededGenerator) throws {
        let files = FileManager.default
        if files.fileExists(atPath: scratch("image")) { try files.removeItem(atPath: scratch("image")) }
        try files.createDirectory(atPath: scratch("image"), withIntermediateDirectories: true)
        for (name, content) in image.sorted(by: { $0.key < $1.key }) {
            if name.hasSuffix("/") {
                try files.createDirectory(atPath: scratch("image/" + name), withIntermediateDirectories: true)
            } else {
                let isTable = name.hasSuffix("/lock.mdb")
                let bytes = isTable ? remains(ofTable: content, &random) : content
                try Data(bytes).write(to: URL(filePath: scratch("image/" + name)))
            }
        }
    }

    /// What a process wrote through its mapping the system may have written back or not.
    private func remains(ofTable content: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
        var content = content
        for start in stride(from: 0, to: min(content.count, readerTable.count), by: Disk.sector) {
            let sector = start..<min(start + Disk.sector, content.count, readerTable.count)
            if random.oneIn(2) { content.replaceSubrange(sector, with: readerTable[sector]) }
        }
        return content
    }
}

extension PowerCuts {
    /// A copy of the ledger as the process has left it, with nothing lost.
    ///
    /// - Returns: its path.
    func layOutTheEnd() throws -> String {
        var disk = Disk()
        for step in steps { try disk.apply(step) }
        var random = SeededGenerator(seed: 0)
        try layOut(disk.image(.nothing, using: &random), &random)
        return image
    }
}
