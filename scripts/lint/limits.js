// The size limits of functions, and the identifiers that are banned.

export const maxParams = ['error', 4];
export const maxLines = ['error', { max: 60, skipBlankLines: true, skipComments: true }];

/** Files that have a function with more than four parameters. The list may only become shorter. */
export const manyParameters = [
  // Callers of this builder read best as one line of positional values.
  'tests/support/apps/apiCalls.ts',
  'bot/src/gateways/botframework/botMessenger.ts',
  'bot/src/gateways/pdfDocument.ts',
  'bot/src/services/answers/answerCards.ts',
  'bot/src/services/answers/cardActions.ts',
  'bot/src/services/answers/nextAnswerable.ts',
  'bot/src/services/answers/writeAnswer.ts',
  'bot/src/services/meetings/meetingCalls.ts',
  'bot/src/services/teamsSync/syncChannels.ts',
  'bot/src/store/records.ts',
];

/** Files that have a function with more than 60 lines. The list may only become shorter. */
export const longFunctions = [
  'bot/src/gateways/mail/renderEmail.ts',
  'bot/src/gateways/pdfDocument.ts',
  'bot/src/gateways/stripe/stripePayments.ts',
  'bot/src/jobs/delivery/tokenBuckets.ts',
  'bot/src/simulation/messageRecorder.ts',
  'bot/src/simulation/simulatedFaults.ts',
  'bot/src/store/sqlite/openSqlite.ts',
  'bot/src/store/sqlite/rowWriter.ts',
  'bot/src/store/sqlite/groupWriter.ts',
  'bot/src/store/tables/openTables.ts',
  'tab/src/screens/reports/detail/useReportEditing.ts',
  'tab/src/screens/reports/form/questions/QuestionCard.tsx',
  'tab/src/screens/reports/form/questions/QuestionsSection.tsx',
];

/** Words that the glossary replaces and that no identifier uses. Add a word after its last use is renamed. */
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
