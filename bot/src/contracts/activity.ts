import { z } from 'zod';
import { instant } from './ids.ts';

export const activityEntry = z.object({ text: z.string(), username: z.string(), createdOn: instant });
export type ActivityEntry = z.output<typeof activityEntry>;
