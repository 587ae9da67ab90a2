/// How a name is compared with another site's: by its letters and digits alone.
///
/// Case, accents, punctuation, spaces and a generational suffix are folded, so that "D.J. Moore" is "DJ Moore" and
/// "Kenneth Walker III" is "Kenneth Walker". Nicknames are other names.
public enum PlayerName {
    /// O(length). Empty for a name without letters or digits.
    public static func normalized(_ name: String) -> String { words(name).joined() }

    /// The words of a name that count, each folded. O(length).
    package static func words(_ name: String) -> [String] {
        var words = plainWords(name) ?? name.split(whereSeparator: \.isWhitespace).map { folded($0) }
        words.removeAll(where: \.isEmpty)
        if words.count > 2, let last = words.last, suffixes.contains(last) || last == "v" {
            words.removeLast()
        } else if words.count == 2, let last = words.last, suffixes.contains(last) {
            words.removeLast()
        }
        return words
    }

    private static let suffixes: Set = ["jr", "sr", "ii", "iii", "iv"]

    /// Letters whose names do not say which letters of ASCII stand for them.
    private static let letters: [Unicode.Scalar: String] = [
        "ð": "d", "þ": "th", "ß": "ss", "œ": "oe", "ı": "i",
    ]

    /// The folded words of a name in ASCII, which nearly all are, without asking Unicode about every letter; nil for
    /// others.
    private static func plainWords(_ name: String) -> [String]? {
        var words: [String] = []
        var word: [UInt8] = []
        for byte in name.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): word.append(byte)
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): word.append(byte | 0x20)
            case 0x09...0x0D, 0x20:
                words.append(String(decoding: word, as: UTF8.self))
                word.removeAll(keepingCapacity: true)
            case 0x80...: return nil
            default: continue
            }
        }
        words.append(String(decoding: word, as: UTF8.self))
        return words
    }

    /// Scalar by scalar, as Unicode names them, which never changes: decisions about money rest on who is meant.
    private static func folded(_ word: Substring) -> String {
        var text = ""
        for scalar in String(word).lowercased().unicodeScalars {
            if let replacement = letters[scalar] {
                text += replacement
            } else if let base = base(of: scalar) {
                text += base
            } else if scalar.properties.isAlphabetic || scalar.properties.numericType != nil {
                text.unicodeScalars.append(scalar)
            }
        }
        return text
    }

    /// "e" for "é": what the scalar's name says before its accent; nil for other characters than Latin letters.
    private static func base(of scalar: Unicode.Scalar) -> String? {
        let prefix = "LATIN SMALL LETTER "
        guard let name = scalar.properties.name, name.hasPrefix(prefix) else { return nil }
        let letter = name.dropFirst(prefix.count).prefix { $0 != " " }
        return letter.utf8.count <= 2 ? letter.lowercased() : nil
    }
}

/// The 32 clubs under the abbreviations that sites give them.
public enum TeamName {
    /// One abbreviation for each club, whichever site names it; others in capitals as they are. Empty for a free agent.
    public static func canonical(_ team: String) -> String {
        let isPlain = team.utf8.allSatisfy { (0x41...0x5A).contains($0) }
        let plain = isPlain ? team : team.uppercased().filter { $0.isLetter || $0.isNumber }
        if freeAgents.contains(plain) { return "" }
        return aliases[plain] ?? plain
    }

    /// The abbreviation that reports show: the canonical one of a club, and what the source says of a player without one.
    public static func shown(_ team: String) -> String {
        let canonical = canonical(team)
        return canonical.isEmpty ? team : canonical
    }

    private static let freeAgents: Set = ["FA", "NONE", "NA"]

    private static let aliases = [
        "ARZ": "ARI", "BLT": "BAL", "CLV": "CLE", "GBP": "GB", "GNB": "GB", "HST": "HOU", "JAC": "JAX", "KCC": "KC",
        "KAN": "KC", "LA": "LAR", "STL": "LAR", "SD": "LAC", "SDC": "LAC", "LVR": "LV", "OAK": "LV", "RAI": "LV",
        "NEP": "NE", "NWE": "NE", "NOS": "NO", "NOR": "NO", "SFO": "SF", "TBB": "TB", "TAM": "TB", "WSH": "WAS",
        "WFT": "WAS",
    ]
}
