import type { Meeting } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import { hashKey } from '../../domain/core/hashesAndDerivedIds.ts';

/**
 * Returns the addresses that get a meeting's summary by email, each with its `who`: the recipient in the keys of outbox
 * rows and delivery records.
 */
export const addressesOf = (
  meeting: Pick<Meeting, 'reportSummaryEmail'> | undefined,
): readonly { readonly who: `email:${string}`; readonly address: string }[] =>
  (meeting?.reportSummaryEmail ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((text) => text !== '')
    .map((address) => ({ who: `email:${hashKey(address.toLowerCase())}` as const, address }));
