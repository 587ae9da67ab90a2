import Merkle
import Testing

@Suite struct TilePathTests {
    @Test(
        arguments: [
            ("tile/0/000", 0, 0, 256), ("tile/0/001.p/44", 0, 1, 44), ("tile/1/000.p/1", 1, 0, 1),
            ("tile/0/999", 0, 999, 256), ("tile/0/x001/000", 0, 1000, 256), ("tile/0/x001/x234/067", 0, 1_234_067, 256),
            ("tile/2/x001/x234/067.p/255", 2, 1_234_067, 255), ("tile/7/000.p/1", 7, 0, 1),
            ("tile/0/x072/x057/x594/x037/x927/935", 0, 72_057_594_037_927_935, 256),
        ] as [(String, Int, UInt64, Int)])
    func aTileHasItsPath(text: String, level: Int, index: UInt64, width: Int) throws {
        let id = try #require(TileID(level: level, index: index, width: width))
        #expect(TilePath.tile(id).text == text)
        #expect(try TilePath(text) == .tile(id))
        let bundle = text.replacing("tile/\(level)/", with: "tile/entries/")
        #expect(TilePath.entries(index: index, width: width).text == bundle)
        if level == 0 { #expect(try TilePath(bundle) == .entries(index: index, width: width)) }
    }

    @Test(arguments: [
        "", "tile", "tile/0", "tile/0/", "tile/0/1", "tile/0/0001", "tile/0/x001", "tile/0/000/001", "tile/0/x000/001",
        "tile/00/000", "tile/8/000", "tile/-1/000", "tile/+1/000", "tile/0/000.p", "tile/0/000.p/", "tile/0/000.p/0",
        "tile/0/000.p/01", "tile/0/000.p/256", "tile/0/000.p/+1", "tile/0/000.p/1/", "/tile/0/000", "tile/0/000/",
        "tile/entry/000", "tile/0/0x0", "tile/0/٠٠١", "tile/7/001", "tile/0/x072/x057/x594/x037/x927/936",
        "tile/0/x999/x999/x999/x999/x999/x999/x999/999", "checkpoint",
    ])
    func anyOtherPathIsRefused(text: String) {
        #expect(throws: FormatError.self) { try TilePath(text) }
    }

    @Test func theStandardsExampleOf70_000Leaves() {
        let rows = TileRow.rows(size: 70_000)
        #expect(rows.map(\.fullCount) == [273, 1, 0])
        #expect(rows.map(\.partialWidth) == [112, 17, 1])
        #expect(rows.map(\.count) == [274, 2, 1])
    }

    @Test func aTreeOf256LeavesHasAFullTileAndOneOfWidth1() {
        let rows = TileRow.rows(size: 256)
        #expect(rows.flatMap { $0.map { TilePath.tile($0).text } } == ["tile/0/000", "tile/1/000.p/1"])
        #expect(TileRow.rows(size: 0).isEmpty)
        #expect(TileRow.rows(size: .max).count == 8)
    }

    @Test func aTileThatNoTreeCanHaveHasNoName() {
        for (level, index, width) in [(8, 0, 1), (-1, 0, 1), (0, 0, 0), (0, 0, 257), (0, 1 << 56, 1)] {
            #expect(TileID(level: level, index: UInt64(index), width: width) == nil)
        }
    }
}
