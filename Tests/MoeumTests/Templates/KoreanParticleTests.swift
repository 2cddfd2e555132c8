import Foundation
import Testing

@testable import Templates

/// Particles after words that nobody knew when the text was written.
struct KoreanParticleTests {
    /// Each ending that a syllable can have, with what 으로 and 은 are after it.
    @Test("Every ending of a syllable has its particle") func hearEndings() {
        for ending in UInt32(0)..<28 {
            let syllable = Unicode.Scalar(0xAC00 + ending).map(String.init) ?? ""
            for word in [syllable, "한결" + syllable, syllable.decomposedStringWithCanonicalMapping] {
                #expect(KoreanParticle.euro.form(after: word) == (ending == 0 || ending == 8 ? "로" : "으로"), "\(word)")
                #expect(KoreanParticle.eun.form(after: word) == (ending == 0 ? "는" : "은"), "\(word)")
            }
        }
    }

    @Test(
        "The form follows what is heard last",
        arguments: [
            ("냉면", "냉면으로"), ("갈비", "갈비로"), ("서울", "서울로"), ("‘만두’", "‘만두’로"), ("합정역 (2호선)", "합정역 (2호선)으로"),
            ("ㄱ", "ㄱ으로"), ("ㄹ", "ㄹ로"), ("ㅏ", "ㅏ로"), ("ㅅㄹㅌ", "ㅅㄹㅌ으로"),
            ("0", "0으로"), ("1", "1로"), ("2", "2로"), ("3", "3으로"), ("4", "4로"), ("5", "5로"), ("6", "6으로"),
            ("7", "7로"), ("8", "8로"), ("9", "9로"), ("10", "10으로"), ("02-332-0000", "02-332-0000으로"),
            ("500m", "500m로"), ("5.9 KB", "5.9 KB로"), ("1 GB", "1 GB로"), ("club", "club으로"), ("2 km", "2 km로"),
            ("1,000 m", "1,000 m로"), ("ham", "ham으로"),
            ("a@moeum.example", "a@moeum.example로"), ("a@b.com", "a@b.com으로"), ("a@b.net", "a@b.net으로"),
            ("a@b.kr", "a@b.kr로"), ("Seoul", "Seoul로"), ("CAFE", "CAFE로"), ("１", "１로"), ("", "로"), ("!?", "!?로"),
            ("😀", "😀로"),
        ]
    )
    func followLastSound(_ word: String, _ expected: String) {
        #expect(word + KoreanParticle.euro.form(after: word) == expected)
    }

    @Test("Every particle has both forms") func haveBothForms() {
        #expect(KoreanParticle.allCases.map { $0.form(after: "책") } == ["은", "이", "을", "과", "으로", "이에요"])
        #expect(KoreanParticle.allCases.map { $0.form(after: "가게") } == ["는", "가", "를", "와", "로", "예요"])
        #expect(KoreanParticle.allCases.map { $0.form(after: "길") } == ["은", "이", "을", "과", "로", "이에요"])
    }
}
