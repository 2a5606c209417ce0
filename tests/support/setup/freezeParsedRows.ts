import { deepFreeze } from '../../../bot/src/domain/core/freezeAndMarkForJsonCache.ts';
import { sealParsedRows } from '../../../bot/src/store/parsedRowCache.ts';

// Freezes parsed rows, because all readers of a row version share one object. Code that changes such an object
// therefore throws in tests.
sealParsedRows((stored) => {
  deepFreeze(stored);
});
