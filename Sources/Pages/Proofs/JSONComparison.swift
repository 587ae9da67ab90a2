import Foundation

/// Compares JSON documents of different versions: members may be added, as the interface says, but none may change.
enum JSONComparison {
    /// Whether each member of the first document is in the second, with the same value.
    static func all(of older: String, areIn newer: String) -> Bool {
        guard let older = value(older), let newer = value(newer) else { return false }
        return isIn(older, newer)
    }

    private static func value(_ text: String) -> Any? {
        try? JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
    }

    private static func isIn(_ older: Any, _ newer: Any) -> Bool {
        switch (older, newer) {
        case (let older as [String: Any], let newer as [String: Any]):
            older.allSatisfy { key, value in newer[key].map { isIn(value, $0) } ?? false }
        case (let older as [Any], let newer as [Any]):
            older.count == newer.count && zip(older, newer).allSatisfy(isIn)
        case (let older as String, let newer as String): older.utf8.elementsEqual(newer.utf8)
        case (let older as NSNumber, let newer as NSNumber): older == newer
        case (is NSNull, is NSNull): true
        default: false
        }
    }
}
