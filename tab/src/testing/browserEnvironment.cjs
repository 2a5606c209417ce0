// The browser environment of the web suites: jsdom with faster computed styles.
require('./fastComputedStyles.cjs');

module.exports = require('jest-fixed-jsdom');
