import Contestant
import Foundation

/// How fast a whole contest is scored: `standings LEDGER REPEATS`, of the contest 1 that the driver has imported.
///
/// Prints one line of JSON: the seconds of each repetition, and a check of what they came to.
@main
enum Main {
    static func main() async {
        let arguments = CommandLine.arguments
        guard arguments.count == 3, let repeats = Int(arguments[2]), repeats > 0 else {
            FileHandle.standardError.write(Data("usage: standings LEDGER REPEATS\n".utf8))
            exit(64)
        }
        do {
            print(try await Scoring.measured(at: arguments[1], repeats: repeats).json)
        } catch {
            FileHandle.standardError.write(Data("standings: \(error)\n".utf8))
            exit(1)
        }
    }
}
