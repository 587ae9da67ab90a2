#if canImport(Glibc)
    import Glibc
#endif

/// The words that a process was started with.
package enum ProcessArguments {
    /// Returns the words after the program's name; nil where something in the process has moved or cleared them.
    ///
    /// `CommandLine.arguments` is empty on Linux without /proc (a chroot), and after a library that is loaded before the
    /// program (`LD_PRELOAD`) has moved the environment: the program would take an order for none. The kernel knows the
    /// words at their first place, and the loader knows that place.
    package static func read() -> [String]? {
        #if canImport(Glibc)
            // Without /proc the next way is taken.
            if let file = try? OpenFile("/proc/self/cmdline", .read), let bytes = try? file.contents(), !bytes.isEmpty {
                return words(ofCommandLine: bytes)
            }
            if let line = firstLine() { return words(ofCommandLine: line) }
        #endif
        let words = CommandLine.arguments
        return words.isEmpty ? nil : Array(words.dropFirst())
    }

    #if canImport(Glibc)
        /// Returns the command line from the stack that the process began with: the number of words, then their addresses.
        private static func firstLine() -> [UInt8]? {
            guard let symbol = dlsym(nil, "__libc_stack_end"),
                let stack = symbol.load(as: UnsafeRawPointer?.self)
            else { return nil }
            let count = stack.load(as: Int.self)
            guard (1...1 << 20).contains(count) else { return nil }
            var line: [UInt8] = []
            for index in 1...count {
                let offset = index * MemoryLayout<UnsafeRawPointer?>.stride
                guard let word = stack.load(fromByteOffset: offset, as: UnsafePointer<CChar>?.self) else { return nil }
                line += UnsafeRawBufferPointer(start: word, count: strlen(word)) + [0]
            }
            return line
        }
    #endif

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
