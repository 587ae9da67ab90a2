import Foundation
import FuzzTargets

/// Gives random bytes to everything that reads bytes of third parties.
///
///     Fuzz TARGET [ARGUMENT...]
///
/// Built as `Tools/fuzz` builds it, libFuzzer takes the arguments: folders with inputs to begin with, and its own options.
/// Built otherwise, it reads the files and folders that are named, once; with `-runs=N` also N inputs that are made out of
/// them, of which the file `last-input` keeps the newest. Without arguments it prints its targets.
@main
struct Fuzz {
    /// Chosen before the first input comes, and not changed after.
    nonisolated(unsafe) private static var target = FuzzTarget.json

    static func main() throws {
        let arguments = CommandLine.arguments
        guard arguments.count > 1 else { return print(FuzzTarget.allCases.map(\.rawValue).joined(separator: "\n")) }
        guard let target = FuzzTarget(rawValue: arguments[1]) else {
            let names = FuzzTarget.allCases.map(\.rawValue).joined(separator: "|")
            FileHandle.standardError.write(Data("usage: Fuzz \(names) [ARGUMENT...]\n".utf8))
            exit(64)
        }
        Self.target = target
        let rest = [arguments[0]] + arguments.dropFirst(2)
        guard let driver = LibFuzzer() else { return try readOnce(rest.dropFirst()) }
        exit(driver.run(rest) { Fuzz.target.read($0) })
    }

    private static func readOnce(_ arguments: ArraySlice<String>) throws {
        var inputs: [[UInt8]] = []
        for path in arguments where !path.hasPrefix("-") {
            var isFolder: ObjCBool = false
            guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
                throw CocoaError(.fileNoSuchFile)
            }
            let files =
                isFolder.boolValue
                ? try FileManager.default.contentsOfDirectory(atPath: path).sorted().map { path + "/" + $0 } : [path]
            for file in files { inputs.append(Array(try Data(contentsOf: URL(filePath: file)))) }
        }
        for input in inputs { target.read(input) }
        let runs = arguments.compactMap { $0.hasPrefix("-runs=") ? Int($0.dropFirst(6)) : nil }.last ?? 0
        let seed = arguments.compactMap { $0.hasPrefix("-seed=") ? UInt64($0.dropFirst(6)) : nil }.last ?? 1
        try readMutations(of: inputs, runs, seed: seed)
        print("\(target.rawValue): \(inputs.count + runs) inputs read")
    }

    private static func readMutations(of inputs: [[UInt8]], _ runs: Int, seed: UInt64) throws {
        guard runs > 0 else { return }
        var mutator = InputMutator(inputs, seed: seed)
        let file = open("last-input-\(target.rawValue)", O_WRONLY | O_CREAT, 0o644)
        defer { close(file) }
        for _ in 0..<runs {
            let input = mutator.next()
            ftruncate(file, input.count)
            _ = input.withUnsafeBytes { pwrite(file, $0.baseAddress, $0.count, 0) }
            target.read(input)
        }
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
