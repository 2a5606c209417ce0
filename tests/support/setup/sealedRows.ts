import { deepFreeze } from '../../../bot/src/domain/core/sentOften.ts';
import { sealKeptRows } from '../../../bot/src/store/keptRows.ts';

// All who read one version of a row share one object. Whoever changed it would change it for the others: here that throws.
sealKeptRows((stored) => {
  deepFreeze(stored);
});
