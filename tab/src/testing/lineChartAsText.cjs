const path = require('node:path');
const { createElement } = require('react');

// Replaces Fluent's line chart by one that prints its input, because jsdom cannot draw it without warnings. The browser
// tests check the drawing itself.
const chartPackage = path.dirname(require.resolve('@fluentui/react-charts/package.json'));

const textOf = ({ legend, lineOptions, data }) =>
  `${legend}${lineOptions === undefined ? '' : ' dashed'}: ${data.map(({ x, y }) => `${x.toISOString().slice(5, 10)} ${y}`).join(', ')}`;

module.exports = {
  ResponsiveContainer: ({ children }) => children,
  LineChart: ({ data: { chartTitle, lineChartData } }) =>
    createElement(
      'div',
      { role: 'region', 'aria-label': `Chart of ${chartTitle}` },
      lineChartData.map(textOf).join('; '),
    ),
  get Sparkline() {
    return require(path.join(chartPackage, 'lib-commonjs/Sparkline.cjs')).Sparkline;
  },
};
