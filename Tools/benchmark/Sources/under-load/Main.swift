import Contestant
import Foundation

/// How the product answers when much is asked of it: what a sender waits, while how many others do what.
///
/// ```
/// under-load --workload send --dir D --rooms 2000 --clients 64 --seconds 5
/// under-load --workload signed --dir D --rooms 2000 --clients 64 --seconds 5
/// under-load --workload stale --dir D --rooms 300 --clients 32
/// under-load --workload restart --dir D --rooms 2000 --clients 64 --seconds 5
/// under-load --workload append --dir D --rooms 2000 --clients 64 --seconds 5
/// under-load --workload subscribers --dir D --rooms 2000 --clients 64 --threads 500 --seconds 5
/// ```
@main
enum UnderLoad {
    static func main() async throws {
        do {
            let options = try Options(CommandLine.arguments.dropFirst())
            switch options.workload {
            case "send", "signed": try await send(options)
            case "append": try await sendBesideAppends(options)
            case "restart": try await sendAfterRestart(options)
            case "stale": try await sendBesideStaleCommands(options)
            case "subscribers": try await sendBesideSubscribers(options)
            default: throw Options.UsageError(description: "--workload \(options.workload): unknown")
            }
        } catch {
            FileHandle.standardError.write(Data("under-load: \(error)\n".utf8))
            exit(1)
        }
    }
}
