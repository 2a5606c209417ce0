import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { instant, localDate, meetingId, memberId, questionId, teamId } from '../core/idDateAndZoneSchemas.ts';
import { limits } from '../core/limitsAndProductConstants.ts';
import { answerFigures } from '../reports/getWeeklyTrends.ts';
import { runStates } from '../runs/runSchema.ts';
import { answerFormat } from '../meetings/questionAndAnswerFormatSchemas.ts';
import { unreachableReasons } from '../organisations/teamAndMemberCalls.ts';
import { memberStates } from '../reports/dailyReport.ts';
import { reportAnswer } from '../reports/reportAnswerSchema.ts';

// Figures and answers of any set of reports and people in a period, grouped by person, by day or by question.

/** Periods that a reader can choose. SPRINT: the sprint that contains today. RANGE: the days from `from` to `to`. */
export const rollupPresets = [
  ...(['THIS_WEEK', 'LAST_WEEK', 'SPRINT', 'LAST_SPRINT', 'THIS_MONTH', 'LAST_MONTH'] as const),
  'RANGE',
] as const;

export const rollupGroupings = ['PERSON', 'DAY', 'QUESTION'] as const;
export type RollupGrouping = (typeof rollupGroupings)[number];

/** A list of ids. In a query string it is one text in which commas separate the ids; an empty text is an empty list. */
const idList = <T extends z.ZodType>(id: T, max: number) =>
  z.preprocess(
    (value) => (typeof value === 'string' ? value.split(',').filter((item) => item !== '') : value),
    z.array(id, 'invalid.list').max(max, 'invalid.tooMany').default([]),
  );

/** A number of weeks. In a query string it is a text of digits. */
const sprintWeeks = z.int('invalid.number').min(1, 'invalid.number').max(limits.sprintWeeks, 'invalid.number');
const weeksText = z
  .string('invalid.number')
  .regex(/^\d{1,3}$/, 'invalid.number')
  .transform(Number)
  .pipe(sprintWeeks);

/** The teams, reports, people and days that a roll-up covers. The page, files and digests use it. */
export const rollupQuery = z.object({
  /** The team; left out = all teams of the caller in the organisation. */
  teamId: teamId.optional(),
  /** Ids of the reports; empty = all reports of the teams. */
  meetings: idList(meetingId, limits.rollupMeetings),
  /** Ids of the people; empty = all people. */
  people: idList(memberId, limits.rollupPeople),
  preset: z.enum(rollupPresets, 'invalid.choice').default('THIS_WEEK'),
  /** First and last day of the period, for RANGE only. */
  from: localDate.optional(),
  to: localDate.optional(),
  /** Length of a sprint in weeks, and the first day of any sprint, for SPRINT and LAST_SPRINT only. */
  weeks: z.union([weeksText, sprintWeeks], 'invalid.number').optional(),
  anchor: localDate.optional(),
  by: z.enum(rollupGroupings, 'invalid.choice').default('PERSON'),
});
export type RollupQuery = z.output<typeof rollupQuery>;

/** Counts of members in open and completed runs, as in the trends. `asked` = `answered` + `missing` + `open`. */
const participation = z.object({
  /**
   * Number of members who were asked, as on the day's report. The number includes `open`, unlike in the trends of a
   * person.
   */
  asked: z.int(),
  answered: z.int(),
  late: z.int(),
  skipped: z.int(),
  /** Number of members for whom the run closed without an answer. */
  missing: z.int(),
  /** Number of the missing members whose prompt was not sent because of a fault of the service. */
  notAsked: z.int(),
  /** Number of missing members to whom the bot cannot send messages now, without those in `notAsked`. */
  unreachable: z.int(),
  /**
   * Number of members who have not answered and whose run has not closed yet. After the close, a member counts in
   * `missing`, even during the grace, in which late answers are accepted.
   */
  open: z.int(),
  away: z.int(),
});

/**
 * Figures of a group. A field is null if it does not apply to the group; for example, only the plan question has goals.
 */
