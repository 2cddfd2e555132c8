/// Parts of invented names and reviews: data, not words of the site.
enum DemoTexts {
    static let nicknames = (
        first: [
            "조용한", "느긋한", "배고픈", "다정한", "걷는", "웃는", "부지런한", "졸린", "궁금한", "새벽", "오후", "골목", "quiet", "slow",
            "hungry", "early",
        ],
        last: [
            "고래", "숟가락", "책갈피", "고양이", "참새", "구름", "연필", "수달", "산책", "만두", "달빛", "여우", "otter", "spoon", "moon",
            "page",
        ]
    )

    /// Invented tag groups with their values.
    static let tags: [(group: String, values: [String])] = [
        ("누구와", ["혼자", "친구", "가족", "동료", "아이와"]), ("언제", ["점심", "저녁", "주말", "비 오는 날", "늦은 밤"]),
        ("분위기", ["조용한", "북적이는", "창가", "오래된", "새로 생긴"]),
    ]

    static let lists = ["주말에 갈 곳", "비 오는 날", "부모님과", "혼자 앉기 좋은 곳", "점심 약속", "책 읽는 오후", "A slow Sunday", "To try"]

    private struct Sentences {
        let praise: [String]
        let complaints: [String]
        /// For restaurants and for bookshops.
        let food: [String]
        let books: [String]
    }

    private static let korean = Sentences(
        praise: [
            "다음에 친구와 또 오고 싶어요.", "직원분들이 정말 친절하셨어요.", "자리가 넓고 조용해서 좋았어요.", "동네에 이런 곳이 있어서 다행이에요.",
            "깨끗하고 정돈이 잘 되어 있어요.", "기대보다 훨씬 좋았습니다.", "역에서 가까워 찾아가기 쉬웠어요.", "부모님을 모시고 갔는데 만족하셨어요.",
            "값이 아깝지 않은 곳이에요.", "오래 남아 있으면 좋겠어요.",
        ],
        complaints: [
            "주말에는 사람이 너무 많아요.", "주차할 곳이 없어서 한참 돌았어요.", "기다리는 시간이 길었습니다.", "예전만 못한 것 같아 아쉬워요.",
            "조금 시끄러운 편이에요.", "화장실이 불편했습니다.", "설명과 다른 점이 있었어요.", "전화를 잘 받지 않아요.", "자리가 좁아서 불편했어요.",
            "값에 비해 아쉬운 점이 많았습니다.",
        ],
        food: [
            "국물이 맑고 깊은 맛이 나요.", "밑반찬이 하나하나 정갈합니다.", "양이 넉넉해서 배불리 먹었어요.", "고기가 부드럽고 잡내가 없어요.",
            "김치가 맛있어서 두 번 더 달라고 했어요.", "면이 쫄깃하고 육수가 시원해요.", "간이 세지 않아 아이도 잘 먹었어요.", "점심에는 줄을 서야 하지만 금방 들어가요.",
            "밥이 갓 지은 것처럼 고슬고슬했어요.", "메뉴가 많지 않은데 다 잘해요.",
        ],
        books: [
            "책을 고른 안목이 느껴지는 서가예요.", "작은 출판사의 책을 많이 만났어요.", "창가 자리에서 한참 읽다 왔습니다.", "주인장이 권해 준 책이 아주 좋았어요.",
            "시집이 많아서 반가웠습니다.", "그림책 코너를 아이가 좋아했어요.", "낭독 모임에도 가 보고 싶어요.", "헌책과 새 책이 잘 섞여 있어요.", "커피 향이 나는 조용한 책방이에요.",
            "책마다 손으로 쓴 소개가 붙어 있어요.",
        ]
    )

    private static let english = Sentences(
        praise: [
            "I would gladly come back with friends.", "The staff were kind and patient with us.",
            "Quiet, roomy and easy to find from the station.", "Clean, well kept and never in a hurry.",
            "Better than I had hoped for.", "My parents liked it as much as I did.", "Worth every won.",
            "I hope it stays for many years.",
        ],
        complaints: [
            "Far too crowded at the weekend.", "There is nowhere to park nearby.",
            "We waited longer than we were told.",
            "Not quite what it used to be.", "A little noisy for a long talk.", "Nobody answers the telephone.",
            "The seats are rather close together.", "I expected more for the price.",
        ],
        food: [
            "The broth is clear and deep.", "Every side dish was made with care.", "Portions are generous.",
            "The meat was tender and clean in taste.", "The noodles are springy and the soup is cold and bright.",
            "Mild enough for the children.", "The queue at lunch moves quickly.", "A short menu, and all of it good.",
        ],
        books: [
            "The shelves show somebody's taste.", "Many books from small presses.", "I read by the window for an hour.",
            "The owner recommended a wonderful novel.", "A fine corner of poetry.",
            "The children loved the picture books.", "Old and new books stand side by side.",
            "A handwritten note goes with each book.",
        ]
    )

    /// One to a dozen sentences that fit the stars.
    static func body(
        _ stars: Int,
        _ kind: Place.Kind,
        _ script: ReviewText.Script,
        _ generator: inout SeededGenerator
    ) -> String {
        let sentences = script == .english ? english : korean
        let about = kind == .bookshop ? sentences.books : sentences.food
        let opinion = stars > 2 ? sentences.praise : sentences.complaints
        var body = ""
        for number in 0...generator.skewed(14) {
            if number > 0 { body += generator.below(6) == 0 ? "\n" : " " }
            // Reviews of three stars have praise and doubts.
            let doubts = stars == 3 && generator.below(2) == 0
            body += generator.pick(number.isMultiple(of: 2) ? about : doubts ? sentences.complaints : opinion) ?? ""
        }
        return body
    }
}
