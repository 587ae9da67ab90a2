import Foundation

/// What a directory holds before something is made in it, so that it can be left as it was.
struct DirectoryListing {
    let path: String
    /// Nil when there is no such directory.
    let names: Set<String>?

    /// - Throws: `inputOutput` where there is a directory, but it cannot be looked into: what was in it before would not
    ///   be told from what is added.
    init(of path: String) throws {
        self.path = path
        let files = FileManager.default
        var isDirectory: ObjCBool = false
        guard files.fileExists(atPath: path, isDirectory: &isDirectory), isDirectory.boolValue else {
            names = nil
            return
        }
        do {
            names = Set(try files.contentsOfDirectory(atPath: path))
        } catch {
            throw DraftLedgerError(.inputOutput, "looking into \(path): \(error.localizedDescription)")
        }
    }

    /// Removes what has been added since; the directory itself, too, if there was none.
    func restore() {
        let files = FileManager.default
        for name in (try? files.contentsOfDirectory(atPath: path)) ?? [] where names?.contains(name) != true {
            try? files.removeItem(atPath: path + "/" + name)
        }
        if names == nil { rmdir(path) }
    }
}
