import { deepFreeze } from '../../../bot/src/domain/core/serializedCache.ts';
import { sealParsedRows } from '../../../bot/src/store/parsedRowCache.ts';

// All who read one version of a row share one object. Whoever changed it would change it for the others: here that throws.
sealParsedRows((stored) => {
  deepFreeze(stored);
});
