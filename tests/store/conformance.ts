// The rules that every store engine must follow. Each engine's test file runs them.
import { inOrderRules } from './rules/inOrder.ts';
import { rowRules } from './rules/rows.ts';
import { scanRules } from './rules/scans.ts';
import { transactionRules } from './rules/transactions.ts';
import { valueRules } from './rules/values.ts';
import type { Subject } from './storeUnderTest.ts';

export const conformance = (subject: Subject): void => {
  rowRules(subject);
  transactionRules(subject);
  inOrderRules(subject);
  scanRules(subject);
  valueRules(subject);
};
