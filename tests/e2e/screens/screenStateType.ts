import type { Page } from 'playwright-core';

/** Bob still has to answer, Ann has answered, Grace's team has no meetings, and `nobody` is not signed in. */
export type Reader = 'bob' | 'ann' | 'grace' | 'nobody';

export interface Screen {
  readonly name: string;
  /** The person with whose session the page starts. */
  readonly who: Reader;
  /** Opens the screen. Must resolve only after everything on the page has loaded. */
  open(page: Page, address: string): Promise<void>;
  readonly only?: 'wide' | 'phone';
}
