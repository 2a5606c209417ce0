import { deepFreeze } from '../../../bot/src/domain/core/serializedCache.ts';
import { sealParsedRows } from '../../../bot/src/store/parsedRowCache.ts';

// Freezes parsed rows. All readers of a row version share one object, so code that changed it would affect the others;
// here it throws.
sealParsedRows((stored) => {
  deepFreeze(stored);
});
