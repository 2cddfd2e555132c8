import Foundation

/// Moves overlapping shapes apart: each pair too close is pushed apart by half of the missing distance, over and over.
struct MapSpread {
    /// A drawn shape: its position, and the radius that it keeps free.
    struct Shape {
        var point: MapPoint
        let radius: Double
    }

    private(set) var bodies: [Shape]

    /// - Parameter bodies: in the order of their numbers, which decides into which direction each shape of a stack moves.
    init(_ bodies: [Shape], rounds: Int = 40) {
        self.bodies = bodies
        for _ in 0..<rounds where !part() { break }
    }

    /// Moves each overlapping pair apart once; false where none overlapped.
    private mutating func part() -> Bool {
        var hasMoved = false
        for first in bodies.indices {
            for second in first + 1..<bodies.count {
                let apart = bodies[first].radius + bodies[second].radius
                let (one, other) = (bodies[first].point, bodies[second].point)
                // Most pairs are far apart, which one subtraction shows.
                guard abs(one.x - other.x) < apart, abs(one.y - other.y) < apart else { continue }
                let gap = one.distance(to: other)
                guard gap < apart - 0.5 else { continue }
                hasMoved = true
                let way = Self.direction(from: one, to: other, gap, index: second)
                let push = (apart - gap) / 2
                bodies[first].move(-way.x * push, -way.y * push)
                bodies[second].move(way.x * push, way.y * push)
            }
        }
        return hasMoved
    }

    /// Shapes at the very same point move apart along multiples of the golden angle, so that a stack becomes a disc.
    private static func direction(from: MapPoint, to: MapPoint, _ gap: Double, index: Int) -> MapPoint {
        guard gap > 0.01 else {
            let angle = Double(index) * 2.399_963
            return MapPoint(x: cos(angle), y: sin(angle))
        }
        return MapPoint(x: (to.x - from.x) / gap, y: (to.y - from.y) / gap)
    }
}

extension MapSpread.Shape {
    /// Keeps the shape within the picture.
    fileprivate mutating func move(_ x: Double, _ y: Double) {
        point.x = min(max(point.x + x, radius), MapProjection.width - radius)
        point.y = min(max(point.y + y, radius), MapProjection.height - radius)
    }
}
