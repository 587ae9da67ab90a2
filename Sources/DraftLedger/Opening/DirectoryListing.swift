import Foundation

/// What a directory holds before something is made in it, so that it can be left as it was.
struct DirectoryListing {
    private let path: String
    /// Nil when there is no such directory.
    private let names: Set<String>?

    init(of path: String) {
        self.path = path
        names = (try? FileManager.default.contentsOfDirectory(atPath: path)).map(Set.init)
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
