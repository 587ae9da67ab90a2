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

/// A colour of the app's palette, in 24 bits.
package struct Color: Hashable, Sendable {
    package var red: UInt8
    package var green: UInt8
    package var blue: UInt8

    /// From a colour as CSS has it, `#F472B6`.
    package init(_ css: String) {
        let hex = UInt32(css.dropFirst(), radix: 16) ?? 0
        red = UInt8(hex >> 16 & 0xFF)
        green = UInt8(hex >> 8 & 0xFF)
        blue = UInt8(hex & 0xFF)
    }

    package static let quarterback = Color(Palette.quarterback)
    package static let runningBack = Color(Palette.runningBack)
    package static let wideReceiver = Color(Palette.wideReceiver)
    package static let tightEnd = Color(Palette.tightEnd)
    package static let bench = Color(Palette.otherPosition)
    package static let onTheClock = Color(Palette.red)
    package static let white = Color("#FFFFFF")

    /// The nearest of the 240 fixed colours of a 256-colour terminal: a 6 x 6 x 6 cube and 24 greys. The first 16 are
    /// the user's own and could be anything.
    package var paletteIndex: UInt8 {
        let cube = (Self.cubeStep(red), Self.cubeStep(green), Self.cubeStep(blue))
        let cubeColor = (Self.cubeLevels[cube.0], Self.cubeLevels[cube.1], Self.cubeLevels[cube.2])
        let average = (Int(red) + Int(green) + Int(blue)) / 3
        let grey = min(23, max(0, (average - 3) / 10))
        let greyLevel = 8 + 10 * grey
        if distance(to: (greyLevel, greyLevel, greyLevel)) < distance(to: cubeColor) { return UInt8(232 + grey) }
        return UInt8(16 + 36 * cube.0 + 6 * cube.1 + cube.2)
    }

    private static let cubeLevels = [0, 95, 135, 175, 215, 255]

    private static func cubeStep(_ channel: UInt8) -> Int {
        cubeLevels.indices.min { abs(cubeLevels[$0] - Int(channel)) < abs(cubeLevels[$1] - Int(channel)) } ?? 0
    }

    private func distance(to other: (Int, Int, Int)) -> Int {
        let difference = (Int(red) - other.0, Int(green) - other.1, Int(blue) - other.2)
        return difference.0 * difference.0 + difference.1 * difference.1 + difference.2 * difference.2
    }
}
