/// A colour of the app's palette, in 24 bits.
package struct Color: Hashable, Sendable {
    package var red: UInt8
    package var green: UInt8
    package var blue: UInt8

    /// From the hexadecimal digits that design tools write, `0xF472B6`.
    package init(_ hex: UInt32) {
        red = UInt8(hex >> 16 & 0xFF)
        green = UInt8(hex >> 8 & 0xFF)
        blue = UInt8(hex & 0xFF)
    }

    package static let quarterback = Color(0xF472B6)
    package static let runningBack = Color(0x0FBA80)
    package static let wideReceiver = Color(0xFBBF25)
    package static let tightEnd = Color(0x7C3AED)
    package static let bench = Color(0x6B7280)
    package static let onTheClock = Color(0xEF4444)
    package static let white = Color(0xFFFFFF)

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
        cubeLevels.indices.min { abs(cubeLevels[$0] - Int(channel)) < abs(cubeLevels[$1] - Int(channel)) }!
    }

    private func distance(to other: (Int, Int, Int)) -> Int {
        let difference = (Int(red) - other.0, Int(green) - other.1, Int(blue) - other.2)
        return difference.0 * difference.0 + difference.1 * difference.1 + difference.2 * difference.2
    }
}

/// How many colours the terminal shows.
package enum ColorDepth: Sendable {
    /// Plain text, without any escape sequence.
    case none
    case palette
    case full
}
