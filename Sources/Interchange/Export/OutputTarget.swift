import DraftLedger
import Foundation
import Platform

/// The existing file at the place of an output, which decides how it is written.
enum OutputTarget: Hashable {
    /// A regular file or none yet: put there whole, by renaming. Where it really is, at the end of symbolic links, and the
    /// permissions of what is there.
    case file(String, permissions: mode_t?)

    /// Something else that is there already, such as a pipe, a terminal or a device: written through, never replaced.
    case stream(String)

    /// Looks at a path that somebody named.
    ///
    /// - Throws: `cannotCreate` for a directory, a place that is not there, and whatever is a ledger's.
    init(_ path: String) throws(InterchangeError) {
        var status = stat()
        if stat(path, &status) == 0 {
            switch status.st_mode & S_IFMT {
            case S_IFREG: self = .file(try Self.real(path), permissions: status.st_mode & 0o7777)
            case S_IFDIR: throw .cannotCreate(path, "it is a directory. Name a file in it.")
            default: self = .stream(path)
            }
        } else {
            guard errno == ENOENT else { throw .cannotCreate(path, "\(Errno.last).") }
            self = .file(try Self.place(ofMissing: path), permissions: nil)
        }
        if case .file(let place, _) = self { try Self.requireOutsideLedgers(place, named: path) }
    }

    /// Checks that a place is not in the directory of a ledger: nothing that is written there is meant to be, and what is
    /// there already, such as the database and the keys, cannot be made again.
    ///
    /// - Throws: `cannotCreate`.
    static func requireOutsideLedgers(_ place: String, named path: String) throws(InterchangeError) {
        var folder = place
        while true {
            if DraftLedger.exists(at: folder) {
                throw .cannotCreate(
                    path, "\(folder) is a ledger, and only the ledger writes there. Name another place.")
            }
            let parent = (folder as NSString).deletingLastPathComponent
            if parent == folder || parent.isEmpty { return }
            folder = parent
        }
    }

    /// Returns the real path of a directory that may not exist yet.
    static func realDirectory(_ path: String) -> String {
        let url = URL(filePath: path).standardizedFileURL
        var (there, missing) = (url, [String]())
        while there.path != "/", realpath(there.path, nil).map({ free($0) }) == nil {
            missing.append(there.lastPathComponent)
            there.deleteLastPathComponent()
        }
        return missing.reversed().reduce(there.resolvingSymlinksInPath().path) {
            ($0 as NSString).appendingPathComponent($1)
        }
    }

    /// Returns the path of a file that does not exist yet, maybe at the end of a dangling symbolic link.
    private static func place(ofMissing path: String) throws(InterchangeError) -> String {
        var place = path as NSString
        while let target = try? FileManager.default.destinationOfSymbolicLink(atPath: place as String) {
            place =
                target.hasPrefix("/")
                ? target as NSString : folder(of: place).appending("/" + target) as NSString
        }
        guard !place.lastPathComponent.isEmpty, !place.hasSuffix("/") else {
            throw .cannotCreate(path, "that is not the name of a file.")
        }
        return (try real(folder(of: place), of: path) as NSString).appendingPathComponent(place.lastPathComponent)
    }

    /// "." for a bare name: Foundation traps on one of a single letter.
    private static func folder(of place: NSString) -> String {
        place.contains("/") ? place.deletingLastPathComponent : "."
    }

    private static func real(_ path: String, of named: String? = nil) throws(InterchangeError) -> String {
        guard let real = realpath(path, nil) else {
            throw .cannotCreate(named ?? path, "check that its directory is there and can be written.")
        }
        defer { free(real) }
        return String(cString: real)
    }
}

extension InterchangeError {
    fileprivate static func cannotCreate(_ path: String, _ reason: String) -> InterchangeError {
        InterchangeError(.cannotCreate, "\(path.isEmpty ? "''" : path) cannot be written: \(reason)")
    }
}
