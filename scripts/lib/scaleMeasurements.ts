import type { Measured } from './scaleModel.ts';

/** Results of `npm run bench -- tablesScale` (docs/scale.md). The processor times are the largest of several runs. */
export const measured: Measured = {
  messagesASecond: 200,
  requests: { prompt: 2.4, answer: 17, reminder: 5.4, summary: 37 },
  cpuMs: { prompt: 2.9, answer: 12, reminder: 3.7, summary: 21.5 },
  bytesADay: 6_280,
};
