import type { MessageKey, MessageValues, Translate } from '#contracts/text/catalogueKeys.ts';
import type { LocalDate, MemberId, OrgId, TeamId, UserId } from '#contracts/core/ids.ts';
import { formatLocale } from '#contracts/text/languages.ts';
import { dateInWords, listInWords } from '../../domain/wording/formatValues.ts';
import { toInstant } from '../../domain/core/zonedTime.ts';
import type { Records, RecordStep } from '../../store/records.ts';
import { orgActivity, orgAuditedAction, teamActivity, teamAuditedAction } from '../../store/kinds/run.ts';

/** A logged fact as a catalogue key with values; it is translated when it is read, in the reader's language. */
export interface ActivityFact {
  readonly message: MessageKey;
  readonly values?: MessageValues;
  /** Text by a person that was replaced, and its replacement. */
  readonly before?: string | null;
  readonly after?: string | null;
}

export interface ActivityChange extends ActivityFact {
  /** Null = the organisation itself. */
  readonly teamId: TeamId | null;
  /** The meeting, team or organisation concerned: activity is searched by it. */
  readonly objectId: string;
  /** New for each change (`deps.newId()`): it keeps changes of the same millisecond apart. */
  readonly eventKey: string;
  /** Name of the author. */
  readonly actor: string;
  readonly atMs: number;
}

/** The log row of a change; write it in the transaction of the change. */
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
 * The log row of a person's action, and the row by which the person's export finds it; write both in the transaction
 * of the change.
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

/** Weekdays as a value of an entry: digits, 0 = Sunday. The name of such a value ends in `Days`. */
export const daysValue = (days: readonly number[]): string => days.join('');

/** Weekdays in the reader's language, from the digits of `daysValue`. */
export const daysInWords = (digits: string, locale: string): string => {
  // 2023-01-01 was a Sunday.
  const tag = formatLocale(locale);
  const name = new Intl.DateTimeFormat(tag, { weekday: 'long', timeZone: 'UTC' });
  const names = Array.from(digits, (digit) => name.format(Date.UTC(2023, 0, 1 + Number(digit))));
  return new Intl.ListFormat(tag, { type: 'conjunction' }).format(names);
};

const areDates = /^\d{4}-\d{2}-\d{2}(?:, \d{4}-\d{2}-\d{2})*$/;

/** Weekdays and dates are kept as they are reckoned with, and read as the reader writes them. */
const valueInWords = (t: Translate, locale: string, name: string, value: MessageValues[string]) => {
  if (typeof value !== 'string') return value;
  if (name.endsWith('Days')) return daysInWords(value, locale);
  if (!areDates.test(value)) return value;
  return listInWords(
    t,
    value.split(', ').map((date) => dateInWords(t, date as LocalDate)),
  );
};

/** An entry in the reader's language. */
export const activityText = (
  t: Translate,
  locale: string,
  entry: { readonly message: string; readonly values: MessageValues },
): string => {
  const values = Object.entries(entry.values).map(([name, value]) => [name, valueInWords(t, locale, name, value)]);
  // Rows outlive catalogues: an unknown key is shown as it is.
  return t(entry.message as MessageKey, Object.fromEntries(values) as MessageValues);
};

const shownNames = 3;

/** Names for one sentence: the first few, and how many more there are. */
export const namesValue = (names: readonly string[]): MessageValues => ({
  names: names.slice(0, shownNames).join(', '),
  others: Math.max(0, names.length - shownNames),
});
