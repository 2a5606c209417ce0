/** Reasons why a message is not sent. Delivery records store these values, so a value must not be renamed. */
export const skipReasons = [
  'MEETING_GONE',
  'DEACTIVATED',
  'DISCONNECTED',
  'RUN_OVER',
  'NOT_ASKED',
  'UNREACHABLE',
  'NO_ADDRESS',
  'MUTED',
  'ANSWERED',
  'SKIPPED',
  'SNOOZED',
  'QUIET_HOURS',
  'VACATION',
  'TOO_LATE',
  'BLOCKED',
  'GONE',
  'REJECTED',
  'RESTORED',
  'JUST_PROMPTED',
  'NEXT_REMINDER_DUE',
  'UNCONFIRMED',
  'PARKED',
  'NO_CONSENT',
  'UNSUBSCRIBED',
  'MAIL_LIMIT',
] as const;

export type SkipReason = (typeof skipReasons)[number];

const ownFaults: ReadonlySet<string> = new Set<SkipReason>(['TOO_LATE', 'REJECTED', 'RESTORED', 'PARKED']);

/** True if the prompt was not sent because of a fault of Rollcall, and not because of the member or the report. */
export const isOwnFault = (reason: string | null): boolean => reason !== null && ownFaults.has(reason);
