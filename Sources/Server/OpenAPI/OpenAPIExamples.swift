import TextFormats

/// Answers of a server to the operations, by the names of their shapes: real output of a simulated draft.
///
/// `OpenAPITests` records them with `UPDATE_GOLDEN=1` and compares them otherwise.
enum OpenAPIExamples {
    static let all: [String: String] = {
        guard let bytes = WebFiles.contents[WebFiles.examples], let root = try? JSONDocument(bytes).root else {
            return [:]
        }
        var all: [String: String] = [:]
        // A line for each, so that the text of a value is its line.
        for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") where line.hasPrefix("\"") {
            let parts = line.split(separator: ":", maxSplits: 1)
            guard parts.count == 2 else { continue }
            let name = String(parts[0].dropFirst().dropLast())
            guard root.members.contains(where: { $0.name == name }) else { continue }
            all[name] = String(parts[1].hasSuffix(",") ? parts[1].dropLast() : parts[1])
        }
        return all
    }()
}
