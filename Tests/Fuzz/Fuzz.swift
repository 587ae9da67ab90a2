import Foundation

/// Gives bytes that nobody has made on purpose to whatever reads bytes that somebody else could have made.
///
///     Fuzz TARGET [ARGUMENT...]
///
/// Built as `Tools/fuzz` builds it, libFuzzer takes the arguments: folders with inputs to begin with, and its own options.
/// Built otherwise, it reads the files and folders that are named, once.
@main
struct Fuzz {
    /// Chosen before the first input comes, and not changed after.
    nonisolated(unsafe) private static var target = FuzzTarget.json

    static func main() throws {
        let arguments = CommandLine.arguments
        guard arguments.count > 1, let target = FuzzTarget(rawValue: arguments[1]) else {
            let names = FuzzTarget.allCases.map(\.rawValue).joined(separator: "|")
            FileHandle.standardError.write(Data("usage: Fuzz \(names) [ARGUMENT...]\n".utf8))
            exit(64)
        }
        Self.target = target
        let rest = [arguments[0]] + arguments.dropFirst(2)
        guard let driver = LibFuzzer() else { return try readOnce(rest.dropFirst()) }
        exit(driver.run(rest) { Fuzz.target.read($0) })
    }

    private static func readOnce(_ paths: ArraySlice<String>) throws {
        var count = 0
        for path in paths {
            var isFolder: ObjCBool = false
            guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
                throw CocoaError(.fileNoSuchFile)
            }
            let files =
                isFolder.boolValue
                ? try FileManager.default.contentsOfDirectory(atPath: path).sorted().map { path + "/" + $0 } : [path]
            for file in files {
                target.read(Array(try Data(contentsOf: URL(filePath: file))))
                count += 1
            }
        }
        print("\(target.rawValue): \(count) inputs read")
    }
}

/// What libFuzzer's own `main` calls, which comes with its library and does not run: there is one in `Fuzz`.
@_cdecl("LLVMFuzzerTestOneInput")
func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 { 0 }

/// The driver of libFuzzer, where the program was linked with it.
private struct LibFuzzer {
    private typealias Callback = @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32
    private typealias Driver =
        @convention(c) (
            UnsafeMutablePointer<Int32>, UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>,
            Callback
        ) -> Int32

    private let driver: Driver
    /// The callback of C can carry nothing along.
    nonisolated(unsafe) private static var read: ([UInt8]) -> Void = { _ in }

    init?() {
        guard let symbol = dlsym(dlopen(nil, RTLD_NOW), "LLVMFuzzerRunDriver") else { return nil }
        driver = unsafeBitCast(symbol, to: Driver.self)
    }

    /// Runs until a limit in the arguments is reached, or an input ends the process.
    func run(_ arguments: [String], _ read: @escaping ([UInt8]) -> Void) -> Int32 {
        Self.read = read
        var count = Int32(arguments.count)
        // They live as long as the process does.
        let words = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: arguments.count + 1)
        for (index, argument) in arguments.enumerated() { words[index] = strdup(argument) }
        words[arguments.count] = nil
        var pointer: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = words
        return driver(&count, &pointer) { bytes, count in
            LibFuzzer.read(Array(UnsafeBufferPointer(start: bytes, count: count)))
            return 0
        }
    }
}
