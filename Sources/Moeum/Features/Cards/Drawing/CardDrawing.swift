import Foundation

/// A photo card on its way to a file: the photo or a plate, the look's shapes, the words.
struct CardDrawing {
    let job: CardDrawingJob

    /// Part of the files' names: to be raised where the same job is to give another picture.
    static let version = 2
    private static let quality = 86

    private let geometry: CardGeometry
    private var isDark: Bool { job.look != .frame }
    private var letters: CardColour { isDark ? .white : .ink }
    private var deep: CardColour { job.subject == .bookshop ? .deepGreen : .deepCobalt }

    init(job: CardDrawingJob) {
        self.job = job
        geometry = .of(job.look, job.size)
    }

    func run() -> PhotoOutcome {
        do {
            let bytes = try jpeg()
            try Data(bytes).write(to: URL(filePath: job.output), options: .withoutOverwriting)
            return .drawn
        } catch is PhotoImage.Error {
            return .refused(.damaged)
        } catch {
            return .failed
        }
    }

    func jpeg() throws -> [UInt8] {
        let canvas = try CardCanvas(width: job.size.width, height: job.size.height)
        try drawBackground(on: canvas)
        CardShapes(canvas: canvas).drawSigns(of: job, geometry)
        try drawWords(on: canvas)
        return try PhotoImage.picture(of: canvas.pixels(), width: canvas.width, height: canvas.height)
            .jpeg(quality: Self.quality)
    }

    private func drawBackground(on canvas: CardCanvas) throws {
        let (shapes, window) = (CardShapes(canvas: canvas), geometry.window)
        canvas.fill(job.look == .frame ? .glaze : deep)
        if job.look != .words, let photo = job.photo {
            let (width, height) = (Int(window.width), Int(window.height))
            let picture = try PhotoImage.cover(of: photo, width: width, height: height)
            try canvas.draw(picture.pixels(), width: width, height: height, at: window)
        } else {
            canvas.inside(window) {
                canvas.fill(deep)
                shapes.drawPlate(geometry.plate)
            }
        }
        if job.look == .full, job.photo != nil { shapes.drawShades(job.size) }
    }

    private func drawWords(on canvas: CardCanvas) throws {
        let (words, pale) = (job.words, isDark ? CardColour.paleBlue : .paleInk)
        let (name, mark) = (geometry.name, geometry.mark)
        let nameText = try CardText(words.name, name, .bold, width: geometry.width - (name.x - mark.x), on: canvas)
        nameText.draw(x: name.x, y: mark.y + mark.size / 2 - nameText.size.height / 2, letters)
        let place = try CardText(words.place, geometry.place, .regular, width: geometry.width, on: canvas)
        place.draw(x: geometry.place.x, y: geometry.place.y, pale)
        if !words.line.isEmpty {
            let isAlone = job.look == .words
            let line = try CardText(
                words.line,
                geometry.line,
                isAlone ? .bold : .regular,
                width: geometry.width,
                spacing: isAlone ? 0.9 : 1,
                on: canvas
            )
            line.draw(x: geometry.line.x, y: geometry.line.y, letters)
        }
        try drawFoot(on: canvas)
    }

    /// The date and the site's name.
    private func drawFoot(on canvas: CardCanvas) throws {
        let (date, logo) = (geometry.date, geometry.logo)
        let isAtRight = date.x > Double(job.size.width) / 2
        let text = try CardText(job.words.date, date, .regular, width: geometry.width * 0.75, on: canvas)
        text.draw(x: isAtRight ? date.x - text.size.width : date.x, y: date.y, isDark ? .white : .paleInk)
        let brandPlace = CardGeometry.Text(x: logo.x + logo.size * 1.26, y: 0, size: (logo.size * 0.62).rounded())
        let brand = try CardText(job.words.brand, brandPlace, .bold, width: 300, on: canvas)
        brand.draw(
            x: brandPlace.x,
            y: logo.y + (logo.size - brand.size.height) / 2,
            isDark ? .white : .cobalt
        )
    }
}
