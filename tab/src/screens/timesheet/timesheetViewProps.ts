import type { ReactNode } from 'react';
import type { MeetingName } from '../../api/meetings/meetingNamesQuery.ts';
import type { SheetAddress } from './timesheetUrlFilters.ts';

/** The properties of both the list view and the week view. */
export interface SheetProps {
  readonly teamId: string;
  readonly address: SheetAddress;
  readonly meetings: readonly MeetingName[];
  /** Member id of the reader; null = the reader is no member and can only read. */
  readonly meId: string | null;
  /** Reason why the reader cannot write now; undefined = the reader can. */
  readonly whyReadOnly: string | undefined;
  /**
   * Content above the rows: the weeks that wait for the reader's approval, and notices about parts that could not be
   * loaded.
   */
  readonly waiting: ReactNode;
}
