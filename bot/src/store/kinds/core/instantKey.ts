import type { Instant } from '#contracts/core/idDateAndZoneSchemas.ts';

/** Formats an instant as yyyyMMddHHmmss in UTC, for the keys of the tables Due and Outbox. */
export const instantKey = (at: Instant): string => at.slice(0, 19).replace(/[-:T]/g, '');
