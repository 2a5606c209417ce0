// What every engine must do alike. An engine's own test file opens it and runs this over it.
import { inOrderRules } from './rules/inOrder.ts';
import { rowRules } from './rules/rows.ts';
import { scanRules } from './rules/scans.ts';
import { transactionRules } from './rules/transactions.ts';
import { valueRules } from './rules/values.ts';
import type { Subject } from './storeSubject.ts';

export const conformance = (subject: Subject): void => {
  rowRules(subject);
  transactionRules(subject);
  inOrderRules(subject);
  scanRules(subject);
  valueRules(subject);
};
