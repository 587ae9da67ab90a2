import Foundation

/// How many threads work on one thing.
enum ProcessorCount {
    static let active = ProcessInfo.processInfo.activeProcessorCount
}
