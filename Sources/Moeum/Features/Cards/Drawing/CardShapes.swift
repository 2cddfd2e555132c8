import CPango
import Foundation

/// The figures of a card: rim, mark, logo, plate, shades.
struct CardShapes {
    let canvas: CardCanvas

    private var context: OpaquePointer { canvas.context }

    // MARK: Signs

    func drawSigns(of job: CardDrawingJob, _ geometry: CardGeometry) {
        let isDark = job.look != .frame
        let colour: CardColour = isDark ? .white : job.subject == .bookshop ? .green : .cobalt
        drawRim(geometry.rim, isDark ? .white : .cobalt, job.look)
        drawMark(job.subject, geometry.mark, colour)
        drawLogo(geometry.logo, isDark ? .white : .cobalt)
        if let rule = geometry.rule {
            canvas.set(.line)
            cairo_move_to(context, rule.left, rule.y)
            cairo_line_to(context, rule.right, rule.y)
            canvas.stroke(width: 2)
        }
    }

    /// The double line of a plate's edge.
    private func drawRim(_ rim: (inset: Double, radius: Double), _ colour: CardColour, _ look: CardLook) {
        let alphas: (outer: Double, inner: Double) =
            switch look {
            case .frame: (0.9, 0.9)
            case .full: (0.9, 0.75)
            case .words: (0.8, 0.6)
            }
        func line(_ inset: Double, _ radius: Double, _ alpha: Double, _ width: Double) {
            canvas.set(colour, alpha: alpha)
            canvas.path(
                of: CardGeometry.Box(
                    x: inset,
                    y: inset,
                    width: Double(canvas.width) - 2 * inset,
                    height: Double(canvas.height) - 2 * inset,
                    radius: radius
                )
            )
            canvas.stroke(width: width)
        }
        line(rim.inset, rim.radius, alphas.outer, 5)
        line(rim.inset + 11, rim.radius - 9, alphas.inner, 1.6)
    }

    private func drawMark(_ subject: CardSubject, _ mark: CardGeometry.Sign, _ colour: CardColour) {
        canvas.set(colour)
        let size = mark.size
        switch subject {
        case .restaurant: circle(mark.x + size / 2, mark.y + size / 2, size * 0.41)
        case .bookshop:
            canvas.path(
                of: CardGeometry.Box(
                    x: mark.x + size * 0.09,
                    y: mark.y + size * 0.09,
                    width: size * 0.82,
                    height: size * 0.82,
                    radius: size * 0.12
                )
            )
        case .words:
            cairo_move_to(context, mark.x, mark.y + size / 2)
            cairo_line_to(context, mark.x + size, mark.y + size / 2)
        }
        canvas.stroke(width: size * 0.17)
    }

    /// The site's logo, on a grid of 32.
    private func drawLogo(_ logo: CardGeometry.Sign, _ colour: CardColour) {
        let unit = logo.size / 32
        canvas.set(colour)
        canvas.path(
            of: CardGeometry.Box(
                x: logo.x + 2.5 * unit,
                y: logo.y + 2.5 * unit,
                width: 27 * unit,
                height: 27 * unit,
                radius: 6 * unit
            )
        )
        canvas.stroke(width: 3 * unit)
        circle(logo.x + 16 * unit, logo.y + 16 * unit, 7.6 * unit)
        canvas.stroke(width: 3 * unit)
        canvas.set(colour, alpha: 0.6)
        circle(logo.x + 16 * unit, logo.y + 16 * unit, 4 * unit)
        canvas.stroke(width: unit)
    }

    // MARK: Backgrounds

    /// A blue-and-white plate: rings, dots and petals.
    func drawPlate(_ plate: CardGeometry.Circle) {
        let (x, y, radius) = (plate.x, plate.y, plate.radius)
        cairo_push_group(context)
        canvas.set(.white)
        for (part, width) in [
            (1, 7), (0.965, 1.6), (0.87, 1.6), (0.73, 1.6), (0.6, 4), (0.575, 1.2), (0.28, 1.4),
        ] {
            circle(x, y, radius * part)
            canvas.stroke(width: width * radius / 400)
        }
        for step in 0..<72 {
            let angle = Double(step) * .pi / 36
            circle(x + radius * 0.8 * cos(angle), y + radius * 0.8 * sin(angle), radius * 0.011)
            cairo_fill(context)
        }
        for step in 0..<16 { drawPetal(plate, at: Double(step) * .pi / 8) }
        cairo_pop_group_to_source(context)
        cairo_paint_with_alpha(context, 0.24)
    }

    private func drawPetal(_ plate: CardGeometry.Circle, at angle: Double) {
        func point(_ part: Double, _ turn: Double) -> (x: Double, y: Double) {
            (plate.x + plate.radius * part * cos(angle + turn), plate.y + plate.radius * part * sin(angle + turn))
        }
        let (foot, tip) = (point(0.3, 0), point(0.555, 0))
        cairo_move_to(context, foot.x, foot.y)
        curve(from: foot, by: point(0.46, -0.17), to: tip)
        curve(from: tip, by: point(0.46, 0.17), to: foot)
        cairo_close_path(context)
        canvas.stroke(width: 1.6 * plate.radius / 400)
    }

    /// A quadratic curve, as the cubic one that is the same.
    private func curve(
        from start: (x: Double, y: Double),
        by control: (x: Double, y: Double),
        to end: (x: Double, y: Double)
    ) {
        cairo_curve_to(
            context,
            start.x + (control.x - start.x) * 2 / 3,
            start.y + (control.y - start.y) * 2 / 3,
            end.x + (control.x - end.x) * 2 / 3,
            end.y + (control.y - end.y) * 2 / 3,
            end.x,
            end.y
        )
    }

    /// Dark enough behind the words that white stands out on any photo.
    func drawShades(_ size: CardSize) {
        let (width, height) = (Double(size.width), Double(size.height))
        if size == .wide {
            let all = CardGeometry.Box(x: 0, y: 0, width: width, height: height)
            return canvas.shade(all, from: (0, 0), to: (width, 0), [(0, 0.93), (0.42, 0.84), (0.78, 0)])
        }
        let (start, top): (Double, Double) = size == .story ? (900, 260) : (380, 180)
        let foot = CardGeometry.Box(x: 0, y: start, width: width, height: height - start)
        canvas.shade(foot, from: (0, start), to: (0, height), [(0, 0), (0.42, 0.8), (1, 0.95)])
        let head = CardGeometry.Box(x: 0, y: 0, width: width, height: top)
        canvas.shade(head, from: (0, 0), to: (0, top), [(0, 0.82), (1, 0)])
    }

    private func circle(_ x: Double, _ y: Double, _ radius: Double) {
        cairo_new_sub_path(context)
        cairo_arc(context, x, y, radius, 0, 2 * .pi)
    }
}
