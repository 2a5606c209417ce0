// The browser environment of the web suites: jsdom with faster computed styles.
require('./indexedStyles.cjs');

module.exports = require('jest-fixed-jsdom');