export const rollupFigures = z.object({
  participation,
  goals: z
    .object({
      /** Number of goals that were ticked, and of goals that were offered. */
      met: z.int(),
      offered: z.int(),
      /**
       * The goal figures of all people of the group, added up. Null without goals, and if exactly one person other than
       * the reader has goals, because the goal figures of a person are private.
       */
      hitRate: z.object({ done: z.int(), settled: z.int(), carried: z.int() }).nullable(),
    })
    .nullable(),
  blockers: z
    .object({
      /** Number of answers that report a blocker, as on the day's report. */
      reported: z.int(),
      opened: z.int(),
      resolved: z.int(),
    })
    .nullable(),
  /** Minutes of work in the timesheets. */
  minutes: z.int().nullable(),
  /** Number and average of the answers to questions of the type SCALE. Null without such answers. */
  mood: z.object({ answers: z.int(), average: z.number() }).nullable(),
});
export type RollupFigures = z.output<typeof rollupFigures>;

/** One member in one run, as the day's report shows the member. */
export const rollupEntry = z.object({
  teamId,
  meetingId,
  meetingName: z.string(),
  date: localDate,
  run: z.enum(runStates),
  memberId,
  /** Name of the member, as the day's report shows it. */
  name: z.string(),
  state: z.enum(memberStates),
  answeredAt: instant.nullable(),
  isLate: z.boolean(),
  goalsTicked: z.int(),
  goalsOffered: z.int(),
  goalsOpen: z.array(z.string()),
  answers: z.array(reportAnswer),
  skipReason: z.string().optional(),
  wasNotAsked: z.boolean(),
  unreachable: z.enum(unreachableReasons).nullable(),
});
export type RollupEntry = z.output<typeof rollupEntry>;

const shared = {
  /** Key of the group. A client sends this key as `group` to get more entries of the group. */
  key: z.string(),
  figures: rollupFigures,
  /** The first entries of the group or, in a reply to a request with a cursor, the next entries. */
  entries: z.array(rollupEntry),
  entriesTotal: z.int(),
  /** Cursor that a client sends with `group` to get the next entries of the group; null if there are no more. */
  moreEntries: z.string().nullable(),
};

export const rollupGroup = z.discriminatedUnion('by', [
  z.object({
    by: z.literal('PERSON'),
    memberId,
    /** Current name of the person. For an erased person, the name is the placeholder or empty. */
    name: z.string(),
    thumbnailUrl: z.string().nullable(),
    hasLeft: z.boolean(),
    ...shared,
  }),
  z.object({ by: z.literal('DAY'), date: localDate, ...shared }),
  z.object({
    by: z.literal('QUESTION'),
    teamId,
    meetingId,
    meetingName: z.string(),
    questionId,
    question: z.string(),
    format: answerFormat,
    /**
     * As in the trends, so answers in an earlier form of the question are left out. If no counted run has an answer in
     * the newest form, or the type has no figures, `answers` is the number of all answers.
     */
    ...answerFigures,
    ...shared,
  }),
]);
export type RollupGroup = z.output<typeof rollupGroup>;

/** Data about all groups together. Only the first page contains it. */
export const rollupHead = z.object({
  total: rollupFigures,
  runs: z.object({ counted: z.int(), missed: z.int(), cancelled: z.int() }),
  groups: z.int(),
  /** Reports and people that the filters can name. */
  reports: z.array(z.object({ teamId, teamName: z.string(), meetingId, name: z.string() })),
  people: z.array(z.object({ memberId, name: z.string(), hasLeft: z.boolean() })),
});
export type RollupHead = z.output<typeof rollupHead>;

export const rollup = z.object({
  from: localDate,
  to: localDate,
  by: z.enum(rollupGroupings),
  head: rollupHead.nullable(),
  groups: z.array(rollupGroup),
  /** Cursor that a client sends as `cursor` to get the next groups; null on the last page. */
  next: z.string().nullable(),
});
export type Rollup = z.output<typeof rollup>;

/**
 * Returns groups with their figures and first entries or, with `group`, more entries of one group. NOT_FOUND for a
 * team, report, person or group that the caller cannot see. INVALID_INPUT with `path` for a period that is too long and
 * for a set with too many answers.
 */
export const getRollup = endpoint({
  method: 'GET',
  path: '/api/report/rollup',
  access: 'report.read',
  input: rollupQuery.extend({
    group: z.string('invalid.text').max(100, 'invalid.text').optional(),
    cursor: z.string('invalid.text').max(200, 'invalid.text').optional(),
  }),
  output: rollup,
});
