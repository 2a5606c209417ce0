// The rules that every store engine must follow. Each engine's test file runs them.
import { orderedTransactionRules } from './conformance/orderedTransactionRules.ts';
import { rowVersionAndRaceRules } from './conformance/rowVersionAndRaceRules.ts';
import { scanRules } from './conformance/scanRules.ts';
import { transactionRules } from './conformance/transactionRules.ts';
import { valueRules } from './conformance/storedValueAndKeyRules.ts';
import type { Subject } from './testedStoreRowsAndReaders.ts';

export const conformance = (subject: Subject): void => {
  rowVersionAndRaceRules(subject);
  transactionRules(subject);
  orderedTransactionRules(subject);
  scanRules(subject);
  valueRules(subject);
};
