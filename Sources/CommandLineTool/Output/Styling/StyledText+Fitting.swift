extension StyledText {
    enum Alignment: Sendable {
        case leading
        case trailing
        case center
    }

    /// Exactly `columns` wide: cut with an ellipsis or filled with spaces.
    ///
    /// - Parameter filler: the look of the spaces; a background runs on under them.
    func fitted(to columns: Int, _ alignment: Alignment = .leading, filler: TextStyle = .plain) -> StyledText {
        let text = truncated(to: columns)
        let missing = columns - text.width
        guard missing > 0 else { return text }
        switch alignment {
        case .leading: return text + Self.spaces(missing, filler)
        case .trailing: return Self.spaces(missing, filler) + text
        case .center: return Self.spaces(missing / 2, filler) + text + Self.spaces(missing - missing / 2, filler)
        }
    }

    /// At most `columns` wide; what is cut off leaves an ellipsis in its place.
    func truncated(to columns: Int) -> StyledText {
        guard width > columns else { return self }
        guard columns > 0 else { return .empty }
        var room = columns - 1
        var result = StyledText.empty
        for span in spans {
            var kept = ""
            for character in span.text {
                let width = DisplayWidth.of(character)
                guard width <= room else { return result + StyledText(kept + "…", span.style) }
                kept.append(character)
                room -= width
            }
            result += StyledText(kept, span.style)
        }
        return result
    }

    static func spaces(_ count: Int, _ style: TextStyle = .plain) -> StyledText {
        StyledText(String(repeating: " ", count: max(0, count)), style)
    }

    /// The pieces one after the other in lines of at most `columns`; a piece is never broken, only cut.
    static func flow(_ pieces: [StyledText], separator: StyledText, to columns: Int) -> [StyledText] {
        var lines: [StyledText] = []
        var line: StyledText?
        for piece in pieces {
            let piece = piece.truncated(to: columns)
            if let open = line, open.width + separator.width + piece.width <= columns {
                line = open + separator + piece
            } else {
                if let open = line { lines.append(open) }
                line = piece
            }
        }
        if let open = line { lines.append(open) }
        return lines
    }
}
