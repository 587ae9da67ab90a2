/// Characters that steer what shows them instead of being shown.
package enum SteeringScalars {
    /// Whether a name from outside may not bring it along: control codes, line and paragraph separators, and whatever
    /// turns the direction of writing of what follows.
    package static func contains(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}
