import type { ParsedOf } from '#contracts/core/endpoint.ts';
import type { MemberId, OrgId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { weekdays } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import type { Weekday } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import { question } from '#contracts/meetings/questionAndAnswerFormatSchemas.ts';
import type { Question } from '#contracts/meetings/questionAndAnswerFormatSchemas.ts';
import type {
  listTemplates as listTemplatesCall,
  ReportTemplate,
  TemplateSettings,
} from '#contracts/meetings/templateCalls.ts';
import type { Translate } from '#contracts/text/translateAndMessageKeyTypes.ts';
import { inOrg } from '../../store/recordKindsAndAccess.ts';
import type { Records, Stored, ValueOf } from '../../store/recordKindsAndAccess.ts';
import { orgMember } from '../../store/kinds/organisations/organisationUserAndMember.ts';
import { template } from '../../store/kinds/meetings/meetingTemplate.ts';
import { prefixRange } from '../../store/tableStorePort.ts';
import type { Actor } from '../core/actor.ts';
import { startSlices } from '../core/slicedWork.ts';
import { byName } from '../core/compareByNameOrText.ts';
import { requireTeam } from '../tenancy/requireTeamOrMeeting.ts';
import type { MeetingDeps } from './storeMeeting.ts';
import { productTemplates } from './productTemplates.ts';
import type { ProductTemplate, TemplateQuestion } from './productTemplates.ts';

export type TemplateRow = ValueOf<typeof template>;

export const listTemplateRows = (records: Records<OrgId>): Promise<Stored<TemplateRow>[]> =>
  records.list(template, undefined, prefixRange('tpl|'));

const translated = (t: Translate, item: TemplateQuestion): Readonly<Record<string, unknown>> => {
  const text = t(item.text);
  switch (item.type) {
    case 'TEXT':
    case 'DATE':
      return { ...item, text };
    case 'SCALE':
      return { ...item, text, lowLabel: t(item.lowLabel), highLabel: t(item.highLabel) };
    case 'OPTIONS': {
      const blockingOptions = item.blockingOptions?.map((key) => t(key)) ?? [];
      const isBlocker = blockingOptions.length > 0;
      return { type: item.type, text, options: item.options.map((key) => t(key)), isBlocker, blockingOptions };
    }
  }
};

const flagsOf = (days: readonly Weekday[]): Record<Weekday, boolean> =>
  Object.fromEntries(weekdays.map((day) => [day, days.includes(day)])) as Record<Weekday, boolean>;

const ofProduct = (t: Translate, { name, about, days, window, ...item }: ProductTemplate): ReportTemplate => ({
  id: item.id,
  source: 'PRODUCT',
  name: t(name),
  about: t(about),
  savedBy: null,
  savedOn: null,
  isOffered: true,
  type: item.type,
  interval: item.interval,
  timeBasis: item.timeBasis,
  time: item.time,
  ...flagsOf(days),
  reportSummaryTime: window,
  isReminderEnabled: true,
  isReportSummaryInChat: true,
  publicBroadcastMessage: t('default.broadcast'),
  firstReminderMessage: t('default.firstReminder'),
  secondReminderMessage: t('default.secondReminder'),
  questions: item.questions.map((entry, index) => question.parse({ ...translated(t, entry), sequence: index + 1 })),
  replacedQuestions: [],
});

/**
 * Returns the questions of a stored template. A question that this version cannot read, for example because its type no
 * longer exists, becomes a text question with the same text; `replacedQuestions` lists its position.
 */
const readQuestions = (stored: TemplateRow['questions']): Pick<ReportTemplate, 'questions' | 'replacedQuestions'> => {
  const questions: ReportTemplate['questions'] = [];
  const replacedQuestions: number[] = [];
  for (const item of stored) {
    const sequence = questions.length + 1;
    const known = question.safeParse({ ...item, sequence });
    const accepted = known.success ? known : question.safeParse({ type: 'TEXT', text: item.text, sequence });
    if (!accepted.success) continue;
    questions.push(accepted.data);
    if (!known.success) replacedQuestions.push(sequence);
  }
  return { questions, replacedQuestions };
};

/** Returns only the settings of a report or a template that a template stores. */
export const settingsOf = (item: TemplateSettings): TemplateSettings => {
  const { time, type, interval, timeBasis, reportSummaryTime, isReminderEnabled, isReportSummaryInChat } = item;
  const { publicBroadcastMessage, firstReminderMessage, secondReminderMessage } = item;
  return {
    ...{ time, type, interval, timeBasis, reportSummaryTime, isReminderEnabled, isReportSummaryInChat },
    ...{ publicBroadcastMessage, firstReminderMessage, secondReminderMessage },
    ...flagsOf(weekdays.filter((day) => item[day])),
  };
};

/** Returns the questions of a report as a template stores them: without ids, and with `type` and `text` first. */
export const withoutIds = (questions: readonly Question[]): TemplateRow['questions'] =>
  questions.map(({ type, text, ...rest }) => {
    const fields = Object.entries(rest).filter(([name]) => name !== 'id');
    return { type, text, ...Object.fromEntries(fields) };
  });

/**
 * Returns the names of the people who saved the templates, by member id, if they are still members of the organisation.
 */
const namesOfAuthors = async (
  records: Records<OrgId>,
  rows: readonly Stored<TemplateRow>[],
): Promise<ReadonlyMap<MemberId, string>> => {
  const authors = new Set(rows.flatMap(({ value }) => value.createdBy ?? []));
  const members = await Promise.all([...authors].map((memberId) => records.get(orgMember, { memberId })));
  return new Map(members.flatMap((row) => (row === undefined ? [] : [[row.value.memberId, row.value.name] as const])));
};

/**
 * Lists the templates for a new report of the team. Product templates whose report type this installation does not
 * offer are left out. Such templates of the organisation are listed, so that an admin can delete them.
 */
export const listTemplates = async (
  deps: Pick<MeetingDeps, 'store' | 'translateFor' | 'meetingTypes'>,
  actor: Actor,
  { teamId }: ParsedOf<typeof listTemplatesCall>,
): Promise<ReportTemplate[]> => {
  await requireTeam(deps, actor, teamId, 'meeting.write');
  const records = inOrg(deps.store, actor.orgId);
  const t = deps.translateFor(actor.locale);
  const isOffered = ({ type }: Pick<ReportTemplate, 'type'>): boolean => deps.meetingTypes.includes(type);
  const rows = await listTemplateRows(records);
  const authors = await namesOfAuthors(records, rows);
  const pause = await startSlices();
  const saved: ReportTemplate[] = [];
  for (const { value } of rows) {
    const { id, name, createdBy, createdOn } = value;
    saved.push({
      ...settingsOf(value),
      ...readQuestions(value.questions),
      ...{ id, source: 'ORGANISATION', name, about: '' },
      savedBy: createdBy === null ? null : (authors.get(createdBy) ?? null),
      savedOn: createdOn,
      isOffered: isOffered(value),
    });
    await pause();
  }
  return [...productTemplates.filter(isOffered).map((item) => ofProduct(t, item)), ...saved.sort(byName(actor.locale))];
};
