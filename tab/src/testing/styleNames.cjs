// Returns each class of a CSS module under its own name.
module.exports = new Proxy({}, { get: (_, name) => (name === '__esModule' ? false : String(name)) });
