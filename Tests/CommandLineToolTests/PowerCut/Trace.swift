import Foundation

/// What a process did to the files below a folder, in order; recorded by the library in `Tests/PowerCut`, which tells
/// how it stands in a file.
struct Trace {
    enum Step {
        case write(file: UInt64, offset: Int, bytes: ArraySlice<UInt8>, isSynchronous: Bool)
        case truncate(file: UInt64, length: Int)
        case sync(file: UInt64)
        case create(file: UInt64, name: String)
        /// One that is there, to be written.
        case open(file: UInt64)
        case link(file: UInt64, name: String)
        case rename(String, to: String)
        case remove(String)
        case makeFolder(String)
        case removeFolder(String)
        case syncFolder(String)
        /// Went to standard output.
        case said(String)
        /// A call that was made to fail.
        case failed(String)
        /// The same, and it should have synced a file.
        case syncFailed(file: UInt64, call: String)
    }

    struct Malformed: Error { var offset: Int }

    var steps: [Step] = []
    /// For each step, how many of the calls that can be made to fail there were up to it.
    private var callsUpTo: [Int] = []
    /// How many calls there were that can be made to fail, in the last process that was recorded.
    var calls = 0

    init(_ bytes: [UInt8]) throws {
        var offset = 0
        while offset < bytes.count {
            guard bytes.count - offset >= 32 else { throw Malformed(offset: offset) }
            func number<Number: FixedWidthInteger>(_ place: Int, as type: Number.Type) -> Number {
                bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset + place, as: type) }
            }
            let nameEnd = offset + 32 + Int(number(24, as: UInt32.self))
            let end = nameEnd + Int(number(28, as: UInt32.self))
            guard end <= bytes.count else { throw Malformed(offset: offset) }
            let name = String(decoding: bytes[(offset + 32)..<nameEnd], as: UTF8.self)
            let data = bytes[nameEnd..<end]
            let file = number(8, as: UInt64.self)
            let place = Int(number(16, as: UInt64.self))
            calls = Int(number(4, as: UInt32.self))
            callsUpTo.append(calls)
            switch bytes[offset] {
            case 1: steps.append(.write(file: file, offset: place, bytes: data, isSynchronous: bytes[offset + 1] != 0))
            case 2: steps.append(.truncate(file: file, length: place))
            case 3: steps.append(.sync(file: file))
            case 4: steps.append(.create(file: file, name: name))
            case 5: steps.append(.link(file: file, name: name))
            case 6: steps.append(.rename(name, to: String(decoding: data, as: UTF8.self)))
            case 7: steps.append(.remove(name))
            case 8: steps.append(.makeFolder(name))
            case 9: steps.append(.removeFolder(name))
            case 10: steps.append(.syncFolder(name))
            case 11: steps.append(.said(String(decoding: data, as: UTF8.self)))
            case 12: steps.append(.failed(name))
            case 13: steps.append(.syncFailed(file: file, call: name))
            case 14: steps.append(.open(file: file))
            default: throw Malformed(offset: offset)
            }
            offset = end
        }
    }

    /// The numbers of the calls that synced a folder.
    var folderSyncs: [Int] {
        zip(steps, callsUpTo).compactMap { step, call in if case .syncFolder = step { call } else { nil } }
    }

    /// The steps as they would have been if each checkpoint were published before the commit that it covers is written.
    ///
    /// - Parameters:
    ///   - history: the file that a publication begins with; it ends with what the process says about it.
    ///   - log: the file of the commits, each of which ends with a synchronous write.
    func publishingTooEarly(history: String, log: String) -> [Step] {
        var names: [UInt64: String] = [:]
        var isPublishing = false
        var order: [Step] = []
        // The last commit and what came after it, to be put behind a publication.
        var late: [Step] = []
        var isCommitted = false
        for step in steps {
            var name: String?
            switch step {
            case .create(let file, let created):
                names[file] = created
                name = created
            case .write(let file, _, _, _), .truncate(let file, _), .sync(let file): name = names[file]
            default: break
            }
            if name == history { isPublishing = true }
            if name == log {
                if isCommitted, !isPublishing {
                    order += late
                    late = []
                }
                if case .write(_, _, _, let isSynchronous) = step { isCommitted = isSynchronous }
                late.append(step)
            } else if case .said(let text) = step {
                let endsPublication = isPublishing && (text.hasPrefix("published") || text.hasPrefix("key"))
                if endsPublication {
                    order += [step] + late
                    late = []
                    isPublishing = false
                } else {
                    late.append(step)
                }
            } else if isPublishing {
                order.append(step)
            } else {
                late.append(step)
            }
        }
        return order + late
    }
}
