/// How a piece of text looks, where the terminal shows looks at all: nothing may be told by style alone.
package struct TextStyle: Hashable, Sendable {
    package var foreground: Color?
    package var background: Color?
    package var bold = false
    package var dim = false

    package static let plain = TextStyle()
    package static let bold = TextStyle(bold: true)
    package static let dim = TextStyle(dim: true)
    package static let onTheClock = TextStyle(foreground: .white, background: .onTheClock, bold: true)
    package static let alarm = TextStyle(foreground: .onTheClock, bold: true)

    package static func colored(_ color: Color, bold: Bool = false) -> TextStyle {
        TextStyle(foreground: color, bold: bold)
    }

    /// The parameters of an SGR sequence (ECMA-48 8.3.117); empty for plain text.
    package func parameters(_ depth: ColorDepth) -> String {
        guard depth != .none else { return "" }
        var codes: [String] = []
        if bold { codes.append("1") }
        if dim { codes.append("2") }
        if let foreground { codes.append(Self.code(38, foreground, depth)) }
        if let background { codes.append(Self.code(48, background, depth)) }
        return codes.joined(separator: ";")
    }

    private static func code(_ plane: Int, _ color: Color, _ depth: ColorDepth) -> String {
        depth == .full
            ? "\(plane);2;\(color.red);\(color.green);\(color.blue)" : "\(plane);5;\(color.paletteIndex)"
    }
}
