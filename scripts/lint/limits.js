// The limits of a function, and the words that no new name may use.

export const maxParams = ['error', 4];
export const maxLines = ['error', { max: 60, skipBlankLines: true, skipComments: true }];

/** Files with a function of more than four parameters. Shorten the lists: nothing is added to them. */
export const manyParameters = [
  // The callers of this builder read best as one line of values.
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

/** Files with a function of more than 60 lines. */
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
