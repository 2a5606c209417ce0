import type { LazyTexts } from '../../build/serverAreas.ts';

/**
 * Texts that only some screens need. The build puts the real thing here (build/catalogue.ts): each set as a chunk of its own.
 * Everywhere else the whole catalogue is there from the start.
 */
export const loadTexts: (set: LazyTexts) => Promise<void> = () => Promise.resolve();
