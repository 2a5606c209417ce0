// The limits of a function, and the words that no new name may use.

export const maxParams = ['error', 4];
export const maxLines = ['error', { max: 60, skipBlankLines: true, skipComments: true }];

/** Files with a function of more than four parameters. Shorten the lists: nothing is added to them. */
export const manyParameters = [
  // The callers of this builder read best as one line of values.
  'tests/support/apps/apiCalls.ts',
];

/** Files with a function of more than 60 lines. */
export const longFunctions = [
  'tab/src/screens/reports/detail/useReportEditing.ts',
  'tab/src/screens/reports/form/questions/QuestionCard.tsx',
  'tab/src/screens/reports/form/questions/QuestionsSection.tsx',
];

/**
 * Words that the glossary replaces and that no identifier uses any more. A word joins the list once its last use is renamed; the
 * glossary names the words to come.
 */
export const bannedNames = [
  ...[
    'COME_IN',
    'bcast',
    'cascade',
    'createGate',
    'createTurns',
    'deeds',
    'doer',
    'ensure',
    'generations',
    'halted',
    'Halted',
  ],
  ...[
    'heart',
    'keeper',
    'keepers',
    'keeping',
    'livingOrg',
    'mayGoOn',
    'patched',
    'revise',
    'saga',
    'spokenOr',
    'whys',
    'whySaid',
  ],
];
