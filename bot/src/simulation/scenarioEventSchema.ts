import { z } from 'zod';
import { blockerActions } from '#contracts/blockers/blockerStatesAndActions.ts';
import { localDate, sentZone } from '#contracts/core/idDateAndZoneSchemas.ts';
import { skipReason, snoozeLength } from '#contracts/answers/skipAndSnoozeCalls.ts';
import { sentQuietHours } from '#contracts/people/quietHours.ts';
import { id, instant, someDates } from './scenarioFieldSchemas.ts';

const at = instant;

/**
 * The changed fields of the meeting; other fields keep their values. The product's own rules for an edit check the
 * values.
 */
const change = z.looseObject({
  members: z.array(id).optional(),
  observers: z.array(id).optional(),
  questions: z.array(z.looseObject({ id: id.optional(), sequence: z.number().optional() })).optional(),
});

const ofMeeting = { at, meetingId: id };
const ofMember = { at, memberId: id };
const inTeam = { at, teamId: id, memberId: id };

export const event = z.discriminatedUnion('do', [
  z.object({ do: z.literal('edit'), ...ofMeeting, change }),
  z.object({ do: z.literal('deactivate'), ...ofMeeting }),
  z.object({ do: z.literal('activate'), ...ofMeeting }),
  z.object({ do: z.literal('delete'), ...ofMeeting }),
  /** Cancels the run of `date`; without `date`, the run of today. */
  z.object({ do: z.literal('cancel'), ...ofMeeting, date: localDate.optional() }),
  z.object({ do: z.literal('start'), ...ofMeeting }),
  z.object({ do: z.enum(['holiday', 'workday']), at, teamId: id, dates: someDates }),
  z.object({ do: z.enum(['vacation', 'back']), ...ofMember, dates: someDates }),
  z.object({ do: z.enum(['join', 'leave', 'disable', 'enable']), ...inTeam }),
  z.object({ do: z.literal('move'), ...ofMember, timezone: sentZone }),
  z.object({ do: z.literal('skip'), ...ofMeeting, memberId: id, date: localDate, reason: skipReason.optional() }),
  z.object({ do: z.literal('snooze'), ...ofMeeting, memberId: id, date: localDate, length: snoozeLength }),
  /** The member sets quiet hours, or ends them with null. */
  z.object({ do: z.literal('quiet'), ...ofMember, quietHours: sentQuietHours.nullable() }),
  /** `memberId` changes the blocker of the member `of`; without `of`, their own blocker. */
  z.object({
    do: z.literal('blocker'),
    ...ofMeeting,
    memberId: id,
    of: id.optional(),
    action: z.enum(blockerActions),
    neededId: id.nullish(),
    note: z.string().optional(),
  }),
  z.object({ do: z.enum(['mute', 'unmute', 'block', 'unblock']), ...ofMember }),
]);
export type ScenarioEvent = z.output<typeof event>;

interface Known {
  readonly start: number;
  readonly end: number;
  readonly teams: readonly { readonly id: string; readonly members: readonly { readonly id: string }[] }[];
  readonly meetings: readonly { readonly id: string; readonly teamId: string }[];
}

const memberFault = (knownNames: Known, scenarioEvent: ScenarioEvent, place: string): string[] => {
  if (!('memberId' in scenarioEvent)) return [];
  const teams =
    'teamId' in scenarioEvent ? knownNames.teams.filter((team) => team.id === scenarioEvent.teamId) : knownNames.teams;
  if (teams.some((team) => team.members.some((member) => member.id === scenarioEvent.memberId))) return [];
  const where = 'teamId' in scenarioEvent ? `team ${scenarioEvent.teamId}` : 'any team';
  return [`${place}.memberId: ${scenarioEvent.memberId} is not in ${where}`];
};

const editFault = (knownNames: Known, scenarioEvent: ScenarioEvent, place: string): string[] => {
  if (scenarioEvent.do !== 'edit') return [];
  const own = knownNames.meetings.find((meeting) => meeting.id === scenarioEvent.meetingId)?.teamId;
  const team = knownNames.teams.find((candidate) => candidate.id === own);
  return (scenarioEvent.change.members ?? [])
    .filter((member) => team?.members.some((candidate) => candidate.id === member) === false)
    .map((member) => `${place}.change.members: ${member} is not in team ${own ?? ''}`);
};

export const eventFaults = (knownNames: Known & { readonly events: readonly ScenarioEvent[] }): string[] =>
  knownNames.events.flatMap((item, index) => {
    const place = `events[${index}]`;
    const isUnknownMeeting =
      'meetingId' in item && !knownNames.meetings.some((meeting) => meeting.id === item.meetingId);
    const isUnknownTeam = 'teamId' in item && !knownNames.teams.some((team) => team.id === item.teamId);
    return [
      ...(item.at < knownNames.start || item.at > knownNames.end
        ? [`${place}.at: lies outside the time from start to end`]
        : []),
      ...(isUnknownMeeting ? [`${place}.meetingId: there is no meeting ${item.meetingId}`] : []),
      ...(isUnknownTeam ? [`${place}.teamId: there is no team ${item.teamId}`] : []),
      ...(isUnknownTeam ? [] : memberFault(knownNames, item, place)),
      ...editFault(knownNames, item, place),
    ];
  });
