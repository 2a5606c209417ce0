/**
 * Rejects reads of the machine's clock (`Date.now()`, and `new Date()` without arguments), enums, and barrels (`export
 * *`).
 */
export const restrictedSyntax = {
  meta: {
    type: 'problem',
    messages: {
      clock: 'Take the time from the Clock you were given.',
      enum: 'Use a union of literals.',
      barrel: 'No barrels: import from the file that has it.',
    },
    schema: [],
  },
  createOnce: (context) => ({
    // Skips a file without any of these words, as most files are, so that the linter need not build its syntax tree for
    // this rule.
    before: () => /\bDate\b|\benum\b|export \*/.test(context.sourceCode.text),
    NewExpression(node) {
      if (node.callee.name === 'Date' && node.arguments.length === 0) context.report({ node, messageId: 'clock' });
    },
    CallExpression(node) {
      if (node.callee.object?.name === 'Date' && node.callee.property?.name === 'now')
        context.report({ node, messageId: 'clock' });
    },
    TSEnumDeclaration: (node) => context.report({ node, messageId: 'enum' }),
    ExportAllDeclaration: (node) => context.report({ node, messageId: 'barrel' }),
  }),
};
