import { config } from 'zod';

// The security policy of the pages forbids creating code from text. With `jitless`, Zod does not test whether it may,
// because browsers would report the test as a violation.
config({ jitless: true });
