// What every feature stands on: imported here once, for this module and for all that import it.
@_exported import Database
@_exported import Templates
@_exported import Web
