import Contestant
import Ledger

/// The events that every contestant stores, byte for byte as contestants/c/events.h makes them. The ledger fills in
/// `version`, `previous` and `recordedAt` itself.
struct RecordSource {
    private let options: Options
    /// The number of the event that comes next.
    private var next: Int
    /// 1 for the whole log, the number of rooms for the events of one room.
    private let step: Int

    private static let fillerSize = 65_536
    private static let filler = makeFiller()
    private static let longest = 200

    init(_ options: Options, from first: Int = 0, step: Int = 1) {
        self.options = options
        next = first
        self.step = step
    }

    /// Adds the next event to a batch.
    ///
    /// - Returns: what a single event expects of its room.
    mutating func write(to batch: inout RecordBatch) -> StreamExpectation {
        let number = next
        next += step
        let room = StreamID(rawValue: UInt64(number % options.rooms + 1))
        let version = number / options.rooms + 1
        let isPick = options.shape == .pick || (options.shape != .tick && version % 13 == 0)
        let length = options.shape == .wide ? Self.longest : isPick ? 96 : 48
        batch.append(stream: room, byteCount: length) { record in
            record.storeBytes(of: UInt16(length - 8), as: UInt16.self)
            record.storeBytes(of: isPick ? 2 : 1, toByteOffset: 2, as: UInt16.self)
            record.storeBytes(of: 1, toByteOffset: 4, as: UInt16.self)
            record.storeBytes(of: 1, toByteOffset: 6, as: UInt16.self)
            let pick = UInt16(version / 13 % 216 + 1)
            record.storeBytes(of: pick, toByteOffset: 36, as: UInt16.self)
            record.storeBytes(of: UInt16((number * 7 + version) % 1_000), toByteOffset: 38, as: UInt16.self)
            record[40] = UInt8(pick % 12)
            let start = number * Self.longest % (Self.fillerSize - Self.longest)
            Self.filler.withUnsafeBytes { filler in
                UnsafeMutableRawBufferPointer(rebasing: record[41...])
                    .copyMemory(from: UnsafeRawBufferPointer(rebasing: filler[start..<start + length - 41]))
            }
        }
        return StreamExpectation(room, .exact(UInt32(version - 1)))
    }

    /// SplitMix64 with seed 0.
    private static func makeFiller() -> [UInt8] {
        var state: UInt64 = 0
        var bytes: [UInt8] = []
        bytes.reserveCapacity(fillerSize)
        while bytes.count < fillerSize {
            state &+= 0x9E37_79B9_7F4A_7C15
            var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
            withUnsafeBytes(of: (mixed ^ (mixed >> 31)).littleEndian) { bytes.append(contentsOf: $0) }
        }
        return bytes
    }
}
