extension StyledText {
    package enum Alignment: Sendable {
        case leading
        case trailing
        case center
    }

    /// Exactly `columns` wide: cut with an ellipsis or filled with spaces.
    ///
    /// - Parameter filler: the look of the spaces; a background runs on under them.
    package func fitted(to columns: Int, _ alignment: Alignment = .leading, filler: TextStyle = .plain) -> StyledText {
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
    package func truncated(to columns: Int) -> StyledText {
        guard width > columns else { return self }
        guard columns > 0, let style = spans.last?.style else { return .empty }
        let kept = prefix(columns - 1)
        return kept + StyledText("…", kept.spans.last?.style ?? style)
    }

    /// As much from the front as fits.
    package func prefix(_ columns: Int) -> StyledText { split(at: columns).0 }

    /// What `prefix` leaves.
    package func suffix(from columns: Int) -> StyledText { split(at: columns).1 }

    private func split(at columns: Int) -> (StyledText, StyledText) {
        var room = columns
        var (front, back) = (StyledText.empty, StyledText.empty)
        for span in spans {
            let end = span.text.firstIndex { character in
                room -= DisplayWidth.of(character)
                return room < 0
            }
            front += StyledText(String(span.text[..<(end ?? span.text.endIndex)]), span.style)
            if let end { back += StyledText(String(span.text[end...]), span.style) }
        }
        return (front, back)
    }

    /// Broken at spaces into lines of at most `columns`, and within a word only where it is longer than a line, such as a
    /// digest.
    package func wrapped(to columns: Int) -> [StyledText] {
        var words: [StyledText] = []
        var word = StyledText.empty
        for span in spans {
            for (index, part) in span.text.split(separator: " ", omittingEmptySubsequences: false).enumerated() {
                if index > 0 {
                    words.append(word)
                    word = .empty
                }
                word += StyledText(String(part), span.style)
            }
        }
        return Self.flow((words + [word]).flatMap { $0.pieces(of: columns) }, separator: " ", to: columns)
    }

    /// Cut into pieces of at most `columns`; one where it fits.
    private func pieces(of columns: Int) -> [StyledText] {
        var (pieces, rest) = ([StyledText](), self)
        while rest.width > columns {
            let (front, back) = rest.split(at: columns)
            // A character that is wider than the line stays whole.
            guard front.width > 0 else { break }
            pieces.append(front)
            rest = back
        }
        return pieces + [rest]
    }

    package static func spaces(_ count: Int, _ style: TextStyle = .plain) -> StyledText {
        StyledText(String(repeating: " ", count: max(0, count)), style)
    }

    /// The pieces one after the other in lines of at most `columns`; a piece is never broken, only cut.
    package static func flow(_ pieces: [StyledText], separator: StyledText, to columns: Int) -> [StyledText] {
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

extension String {
    /// Filled with spaces in front.
    package func leftPadded(to width: Int) -> String { String(repeating: " ", count: max(0, width - count)) + self }

    /// Filled with spaces behind.
    package func rightPadded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
