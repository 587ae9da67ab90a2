import Contestant
import Foundation

/// The product as a contestant of the benchmark.
@main
enum Ours {
    static func main() async throws {
        do {
            let options = try Options(CommandLine.arguments.dropFirst())
            try await score(of: options).print(of: "ours", options)
        } catch {
            FileHandle.standardError.write(Data("ours: \(error)\n".utf8))
            exit(1)
        }
    }

    private static func score(of options: Options) async throws -> Score {
        switch (options.workload, options.through) {
        case ("load", _): try appendEvents(options)
        case ("append", "events"): try appendEvents(options)
        case ("append", "commands"): try await sendCommands(options)
        case ("append", "records") where options.clients > 1: try await appendTogether(options)
        case ("append", "records"): try appendAlone(options)
        case ("replay", _): try replay(options)
        case ("as-of", _): try readRooms(options)
        case ("verify", _): try verify(options)
        case ("rebuild", _): try rebuild(options)
        default:
            throw Options.UsageError(
                description: "--workload \(options.workload) --through \(options.through): unknown")
        }
    }
}
