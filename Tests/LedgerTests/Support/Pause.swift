import Foundation

/// Lets time pass on this thread.
func pause(milliseconds: Int) {
    Thread.sleep(forTimeInterval: Double(milliseconds) / 1_000)
}
