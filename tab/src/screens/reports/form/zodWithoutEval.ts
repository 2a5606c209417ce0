import { config } from 'zod';

// Our pages forbid making code from text. Asking whether it is allowed would be reported as an attempt.
config({ jitless: true });
