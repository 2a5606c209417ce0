import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { localDate, meetingId, memberId, teamId } from '../core/idDateAndZoneSchemas.ts';
import { unreachableReasons } from '../organisations/teamAndMemberCalls.ts';

const ofReport = z.object({ meetingId, meetingName: z.string() });
const ofPerson = ofReport.extend({ memberId, name: z.string() });

const goalLine = ofPerson.extend({
  action: z.literal('OPEN_ANSWERS'),
  /** Text of the goal that was carried over most often, or of the first dropped goal. */
  goal: z.string(),
  /** Number of the person's goals that the line covers. */
  count: z.int(),
  /** Number of times that the goal was carried over. */
  times: z.int(),
});

/**
 * One line of the attention list: its subject, the data that explains why it is listed, and the action that the reader
 * can take.
 */
export const attentionLine = z.discriminatedUnion('kind', [
  ofPerson.extend({
    kind: z.literal('BLOCKER'),
    action: z.literal('OPEN_BLOCKER'),
    state: z.enum(['OPEN', 'ACKNOWLEDGED', 'REOPENED']),
    since: localDate,
    /** Age of the blocker in working days of the report. */
    days: z.int(),
    /** Name of the needed member; null = none was named, or the member can no longer help. */
    needed: z.string().nullable(),
    /**
     * Name of a member who was needed or worked on the blocker, but has left or is disabled; left out if there is none.
     */
    gone: z.string().optional(),
    /** The description by the blocked member; left out if it is empty. */
    text: z.string().optional(),
  }),
  ofPerson.extend({
    kind: z.literal('UNREACHABLE'),
    action: z.literal('SEE_WHY'),
    reason: z.enum(unreachableReasons),
    /** Number of reports of the team that ask the person and whose attention rules name unreachable members. */
    reports: z.int(),
  }),
  ofPerson.extend({
    kind: z.literal('SILENT'),
    action: z.literal('OPEN_ANSWERS'),
    /** Number of consecutive runs without an answer. */
    runs: z.int(),
    /** Date of the latest of these runs. */
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
 * contains at most `ui.attentionLines` of them.
 */
export const getAttention = endpoint({
  method: 'GET',
  path: '/api/report/attention/{teamId}',
  access: 'report.read',
  input: z.object({ teamId }),
  output: z.object({ teamId, items: z.array(attentionLine), totalItems: z.int() }),
});
export type Attention = z.output<(typeof getAttention)['output']>;
