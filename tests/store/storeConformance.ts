// The rules that every store engine must follow. Each engine's test file runs them.
import { orderedTransactionRules } from './rules/orderedTransactionRules.ts';
import { rowVersionAndRaceRules } from './rules/rowVersionAndRaceRules.ts';
import { scanRules } from './rules/scanRules.ts';
import { transactionRules } from './rules/transactionRules.ts';
import { valueRules } from './rules/valueRules.ts';
import type { Subject } from './testedStoreRowsAndReaders.ts';

export const conformance = (subject: Subject): void => {
  rowVersionAndRaceRules(subject);
  transactionRules(subject);
  orderedTransactionRules(subject);
  scanRules(subject);
  valueRules(subject);
};
