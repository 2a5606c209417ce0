// Replaces the style computation of jsdom, which took a third of the processor time of the web suites. Computed styles stay the same, except
// that colors are not resolved. jsdom must be loaded after this file.
const { createRequire } = require('node:module');

// Loads the modules that jsdom itself uses, whatever copies of them other packages have.
const requireOfJsdom = createRequire(createRequire(require.resolve('jest-environment-jsdom')).resolve('jsdom'));
const { CSSStyleDeclaration } = requireOfJsdom('cssstyle');
const cssom = requireOfJsdom('rrweb-cssom');
const defaultStyleSheet = requireOfJsdom('./jsdom/browser/default-stylesheet.js');
const selectors = requireOfJsdom('./jsdom/living/helpers/selectors.js');
const styleRules = requireOfJsdom('./jsdom/living/helpers/style-rules.js');

const anyElement = '*';

/** Returns the tag or class that an element needs to match the selector, or `*` if none is certain. */
const keyOf = (selector) => {
  const last = selector
    .trim()
    .split(/[\s>+~]+/)
    .at(-1);
  if (!/^[\w.:#*-]+$/.test(last)) return anyElement;
  return /\.[\w-]+/.exec(last)?.[0] ?? /^[a-z][\w-]*/i.exec(last)?.[0].toLowerCase() ?? anyElement;
};

const keysOf = (selectorText) => {
  // Replaces each condition, such as `[hidden]`, by a colon. Without the colon, `p [hidden]` would become `p`, and `p`
  // would count as the matched element.
  const plain = selectorText.replaceAll(/\[[^\]]*\]|:[\w-]+\([^()]*\)/g, ':');
  return /[()[\]\\"']/.test(plain) ? [anyElement] : [...new Set(plain.split(',').map(keyOf))];
};

const plainRules = (sheet) =>
  [...sheet.cssRules].flatMap((rule) => {
    if (rule.media) return Array.from(rule.media).includes('screen') ? [...rule.cssRules] : [];
    return [rule];
  });

const indexSheet = (sheet) => {
  const rules = new Map();
  for (const [position, rule] of plainRules(sheet).entries())
    if (rule.selectorText !== undefined)
      for (const key of keysOf(rule.selectorText)) {
        if (!rules.has(key)) rules.set(key, []);
        rules.get(key).push({ position, rule });
      }
  return { known: [...sheet.cssRules], rules };
};

const indexes = new WeakMap();
const indexOf = (sheet) => {
  const index = indexes.get(sheet);
  const { cssRules } = sheet;
  if (index?.known.length === cssRules.length && index.known.every((rule, position) => rule === cssRules[position]))
    return index;
  const created = indexSheet(sheet);
  indexes.set(sheet, created);
  return created;
};

const matchingRules = (sheet, element, keys) => {
  const { rules } = indexOf(sheet);
  const candidates = new Map(keys.flatMap((key) => rules.get(key) ?? []).map(({ position, rule }) => [position, rule]));
  return [...candidates]
    .filter(([, { selectorText }]) => selectors.matchesDontThrow(element, selectorText))
    .sort(([a], [b]) => a - b)
    .map(([, rule]) => rule);
};

const defaultSheet = cssom.parse(defaultStyleSheet);

const addStyle = (declaration, style) => {
  for (const property of Array.from(style)) {
    const value = style.getPropertyValue(property);
    if (value === 'unset') declaration.removeProperty(property);
    else declaration.setProperty(property, value, style.getPropertyPriority(property));
  }
};

const declarationOfStyles = (styles) => {
  const declaration = new CSSStyleDeclaration();
  for (const style of styles) addStyle(declaration, style);
  return declaration;
};

/**
 * Cache of declarations by the list of their styles, because many elements match the same rules. The cache stays valid,
 * because no test changes a rule in place.
 */
const shared = { next: new Map() };
const sharedDeclarationOf = (styles) => {
  let node = shared;
  for (const style of styles) {
    if (!node.next.has(style)) node.next.set(style, { next: new Map() });
    node = node.next.get(style);
  }
  node.declaration ??= declarationOfStyles(styles);
  return node.declaration;
};

const declarationOf = (element) => {
  const classes = element.getAttributeNS(null, 'class')?.split(/\s+/).filter(Boolean) ?? [];
  const keys = [anyElement, element._localName.toLowerCase(), ...classes.map((name) => `.${name}`)];
  const sheets = [defaultSheet, ...element._ownerDocument.styleSheets._list];
  const styles = sheets.flatMap((sheet) => matchingRules(sheet, element, keys)).map(({ style }) => style);
  return element.style.length === 0 ? sharedDeclarationOf(styles) : declarationOfStyles([...styles, element.style]);
};

if (typeof styleRules.getDeclarationForElement !== 'function' || !styleRules.propertiesWithResolvedValueImplemented)
  throw new Error('This version of jsdom computes styles in another way: adapt or remove fastComputedStyles.cjs.');

styleRules.getDeclarationForElement = (element) => {
  const cache = (element._ownerDocument._styleCache ??= new WeakMap());
  if (!cache.has(element)) cache.set(element, declarationOf(element));
  return cache.get(element);
};

// The tests read no colors, and jsdom would compute twelve of them for every element.
for (const name of Object.keys(styleRules.propertiesWithResolvedValueImplemented))
  if (/color$/.test(name)) delete styleRules.propertiesWithResolvedValueImplemented[name];
