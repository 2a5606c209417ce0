import { config } from 'zod';

// The security policy of the pages forbids creating code from text. `jitless` keeps Zod from testing for this
// permission, because browsers would report the test as a violation.
config({ jitless: true });
