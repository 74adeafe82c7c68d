import Model
import TestSupport
import Testing

/// Failures are repeated by their seeds, also later and with other versions of the tests.
@Suite("Seeds of the random tests")
struct SeedTests {
    @Test("a seed gives the numbers of SplitMix64")
    func numbers() {
        var generator = SplitMix(state: 1_234_567)
        let numbers = (0..<5).map { _ in generator.next() }
        #expect(
            numbers == [
                6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
                4_593_380_528_125_082_431, 16_408_922_859_458_223_821,
            ])
    }

    @Test("a seed gives a program: its length by the first number, its bytes by those that follow")
    func program() {
        var program = Program(seed: 1_234_567, length: 8...15)
        var bytes: [Int] = []
        while !program.isOver { bytes.append(program.next()) }
        expectEqual(bytes, [165, 15, 84, 88, 132, 240, 115, 44, 119, 124, 242, 163, 229, 188, 62, 136])
    }
}
