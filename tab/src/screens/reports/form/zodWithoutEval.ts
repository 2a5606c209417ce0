import { config } from 'zod';

// The security policy of the pages forbids creating code from text. Zod would test for this permission, and browsers would report
// the test as a violation.
config({ jitless: true });
