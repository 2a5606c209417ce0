// Requires that every user-visible text comes from the message catalogue (contracts/text), so that it can be reviewed
// and translated. Rejects literal words in JSX and in a visible prop or card property.
const shownProps = new Set([
  'label',
  'title',
  'placeholder',
  'alt',
  'text',
  'speak',
  'altText',
  'fallbackText',
  'errorMessage',
  'hint',
  'heading',
  'summary',
  'subtitle',
  'message',
  'validationMessage',
  'aria-label',
  'aria-description',
  'aria-roledescription',
  'aria-valuetext',
  'content',
]);
const mayShowText = new RegExp(`</|/>|['"]?\\b(?:${[...shownProps].join('|')})['"]?\\s*:`);
// A catalogue key such as `area.name` is not a text for readers.
const isKey = (value) => /^[a-zA-Z]+\.(?:\w+(?:\.\w+)*)?$/.test(value);
const hasWords = (value) => typeof value === 'string' && /\p{L}{2,}/u.test(value) && !isKey(value);
const literalWords = (node) =>
  node !== null &&
  ((node.type === 'Literal' && hasWords(node.value)) ||
    (node.type === 'TemplateLiteral' && node.quasis.some((part) => hasWords(part.value.cooked))));
const nameOf = (key) => (key.type === 'Literal' ? String(key.value) : key.name);

export const catalogueOnly = {
  meta: { type: 'problem', messages: { words: 'User-facing text belongs in contracts/text/en.json.' }, schema: [] },
  createOnce(context) {
    const report = (node) => context.report({ node, messageId: 'words' });
    const check = (name, value) => {
      if (!shownProps.has(name)) return;
      if (literalWords(value)) report(value);
      if (value?.type === 'ConditionalExpression')
        [value.consequent, value.alternate].filter(literalWords).forEach(report);
      if (value?.type === 'LogicalExpression') [value.left, value.right].filter(literalWords).forEach(report);
    };
    return {
      // Skips a file without such a property or element, so that the linter need not build its syntax tree for this
      // rule.
      before: () => mayShowText.test(context.sourceCode.text),
      JSXText: (node) => hasWords(node.value) && report(node),
      JSXAttribute(node) {
        const value = node.value?.type === 'JSXExpressionContainer' ? node.value.expression : node.value;
        check(node.name.name, value);
      },
      JSXExpressionContainer(node) {
        if (node.parent.type === 'JSXElement' && literalWords(node.expression)) report(node.expression);
        if (node.parent.type === 'JSXElement' && node.expression.type === 'ConditionalExpression')
          [node.expression.consequent, node.expression.alternate].filter(literalWords).forEach(report);
      },
      Property(node) {
        if (node.parent.type === 'ObjectExpression' && !node.computed) check(nameOf(node.key), node.value);
      },
    };
  },
};
