/// Where everything stands on a card, in pixels from its top left corner.
struct CardGeometry: Sendable {
    /// A text: where it begins, the size of its letters, how many lines it may have.
    struct Text: Sendable {
        let x: Double
        let y: Double
        let size: Double
        var lines = 1
    }

    struct Box: Sendable {
        let x: Double
        let y: Double
        let width: Double
        let height: Double
        var radius = 0.0
    }

    /// A square drawing: the mark, the logo.
    struct Sign: Sendable {
        let x: Double
        let y: Double
        let size: Double
    }

    struct Circle: Sendable {
        let x: Double
        let y: Double
        let radius: Double
    }

    /// Where the photo is seen.
    let window: Box
    /// How far the rim is from the edge, and how round its corners are.
    let rim: (inset: Double, radius: Double)
    let mark: Sign
    let logo: Sign
    let plate: Circle
    /// The widest that texts may be.
    let width: Double
    let name: Text
    let place: Text
    let line: Text
    let date: Text
    /// A thin line above the date: from, height, to.
    var rule: (left: Double, y: Double, right: Double)?

    static func of(_ look: CardLook, _ size: CardSize) -> CardGeometry {
        switch look {
        case .frame: frame(size)
        case .full: full(size)
        case .words: words(size)
        }
    }

    private static func frame(_ size: CardSize) -> CardGeometry {
        switch size {
        case .story:
            CardGeometry(
                window: Box(x: 88, y: 88, width: 904, height: 1_150, radius: 40),
                rim: (36, 60),
                mark: Sign(x: 96, y: 1_310, size: 58),
                logo: Sign(x: 96, y: 1_778, size: 60),
                plate: Circle(x: 540, y: 663, radius: 620),
                width: 888,
                name: Text(x: 176, y: 1_290, size: 84),
                place: Text(x: 96, y: 1_404, size: 38),
                line: Text(x: 96, y: 1_500, size: 50, lines: 3),
                date: Text(x: 984, y: 1_792, size: 34),
                rule: (96, 1_738, 984)
            )
        case .square:
            CardGeometry(
                window: Box(x: 84, y: 84, width: 912, height: 560, radius: 32),
                rim: (34, 52),
                mark: Sign(x: 88, y: 698, size: 46),
                logo: Sign(x: 88, y: 940, size: 50),
                plate: Circle(x: 540, y: 364, radius: 480),
                width: 904,
                name: Text(x: 150, y: 672, size: 62),
                place: Text(x: 88, y: 774, size: 32),
                line: Text(x: 88, y: 834, size: 38),
                date: Text(x: 992, y: 950, size: 30),
                rule: (88, 916, 992)
            )
        case .wide:
            CardGeometry(
                window: Box(x: 60, y: 60, width: 510, height: 510, radius: 28),
                rim: (26, 44),
                mark: Sign(x: 620, y: 96, size: 42),
                logo: Sign(x: 620, y: 518, size: 46),
                plate: Circle(x: 315, y: 315, radius: 340),
                width: 516,
                name: Text(x: 678, y: 76, size: 54),
                place: Text(x: 620, y: 168, size: 28),
                line: Text(x: 620, y: 232, size: 36, lines: 4),
                date: Text(x: 1_136, y: 528, size: 26),
                rule: (620, 490, 1_136)
            )
        }
    }

    private static func full(_ size: CardSize) -> CardGeometry {
        let window = Box(x: 0, y: 0, width: Double(size.width), height: Double(size.height))
        return switch size {
        case .story:
            CardGeometry(
                window: window,
                rim: (36, 60),
                mark: Sign(x: 100, y: 1_372, size: 60),
                logo: Sign(x: 100, y: 92, size: 58),
                plate: Circle(x: 540, y: 640, radius: 620),
                width: 880,
                name: Text(x: 184, y: 1_386, size: 88),
                place: Text(x: 100, y: 1_474, size: 40),
                line: Text(x: 100, y: 1_576, size: 52, lines: 3),
                date: Text(x: 100, y: 1_796, size: 34)
            )
        case .square:
            CardGeometry(
                window: window,
                rim: (30, 52),
                mark: Sign(x: 92, y: 664, size: 50),
                logo: Sign(x: 88, y: 80, size: 50),
                plate: Circle(x: 720, y: 330, radius: 480),
                width: 896,
                name: Text(x: 160, y: 688, size: 68),
                place: Text(x: 92, y: 750, size: 34),
                line: Text(x: 92, y: 826, size: 42, lines: 2),
                date: Text(x: 92, y: 964, size: 30)
            )
        case .wide:
            CardGeometry(
                window: window,
                rim: (26, 44),
                mark: Sign(x: 80, y: 190, size: 42),
                logo: Sign(x: 80, y: 70, size: 46),
                plate: Circle(x: 930, y: 315, radius: 340),
                width: 580,
                name: Text(x: 140, y: 190, size: 60),
                place: Text(x: 80, y: 266, size: 28),
                line: Text(x: 80, y: 330, size: 38, lines: 3),
                date: Text(x: 80, y: 534, size: 26)
            )
        }
    }

    private static func words(_ size: CardSize) -> CardGeometry {
        let window = Box(x: 0, y: 0, width: Double(size.width), height: Double(size.height))
        return switch size {
        case .story:
            CardGeometry(
                window: window,
                rim: (36, 60),
                mark: Sign(x: 112, y: 1_560, size: 56),
                logo: Sign(x: 112, y: 112, size: 58),
                plate: Circle(x: 820, y: 470, radius: 720),
                width: 856,
                name: Text(x: 190, y: 1_424, size: 64),
                place: Text(x: 112, y: 1_654, size: 38),
                line: Text(x: 112, y: 560, size: 92, lines: 6),
                date: Text(x: 112, y: 1_776, size: 34)
            )
        case .square:
            CardGeometry(
                window: window,
                rim: (30, 52),
                mark: Sign(x: 92, y: 800, size: 46),
                logo: Sign(x: 92, y: 88, size: 50),
                plate: Circle(x: 820, y: 330, radius: 600),
                width: 896,
                name: Text(x: 156, y: 768, size: 54),
                place: Text(x: 92, y: 880, size: 32),
                line: Text(x: 92, y: 250, size: 72, lines: 5),
                date: Text(x: 988, y: 968, size: 30)
            )
        case .wide:
            CardGeometry(
                window: window,
                rim: (26, 44),
                mark: Sign(x: 80, y: 428, size: 40),
                logo: Sign(x: 80, y: 70, size: 46),
                plate: Circle(x: 990, y: 250, radius: 430),
                width: 900,
                name: Text(x: 136, y: 414, size: 44),
                place: Text(x: 80, y: 494, size: 28),
                line: Text(x: 80, y: 168, size: 58, lines: 3),
                date: Text(x: 1_120, y: 536, size: 26)
            )
        }
    }
}
