import type { ReactNode } from 'react';
import type { MeetingName } from '../../api/client/queryClientAndFirstPageQueries.ts';
import type { SheetAddress } from './timesheetAddressFilters.ts';

/** The properties that the list view and the week view have in common. */
export interface SheetProps {
  readonly teamId: string;
  readonly address: SheetAddress;
  readonly meetings: readonly MeetingName[];
  /** The reader's member id. Null = the reader is not a member and can only read. */
  readonly meId: string | null;
  /** The reason why the reader cannot write now; undefined = writing is possible. */
  readonly whyReadOnly: string | undefined;
  /** Content above the rows: the weeks that wait for the reader's approval, and notices about parts that did not load. */
  readonly waiting: ReactNode;
}
