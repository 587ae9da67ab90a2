/// The words that a process was started with.
package enum ProcessArguments {
    /// Returns the words after the program's name; nil where something in the process has moved or cleared them.
    ///
    /// On Linux, `CommandLine.arguments` searches memory before the address of the environment. A library that is loaded
    /// before the program (`LD_PRELOAD`) and sets a variable moves the environment, and all words are lost: the program
    /// would take an order for none. The kernel knows the words at their first place.
    package static func read() -> [String]? {
        #if os(Linux)
            // Without /proc, as in a chroot, the next way is taken.
            if let file = try? OpenFile("/proc/self/cmdline", .read), let bytes = try? file.contents(), !bytes.isEmpty {
                return words(ofCommandLine: bytes)
            }
        #endif
        let words = CommandLine.arguments
        return words.isEmpty ? nil : Array(words.dropFirst())
    }

    /// Reads words that each end in a zero byte, the program's name first.
    ///
    /// - Returns: nil for several words of which none has a letter: the memory that the kernel shows was cleared.
    static func words(ofCommandLine bytes: [UInt8]) -> [String]? {
        var words = bytes.split(separator: 0, omittingEmptySubsequences: false).map {
            String(decoding: $0, as: UTF8.self)
        }
        if words.last?.isEmpty == true { words.removeLast() }
        guard words.count == 1 || !words.allSatisfy(\.isEmpty) else { return nil }
        return Array(words.dropFirst())
    }
}
