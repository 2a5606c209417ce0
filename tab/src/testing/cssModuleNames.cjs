// Replaces every CSS module in tests: each class has its own name as the value, because Jest does not load style
// sheets.
module.exports = new Proxy({}, { get: (_, name) => (name === '__esModule' ? false : String(name)) });
