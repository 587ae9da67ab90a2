import Foundation

/// The cores that parallel work may use.
enum Cores {
    static let count = ProcessInfo.processInfo.activeProcessorCount
}
