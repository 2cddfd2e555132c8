import Testing

@testable import Moeum

struct WallShapeTests {
    @Test(
        "A photo's height is in 24ths of a column",
        arguments: [
            (600, 600, 24), (600, 450, 18), (600, 750, 30), (600, 800, 32), (600, 900, 36), (1_000, 500, 12),
            // Flatter and taller ones are cropped.
            (3_000, 500, 12), (500, 3_000, 48),
            // Halves are rounded up.
            (48, 25, 13), (48, 49, 25), (16, 11, 17), (1, 1, 24), (0, 10, 48),
        ]
    )
    func countsRows(_ width: Int, _ height: Int, _ rows: Int) {
        #expect(WallShape(width: width, height: height).rows == rows)
    }

    @Test("No photo between half and double height loses more than 4.2 % of itself")
    func cropsLittle() {
        for width in stride(from: 100, through: 2_000, by: 37) {
            for height in stride(from: width / 2, through: width * 2, by: 41) {
                let shown = Double(WallShape(width: width, height: height).rows) * Double(width) / 24
                let lost = 1 - min(shown, Double(height)) / max(shown, Double(height))
                #expect(lost <= 0.042, "\(width)×\(height)")
            }
        }
    }
}
