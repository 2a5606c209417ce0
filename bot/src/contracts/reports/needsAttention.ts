import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { localDate, meetingId, memberId, teamId } from '../core/ids.ts';
import { unreachableReasons } from '../organisations/team.ts';

const ofReport = z.object({ meetingId, meetingName: z.string() });
const ofPerson = ofReport.extend({ memberId, name: z.string() });

const goalLine = ofPerson.extend({
  action: z.literal('OPEN_ANSWERS'),
  /** Text of the goal that was carried over most often, or of the first dropped one. */
  goal: z.string(),
  /** Number of goals of the person to which the line applies. */
  count: z.int(),
  /** How often the goal was carried over. */
  times: z.int(),
});

/**
 * One line of the attention list: its subject, the figures behind its reason, and the action that the reader can take.
 */
export const attentionLine = z.discriminatedUnion('kind', [
  ofPerson.extend({
    kind: z.literal('BLOCKER'),
    action: z.literal('OPEN_BLOCKER'),
    state: z.enum(['OPEN', 'ACKNOWLEDGED', 'REOPENED']),
    since: localDate,
    /** Age in working days of the report. */
    days: z.int(),
    /** Name of the needed member; null = none was named, or the member has left. */
    needed: z.string().nullable(),
  }),
  ofPerson.extend({
    kind: z.literal('UNREACHABLE'),
    action: z.literal('SEE_WHY'),
    reason: z.enum(unreachableReasons),
    /** Number of reports of the team that ask the person. */
    reports: z.int(),
  }),
  ofPerson.extend({
    kind: z.literal('SILENT'),
    action: z.literal('OPEN_ANSWERS'),
    /** Number of runs in succession without an answer. */
    runs: z.int(),
    /** Date of the newest of these runs. */
    date: localDate,
  }),
  ofReport.extend({
    kind: z.literal('LOW_PARTICIPATION'),
    action: z.literal('OPEN_RUN'),
    date: localDate,
    answered: z.int(),
    asked: z.int(),
  }),
  goalLine.extend({ kind: z.literal('GOAL_CARRIED') }),
  goalLine.extend({ kind: z.literal('GOAL_DROPPED') }),
]);
export type AttentionLine = z.output<typeof attentionLine>;

/**
 * Returns the attention list of a team for today, the most urgent line first. `totalItems` counts all lines; `items`
 * has at most `ui.attentionLines` of them.
 */
export const getAttention = endpoint({
  method: 'GET',
  path: '/api/report/attention/{teamId}',
  access: 'report.read',
  input: z.object({ teamId }),
  output: z.object({ teamId, items: z.array(attentionLine), totalItems: z.int() }),
});
export type Attention = z.output<(typeof getAttention)['output']>;
