import type { MessageKey, MessageValues, Translate } from '#contracts/text/translateAndMessageKeyTypes.ts';
import type { LocalDate, MemberId, OrgId, TeamId, UserId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { formatLocale } from '#contracts/text/languagesAndLocaleChoice.ts';
import { formatDate, formatList } from '../../domain/wording/formatDatesListsAndDurations.ts';
import { toInstant } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import type { Records, RecordStep } from '../../store/recordKindsAndAccess.ts';
import {
  orgActivity,
  orgAuditedAction,
  teamActivity,
  teamAuditedAction,
} from '../../store/kinds/core/activityLogAndActionIndex.ts';

/** A logged fact as a message key with values. It is translated into the reader's language when it is read. */
export interface ActivityFact {
  readonly message: MessageKey;
  readonly values?: MessageValues;
  /** `before`: the text that a person replaced; `after`: the new text. Missing or null if there is no such text. */
  readonly before?: string | null;
  readonly after?: string | null;
}

export interface ActivityChange extends ActivityFact {
  /** The team whose log gets the entry; null = the log of the organisation. */
  readonly teamId: TeamId | null;
  /**
   * Id of the changed object, for example of a meeting, a team, a member or the organisation. Entries are searched by
   * this id.
   */
  readonly objectId: string;
  /** A new id (`deps.newId()`) for each change, so that two changes in the same millisecond get different keys. */
  readonly eventKey: string;
  readonly actor: string;
  readonly atMs: number;
}

/** Returns the step that writes the log entry of a change. The caller must add it to the transaction of the change. */
export const activityStep = (records: Records<OrgId>, change: ActivityChange): RecordStep => {
  const { teamId, objectId, eventKey, atMs } = change;
  const fields = {
    actor: change.actor,
    at: toInstant(atMs),
    message: change.message,
    values: { ...change.values },
    before: change.before ?? null,
    after: change.after ?? null,
  };
  return teamId === null
    ? records.insertStep(orgActivity, { objectId, ms: atMs, eventKey }, fields)
    : records.insertStep(teamActivity, { teamId, objectId, ms: atMs, eventKey }, fields);
};

/** The author of an action: a member, or an account without a member. */
export interface ActionAuthor {
  readonly memberId: MemberId | null;
  readonly userId: UserId | null;
  readonly name: string;
}

/**
 * Returns the steps that write the log entry of a person's action, and the row by which an export of the person's data
 * finds that entry. The caller must add both to the transaction of the change.
 */
export const auditedActionSteps = (
  records: Records<OrgId>,
  { memberId, userId, name }: ActionAuthor,
  change: Omit<ActivityChange, 'actor'>,
): RecordStep[] => {
  const { teamId, objectId, eventKey, atMs: ms } = change;
  const log = activityStep(records, { ...change, actor: name });
  const who = memberId ?? userId;
  if (who === null) return [log];
  const action = { objectId, ms, eventKey };
  return [
    log,
    teamId === null
      ? records.insertStep(orgAuditedAction, { who, ms, eventKey }, action)
      : records.insertStep(teamAuditedAction, { teamId, who, ms, eventKey }, action),
  ];
};

/**
 * Returns weekdays as the value of a log entry: one digit for each day, 0 = Sunday. The name of such a value must end
 * in `Days`, because `formatValue` recognises it by that.
 */
export const daysValue = (days: readonly number[]): string => days.join('');

/** Returns the weekdays that `daysValue` stored as a list in the reader's language. */
export const formatDays = (digits: string, locale: string): string => {
  // 2023-01-01 was a Sunday, so adding the digit gives the right weekday.
  const tag = formatLocale(locale);
  const name = new Intl.DateTimeFormat(tag, { weekday: 'long', timeZone: 'UTC' });
  const names = Array.from(digits, (digit) => name.format(Date.UTC(2023, 0, 1 + Number(digit))));
  return new Intl.ListFormat(tag, { type: 'conjunction' }).format(names);
};

const areDates = /^\d{4}-\d{2}-\d{2}(?:, \d{4}-\d{2}-\d{2})*$/;

/**
 * Returns a stored value in the reader's language: weekdays are stored as digits, dates as ISO dates separated by
 * commas.
 */
const formatValue = (t: Translate, locale: string, name: string, value: MessageValues[string]) => {
  if (typeof value !== 'string') return value;
  if (name.endsWith('Days')) return formatDays(value, locale);
  if (!areDates.test(value)) return value;
  return formatList(
    t,
    value.split(', ').map((date) => formatDate(t, date as LocalDate)),
  );
};

export const activityText = (
  t: Translate,
  locale: string,
  entry: { readonly message: string; readonly values: MessageValues },
): string => {
  const values = Object.entries(entry.values).map(([name, value]) => [name, formatValue(t, locale, name, value)]);
  // An old entry may have a key that no longer exists in the texts. `t` then returns the key itself, which is shown.
  return t(entry.message as MessageKey, Object.fromEntries(values) as MessageValues);
};

const shownNames = 3;

/** Returns the values for a sentence with names: the first three names, and the number of the others. */
export const namesValue = (names: readonly string[]): MessageValues => ({
  names: names.slice(0, shownNames).join(', '),
  others: Math.max(0, names.length - shownNames),
});
