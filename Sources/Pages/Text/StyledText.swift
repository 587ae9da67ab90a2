/// One line of text in pieces of different looks, measured in columns of a terminal.
package struct StyledText: Hashable, Sendable {
    package struct Span: Hashable, Sendable {
        package var text: String
        package var style: TextStyle
    }

    package private(set) var spans: [Span]

    /// In columns.
    package private(set) var width: Int

    /// - Parameter text: shown without anything that would steer the terminal.
    package init(_ text: String, _ style: TextStyle = .plain) {
        let text = text.harmless
        spans = text.isEmpty ? [] : [Span(text: text, style: style)]
        width = DisplayWidth.of(text)
    }

    package static let empty = StyledText("")

    package static func + (lhs: StyledText, rhs: StyledText) -> StyledText {
        var sum = lhs
        sum += rhs
        return sum
    }

    package static func += (lhs: inout StyledText, rhs: StyledText) {
        for span in rhs.spans {
            if lhs.spans.last?.style == span.style {
                lhs.spans[lhs.spans.count - 1].text += span.text
            } else {
                lhs.spans.append(span)
            }
        }
        lhs.width += rhs.width
    }

    /// All of it in one look.
    package func restyled(_ style: TextStyle) -> StyledText { StyledText(plain, style) }

    /// The text without its looks.
    package var plain: String { spans.map(\.text).joined() }

    /// The text without trailing spaces.
    package var trimmed: StyledText {
        var result = self
        while let last = result.spans.last, last.style.background == nil, last.text.last == " " {
            let kept = String(last.text.reversed().drop { $0 == " " }.reversed())
            result.width -= last.text.count - kept.count
            if kept.isEmpty { result.spans.removeLast() } else { result.spans[result.spans.count - 1].text = kept }
        }
        return result
    }

    /// With the escape sequences of its looks, each span closed behind itself, so that a line that is cut off by a
    /// pager or a `head` cannot colour what follows.
    package func rendered(_ depth: ColorDepth) -> String {
        guard depth != .none else { return plain }
        var line = ""
        for span in spans {
            let parameters = span.style.parameters(depth)
            line += parameters.isEmpty ? span.text : "\u{1B}[\(parameters)m\(span.text)\u{1B}[0m"
        }
        return line
    }
}

extension StyledText: ExpressibleByStringInterpolation {
    package init(stringLiteral value: String) { self.init(value) }
}

extension Collection<StyledText> {
    package func joined(by separator: StyledText) -> StyledText {
        var line = StyledText.empty
        for (index, piece) in enumerated() { line += index == 0 ? piece : separator + piece }
        return line
    }
}

extension StyledText {
    /// A warning although nothing is wrong.
    package static func remark(_ sentence: String) -> StyledText {
        StyledText("note  ", .colored(.wideReceiver)) + StyledText(sentence)
    }
}
