import type { Meeting } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import type { MeetingConflict, MeetingPart } from '#contracts/meetings/meetingStateCallsAndEditConflict.ts';
import type { MessageKey, Translate } from '#contracts/text/translateAndMessageKeyTypes.ts';
import { scanRows, inOrg, readAs } from '../../store/recordKindsAndAccess.ts';
import type { ValueOf } from '../../store/recordKindsAndAccess.ts';
import { teamActivity } from '../../store/kinds/core/activityLogAndActionIndex.ts';
import { teamPartition } from '../../store/kinds/core/teamPartitionAndKeyParts.ts';
import { prefixRange } from '../../store/tableStorePort.ts';
import { activityText, formatDays } from '../core/activityLogStepsAndTexts.ts';
import type { Actor } from '../core/actor.ts';
import type { Deps } from '../core/deps.ts';

// Lists the changes that other people saved while a person edited a meeting. They are found by revision: each log entry
// of a meeting stores the revision that its change created.

type Entry = ValueOf<typeof teamActivity>;

const parts: Readonly<Partial<Record<MessageKey, MeetingPart>>> = {
  'activity.meetingRenamed': 'name',
  'activity.meetingTime': 'time',
  'activity.meetingDays': 'weekdays',
  'activity.meetingTimezone': 'timezone',
  'activity.meetingInterval': 'interval',
  'activity.meetingTimeBasis': 'timeBasis',
  'activity.meetingWindow': 'reportSummaryTime',
  'activity.meetingMembersAdded': 'members',
  'activity.meetingMembersRemoved': 'members',
  'activity.meetingObserversAdded': 'observers',
  'activity.meetingObserversRemoved': 'observers',
  'activity.meetingBlockerReminders': 'blockerReminderDays',
  'activity.meetingBlockerEscalation': 'blockerEscalationDays',
  'activity.questionAdded': 'questions',
  'activity.questionChanged': 'questions',
  'activity.questionRole': 'questions',
  'activity.questionType': 'questions',
  'activity.questionRemoved': 'questions',
  'activity.questionsOrdered': 'questions',
  'activity.meetingReminders': 'isReminderEnabled',
  'activity.meetingFirstReminder': 'firstReminderMessage',
  'activity.meetingSecondReminder': 'secondReminderMessage',
  'activity.meetingBroadcast': 'publicBroadcastMessage',
  'activity.meetingSummaryInChat': 'isReportSummaryInChat',
  'activity.meetingSummaryEmail': 'reportSummaryEmail',
  'activity.meetingChannel': 'channelId',
  'activity.meetingAttention': 'attention',
};

const partOf = (message: string): MeetingPart | undefined =>
  Object.hasOwn(parts, message) ? parts[message as MessageKey] : undefined;

type Sides = Pick<MeetingConflict['changes'][number], 'before' | 'after'>;

/** Returns a readable text for a value that the log stores as a code. */
const formatValue = (t: Translate, part: MeetingPart, value: string): string => {
  if (part === 'interval') return t('activity.intervalValue', { value });
  if (part === 'timeBasis') return t('activity.timeBasisValue', { value });
  return part === 'channelId' && value === 'GENERAL' ? t('activity.generalValue') : value;
};

const sidesOf = (t: Translate, locale: string, part: MeetingPart, { before, after, values }: Entry): Sides => {
  if (before !== null || after !== null) return { before, after };
  const side = (name: 'before' | 'after'): string | null => {
    const days = values[`${name}Days`];
    if (typeof days === 'string') return formatDays(days, locale);
    const value = values[name];
    return value === undefined ? null : formatValue(t, part, String(value));
  };
  return { before: side('before'), after: side('after') };
};

// Largest number of changes to list. There may be many, because the draft may be months old.
const maxChanges = 200;

const changesSince = async (
  deps: Pick<Deps, 'store' | 'translateFor'>,
  actor: Actor,
  { teamId, id }: Meeting,
  rev: number,
): Promise<MeetingConflict['changes']> => {
  const t = deps.translateFor(actor.locale);
  const changes: MeetingConflict['changes'] = [];
  const records = inOrg(deps.store, actor.orgId);
  const range = prefixRange(`L|${id}|`);
  for await (const row of scanRows(records.store, 'Team', teamPartition(actor.orgId, teamId), {
    ...range,
    limit: 100,
  })) {
    const entry = readAs(teamActivity, row).value;
    const part = partOf(entry.message);
    if (part === undefined) continue;
    if (changes.length === maxChanges || Number(entry.values['rev'] ?? 0) <= rev) break;
    changes.push({
      ...{ part, text: activityText(t, actor.locale, entry), username: entry.actor, createdOn: entry.at },
      ...sidesOf(t, actor.locale, part, entry),
    });
  }
  return changes;
};

/**
 * Returns the data for a person whose edit is based on the older revision `rev`: the current meeting, and the changes
 * since that revision with their authors.
 */
export const conflictOf = async (
  deps: Pick<Deps, 'store' | 'translateFor'>,
  actor: Actor,
  meeting: Meeting,
  rev: number,
): Promise<MeetingConflict> => ({ meeting, changes: await changesSince(deps, actor, meeting, rev) });
