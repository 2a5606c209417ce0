import en from '#contracts/text/en.json' with { type: 'json' };
import { limits } from '#contracts/core/limitsAndProductConstants.ts';
import type { Meeting } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import { saveMeeting } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import { deleteMeeting } from '#contracts/meetings/meetingStateCallsAndEditConflict.ts';
import { inOrg } from '../../../bot/src/store/recordKindsAndAccess.ts';
import {
  meeting as meetingKind,
  meetingPointer,
} from '../../../bot/src/store/kinds/meetings/meetingWithNameAndPointer.ts';
import {
  aMeeting,
  aMeetingDraft,
  aMeetingId,
  aMemberId,
  anOrgId,
  aTeamId,
} from '../../support/data/idDateAndRecordBuilders.ts';
import { useTestApp } from '../../support/apps/testApp.ts';
import type { Person } from '../../support/apps/testApp.ts';

const app = useTestApp();

interface Crowd {
  readonly org: string;
  readonly team: string;
  readonly count: number;
  readonly name?: string;
  readonly createdBy: string;
}

/** Writes meetings as rows, because saving each would take too long. */
const writeMeetings = async ({ org, team, count, createdBy, name = team }: Crowd): Promise<readonly Meeting[]> => {
  const records = inOrg(app().services.store, anOrgId(org));
  const teamId = aTeamId(team);
  const meetings = Array.from({ length: count }, (_, index) =>
    aMeeting({
      ...{ id: aMeetingId(`${name} ${index}`), name: `${name} ${index}`, teamId, isEnabled: false },
      createdBy: aMemberId(createdBy),
    }),
  );
  for (const meeting of meetings) {
    await records.insert(meetingPointer, { meetingId: meeting.id }, { meetingId: meeting.id, teamId });
    await records.insert(meetingKind, { teamId, meetingId: meeting.id }, meeting);
  }
  return meetings;
};

const save = (who: Person, team: string, name: string, members: readonly string[]) =>
  app().ask(who, saveMeeting, {
    ...aMeetingDraft({ name, teamId: aTeamId(team), members: members.map((member) => aMemberId(member)) }),
  });
const codeOf = async (reply: ReturnType<typeof save>) => {
  const { envelope } = await reply;
  return envelope.status === 'Success' ? 'OK' : envelope.errorCode;
};

it('refuses one report more than a team can have, and names the limit', async () => {
  const crowd = { org: 'fabrikam', team: 'venus', count: limits.meetingsPerTeam - 1, createdBy: 'yan' };
  const [first] = await writeMeetings(crowd);
  expect(await codeOf(save('wim', 'venus', 'The last', ['wim']))).toBe('OK');
  const { status, envelope } = await save('wim', 'venus', 'One too many', ['wim']);
  expect([status, envelope.errorCode, envelope.message]).toEqual([
    ...[409, 'MEETING_LIMIT'],
    en['error.MEETING_LIMIT'].replace('{count}', String(limits.meetingsPerTeam)),
  ]);
  await app().get('wim', deleteMeeting, { meetingId: first?.id ?? aMeetingId('none') });
  expect(await codeOf(save('wim', 'venus', 'One too many', ['wim']))).toBe('OK');
});

it('refuses one report more than a person can have made, also when they all arrive at once', async () => {
  const crowd = { org: 'contoso', team: 'platform', count: limits.meetingsPerPerson - 3 };
  await writeMeetings({ ...crowd, createdBy: 'bob' });
  const names = Array.from({ length: 10 }, (_, index) => `Extra ${index}`);
  const codes = await Promise.all(names.map((name) => codeOf(save('bob', 'platform', name, ['bob']))));
  expect(codes.filter((code) => code === 'OK')).toHaveLength(3);
  expect(codes.filter((code) => code === 'MEETING_LIMIT')).toHaveLength(7);
  const { envelope } = await save('bob', 'platform', 'Another', ['bob']);
  expect(envelope.message).toBe(en['meeting.limitPerson'].replace('{count}', String(limits.meetingsPerPerson)));
});

it('still accepts changes of a report when its team is full', async () => {
  const created = await app().get('cy', saveMeeting, {
    ...aMeetingDraft({ name: 'Of Cy', teamId: aTeamId('platform'), members: [aMemberId('cy')] }),
  });
  await writeMeetings({
    org: 'contoso',
    team: 'platform',
    name: 'Full',
    count: limits.meetingsPerTeam,
    createdBy: 'ann',
  });
  expect(await codeOf(save('cy', 'platform', 'New', ['cy']))).toBe('MEETING_LIMIT');
  const { questions, ...rest } = created;
  const changed = await app().get('cy', saveMeeting, { ...rest, questions: [...questions], time: 700 });
  expect(changed).toMatchObject({ id: created.id, time: 700 });
});
