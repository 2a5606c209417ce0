import type { Measured } from './scaleModel.ts';

/**
 * Results of `npm run bench -- tablesScale` (docs/scale.md). The rates are those with many tenants, by number of
 * instances. The requests and processor times are those with 8 instances.
 */
export const measured: Measured = {
  messagesASecond: {
    prompt: new Map([
      [1, 236],
      [2, 411],
      [4, 732],
      [8, 1_546],
      [16, 2_507],
    ]),
    reminder: new Map([
      [1, 231],
      [2, 401],
      [4, 664],
      [8, 1_036],
      [16, 1_309],
    ]),
    summary: new Map([
      [1, 19.4],
      [2, 33.8],
      [4, 65.7],
      [8, 129],
      [16, 198],
    ]),
  },
  requests: { prompt: 2.7, answer: 18, reminder: 5.1, summary: 36.5 },
  cpuMs: { prompt: 2.8, answer: 8.2, reminder: 4.2, summary: 20.9 },
  bytesADay: 6_280,
};
