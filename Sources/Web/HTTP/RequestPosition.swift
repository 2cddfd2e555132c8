import HTTPTypes
import Hummingbird

extension Request {
    /// The same request with no position finer than a cell in its address and its referrer, so that nothing that is made, kept or
    /// logged of it can hold one.
    var withCutPosition: Request {
        let path = head.path.flatMap(PositionCell.cutAddress)
        let referrer = headers[.referer].flatMap(PositionCell.cutAddress)
        if path == nil, referrer == nil { return self }
        var head = head
        if let path { head.path = path }
        if let referrer { head.headerFields[.referer] = referrer }
        return Request(head: head, body: body)
    }
}
