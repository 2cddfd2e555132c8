import Testing

@testable import Moeum

/// Names of one place in two registers.
struct RegisterNameTests {
    @Test(
        "Names agree but for legal forms, spaces and branches",
        arguments: [
            ("(주)평양면옥", "평양 면옥", true), ("스타벅스 선릉로점", "스타벅스", true), ("스타벅스 선릉로점", "스타벅스 선릉점", true),
            ("옥과한우촌", "한우촌", true), ("금강산", "함흥냉면", false), ("원", "원할머니", false), ("면옥(본관)", "면옥", true),
        ]
    )
    func agree(_ one: String, _ other: String, _ doAgree: Bool) {
        #expect(RegisterName(one).agrees(with: RegisterName(other)) == doAgree)
        #expect(RegisterName(other).agrees(with: RegisterName(one)) == doAgree)
    }
}
