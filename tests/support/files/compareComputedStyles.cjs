// Prints the computed styles of a page twice: as jsdom computes them, and with the index of fastComputedStyles.cjs.
// This program needs a process of its own, because jsdom must be loaded after the index.
const { createRequire } = require('node:module');
const requireOfJsdom = createRequire(createRequire(require.resolve('jest-environment-jsdom')).resolve('jsdom'));
const styleRules = requireOfJsdom('./jsdom/living/helpers/style-rules.js');

const plain = styleRules.getDeclarationForElement;
require('../../../tab/src/testing/fastComputedStyles.cjs');
const indexed = styleRules.getDeclarationForElement;
let compute = plain;
styleRules.getDeclarationForElement = (element) => compute(element);
const { JSDOM } = requireOfJsdom('jsdom');

const page = `<!DOCTYPE html>
<style>
  p { display: block } .open { display: flex } .open.wide, #main > .wide { width: 10px }
  .list [hidden] { display: none } .list :not(.open) { opacity: 0.5 } #main :is(p, .wide) { height: 1px }
  p+p{margin-left:1px} p~.wide{margin-right:1px} [data-kind="a,b"] { visibility: hidden } a:not([href]) { content: "x" }
  my-part { display: grid } A.link { padding-left: 1px } linearGradient { opacity: 0.1 } * { top: 1px } *.open { top: 2px }
  .wide, .missing, p { left: 3px !important } .wide { left: 4px } .first\\:last { right: 5px } .open::before { content: "y" }
  @media screen { .wide { bottom: 6px } } @media print { .wide { bottom: 7px } } .list > * { pointer-events: none }
  @supports (display: grid) { p { z-index: 1 } } :root { z-index: 2 } p { height: unset } .outer .list .open { z-index: 3 }
</style>
<style>.open { right: 8px } p:first-child, [data-kind] + p { right: 9px }</style>
<body class="outer">
  <div id="main" class="list">
    <p hidden>1</p><p class="open">2</p><p class="open wide">3</p><div class="wide"></div><p class="first:last">4</p>
  </div>
  <p data-kind="a,b" style="top: 11px">5</p><p>6</p><my-part class="wide">7</my-part><a class="link">8</a><a href="/" hidden>9</a>
  <svg><linearGradient class="open"></linearGradient></svg>
</body>`;

/** Returns the styles of all elements without their colors, which the index does not resolve. */
const stylesIn = (window) =>
  [...window.document.querySelectorAll('*')].map((element, index) => {
    const style = window.getComputedStyle(element);
    const names = Array.from(style).filter((name) => !name.endsWith('color'));
    return `${index} ${element.localName} ${names.map((name) => `${name}: ${style.getPropertyValue(name)}`).join('; ')}`;
  });

/** Returns the styles of the page, and again after a sheet has replaced, removed and added rules. */
const computedStyles = () => {
  const { window } = new JSDOM(page);
  const before = stylesIn(window);
  const [first, second] = window.document.styleSheets;
  first.deleteRule(1);
  first.insertRule('.wide { display: inline }', 1);
  second.insertRule('p { top: 12px }', second.cssRules.length);
  window.document.body.setAttribute('class', 'changed');
  const after = stylesIn(window);
  window.close();
  return [...before, ...after];
};

const plainStyles = computedStyles();
compute = indexed;
process.stdout.write(JSON.stringify({ plainStyles, indexedStyles: computedStyles() }));
