import { config } from 'zod';

// Our pages forbid creating code from text. Zod's test for that permission would be reported as a violation.
config({ jitless: true });
