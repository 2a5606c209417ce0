import type { ReactNode } from 'react';
import type { MeetingName } from '../../api/queries.ts';
import type { SheetAddress } from './address.ts';

/** What the list and the week are drawn from. */
export interface SheetProps {
  readonly teamId: string;
  readonly address: SheetAddress;
  readonly meetings: readonly MeetingName[];
  /** Null = the reader is no member: they can only look. */
  readonly meId: string | null;
  /** Weeks that wait for the reader's approval. */
  readonly waiting: ReactNode;
}
