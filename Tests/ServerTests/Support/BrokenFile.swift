#if canImport(Glibc)
    import Foundation
    import Glibc

    /// A file of this process to which nothing can be written for a while, as on a disk that fails.
    struct BrokenFile {
        /// What each descriptor of the file was.
        private var whole: [(number: Int32, copy: Int32)] = []

        /// Has all writes and syncs fail that go to a file which this process has open.
        init(_ path: String) throws {
            var ends: [Int32] = [0, 0]
            guard pipe(&ends) == 0 else { throw POSIXError(.EMFILE) }
            defer { for end in ends { close(end) } }
            let path = URL(filePath: path).resolvingSymlinksInPath().path
            let folder = "/proc/self/fd"
            for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
                // One that was closed meanwhile leads nowhere.
                guard let number = Int32(name),
                    (try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\(name)")) == path
                else { continue }
                whole.append((number, dup(number)))
                dup2(ends[0], number)
            }
            guard !whole.isEmpty else { throw POSIXError(.ENOENT) }
        }

        func mend() {
            for (number, copy) in whole {
                dup2(copy, number)
                close(copy)
            }
        }
    }
#endif
