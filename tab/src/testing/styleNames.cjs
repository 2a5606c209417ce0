// Each class gets its own name, because jsdom loads no style sheets.
module.exports = new Proxy({}, { get: (_, name) => (name === '__esModule' ? false : String(name)) });
