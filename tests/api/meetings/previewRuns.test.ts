import en from '#contracts/text/en.json' with { type: 'json' };
import type { InputOf } from '#contracts/core/endpoint.ts';
import { limits } from '#contracts/core/limitsAndProductConstants.ts';
import { saveMeeting } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import { previewMeeting } from '#contracts/meetings/nextRunsPreview.ts';
import type { PreviewRun } from '#contracts/meetings/nextRunsPreview.ts';
import { cancelToday, deactivateMeeting } from '#contracts/meetings/meetingStateCallsAndEditConflict.ts';
import { saveVacation } from '#contracts/daysOff/changeAndListDaysOff.ts';
import { inOrg } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { teamMember } from '../../../bot/src/store/kinds/people/teamMember.ts';
import { saveStandup } from '../../support/apps/standupDayAndValidCalls.ts';
import {
  aDate,
  aMeetingDraft,
  aMeetingId,
  aMemberId,
  anOrgId,
  aTeamId,
} from '../../support/data/idDateAndRecordBuilders.ts';
import { generic, refusalOf } from '../../support/apps/refusalOfBadRequest.ts';
import { useTestApp } from '../../support/apps/testApp.ts';

const app = useTestApp();
beforeAll(async () => {
  await saveStandup(app(), 'eve', { team: 'sales', members: ['eve'] });
  await app().beatAt('2026-11-20T08:00:00Z');
});

type Asked = InputOf<typeof previewMeeting>;

const preview = (meeting: Asked['meeting'], count = 3): Promise<PreviewRun[]> =>
  app().get('bob', previewMeeting, { meeting, count });
const draft = (change: object = {}) => ({
  ...aMeetingDraft({ teamId: aTeamId('platform'), members: ['ann', 'bob', 'cy'].map((name) => aMemberId(name)) }),
  ...change,
});
const linesOf = (runs: readonly PreviewRun[]): string[] =>
  runs.map(({ date, at, state, reason }) => [date, at.slice(11, 16), state, reason ?? ''].join(' ').trim());

it('of a draft shows the prompted members and times by member time, and writes nothing', async () => {
  const before = await app().dump();
  const [run] = await preview(draft());
  expect(run).toEqual({
    ...{ date: '2026-11-20', at: '2026-11-20T09:00:00.000Z', state: 'RUN' },
    members: [
      ['ann', '2026-11-20T10:00', 'Europe/Berlin'],
      ['bob', '2026-11-20T22:00', 'Pacific/Auckland'],
      ['cy', '2026-11-20T10:00', 'Europe/Berlin'],
    ].map(([name = '', localTime, timezone]) => ({
      ...{ memberId: aMemberId(name), at: '2026-11-20T09:00:00.000Z', localTime, timezone },
    })),
  });
  expect(await app().dump()).toEqual(before);
});

it('shows a draft that has only just been begun', async () => {
  const { time, timezone, teamId } = draft();
  expect(linesOf(await preview({ time, timezone, teamId }, 2))).toEqual([
    '2026-11-20 09:00 RUN',
    '2026-11-23 09:00 RUN',
  ]);
});

it('of a saved report equals its draft and the later run', async () => {
  const saved = await saveStandup(
    app(),
    'bob',
    { team: 'platform', members: ['ann', 'bob', 'cy'] },
    {
      name: 'Same',
      timeBasis: 'MEMBER',
    },
  );
  const runs = await preview(saved.id, 30);
  expect(runs).toEqual(await preview({ ...saved, questions: undefined } as never, 30));
  expect(runs).toHaveLength(30);
  expect(runs[0]).toMatchObject({ date: '2026-11-23', at: '2026-11-22T21:00:00.000Z' });
});

it('considers holidays, vacations, disabled members and cancelled runs', async () => {
  const team = { objectType: 'Team', objectId: aTeamId('platform') } as const;
  await app().get('ann', saveVacation, { ...team, dates: [aDate('2026-11-24')] });
  for (const name of ['ann', 'bob', 'cy'] as const)
    await app().get('ann', saveVacation, {
      ...{
        objectType: 'User' as const,
        objectId: aMemberId(name),
        dates: [aDate(name === 'bob' ? '2026-11-26' : '2026-11-25')],
      },
    });
  const saved = await saveStandup(app(), 'bob', { team: 'platform', members: ['ann', 'cy'] }, { name: 'Away' });
  await app().get('bob', cancelToday, { meetingId: saved.id });
  expect(linesOf(await preview(saved.id, 5))).toEqual([
    '2026-11-20 09:00 SKIPPED CANCELLED',
    '2026-11-23 09:00 RUN',
    '2026-11-24 09:00 SKIPPED HOLIDAY',
    '2026-11-25 09:00 SKIPPED AWAY',
    '2026-11-26 09:00 RUN',
  ]);
  const [, , , , split] = await preview(draft({ members: ['ann', 'bob', 'cy'].map((name) => aMemberId(name)) }), 5);
  expect(split).toMatchObject({ date: '2026-11-26', away: [aMemberId('bob')] });
  // The preview must not show a run of another report of the team.
  expect(linesOf(await preview(draft({ members: [aMemberId('ann'), aMemberId('cy')] }), 1))).toEqual([
    '2026-11-20 09:00 RUN',
  ]);
  await app().get('bob', deactivateMeeting, { meetingId: saved.id, flag: 'false' });
  expect(linesOf(await preview(saved.id, 2))[1]).toBe('2026-11-23 09:00 SKIPPED DEACTIVATED');
});

it('reports a changed time on a day whose run has already opened', async () => {
  const saved = await saveStandup(
    app(),
    'bob',
    { team: 'platform', members: ['ann'] },
    { name: 'Moved', time: 9 * 60 + 10 },
  );
  await app().beatAt('2026-11-20T08:10:00Z');
  const { questions, ...rest } = saved;
  expect(questions).toHaveLength(4);
  expect(linesOf(await preview({ ...rest, time: 900 }, 1))).toEqual(['2026-11-20 14:00 SKIPPED ALREADY_RUN']);
  app().clock.set('2026-11-20T08:00:00Z');
});

it('lists no person of another team, for any ids', async () => {
  const [run] = await preview(draft({ members: ['ann', 'sam', 'zoe'].map((name) => aMemberId(name)) }), 1);
  expect(run?.members.map((member) => member.memberId)).toEqual([aMemberId('ann')]);
});

it('of a year for a large team is limited to the size of a screen, and is fast', async () => {
  const records = inOrg(app().services.store, anOrgId('fabrikam'));
  const zones = Intl.supportedValuesOf('timeZone').filter((_, index) => index % 10 === 0);
  const template = (await records.get(teamMember, { teamId: aTeamId('mars'), memberId: aMemberId('zoe') }))?.value;
  if (template === undefined) throw new Error('zoe is there');
  const names = Array.from({ length: 400 }, (_, index) => `crowd${index}`);
  for (let index = 0; index < names.length; index += 100)
    await records.transact(
      names.slice(index, index + 100).map((name, offset) => {
        const memberId = aMemberId(name);
        const timezone = (zones[(index + offset) % zones.length] ?? 'UTC') as never;
        return records.insertStep(
          teamMember,
          { teamId: aTeamId('mars'), memberId },
          { ...template, memberId, name, timezone },
        );
      }),
    );
  const wholeTeam = draft({
    teamId: aTeamId('mars'),
    members: names.map((name) => aMemberId(name)),
    timeBasis: 'MEMBER',
  });
  const begun = performance.now();
  const runs = await app().get('zoe', previewMeeting, { meeting: wholeTeam, count: limits.previewRuns });
  const took = performance.now() - begun;
  expect(runs).toHaveLength(limits.previewLines / 400);
  expect(runs[0]?.members).toHaveLength(400);
  expect(await app().get('zoe', previewMeeting, { meeting: { ...wholeTeam, members: [] }, count: 400 })).toHaveLength(
    400,
  );
  process.stdout.write(
    `preview of 400 members in ${zones.length} zones × ${runs.length} runs: ${Math.round(took)} ms\n`,
  );
});

describe('the request', () => {
  beforeEach(() => app().beat());

  it.each<[string, object, string]>([
    ['no zone', { timezone: '' }, en['meeting.zoneMissing']],
    ['no such zone', { timezone: 'Mars/Olympus' }, en['invalid.zone']],
    ['no time', { time: undefined }, en['meeting.timeMissing']],
    ['an invalid time', { time: 1440 }, en['meeting.timeMissing']],
    ['no team', { teamId: 'x' }, en['invalid.id']],
    ['invalid members', { members: ['x'] }, en['invalid.id']],
    ['an invalid interval', { interval: 'YEAR' }, en['invalid.choice']],
  ])('a preview with %s is refused in the words of the field', async (_what, change, message) => {
    expect(await refusalOf(app(), previewMeeting, { meeting: draft(change), count: 3 })).toEqual([
      400,
      'INVALID_INPUT',
      message,
    ]);
  });

  it.each([0, 401, 1.5, '3'])('a preview with a count of %j is refused', async (count) => {
    expect(await refusalOf(app(), previewMeeting, { meeting: draft(), count })).toEqual([
      400,
      'INVALID_INPUT',
      en['invalid.number'],
    ]);
  });

  it('a preview with an invalid id, or with nothing, is refused', async () => {
    expect(await refusalOf(app(), previewMeeting, { meeting: 'x' })).toEqual([400, 'INVALID_INPUT', en['invalid.id']]);
    expect(await refusalOf(app(), previewMeeting, {})).toEqual([400, 'INVALID_INPUT', generic('meeting')]);
  });

  it('a preview of a draft with another team’s report in its name is refused', async () => {
    const own = await saveStandup(app(), 'bob', { team: 'platform', members: ['ann'] }, { name: 'Whose' });
    const request = { meeting: { ...draft({ teamId: aTeamId('sales') }), id: own.id }, count: 1 };
    expect(await refusalOf(app(), previewMeeting, request)).toEqual([400, 'INVALID_INPUT', en['meeting.teamFixed']]);
    for (const teamId of ['sales', 'mars', 'nowhere'])
      expect((await app().ask('bob', previewMeeting, { meeting: draft({ teamId: aTeamId(teamId) }) })).status).toBe(
        404,
      );
    expect((await app().ask('bob', previewMeeting, { meeting: aMeetingId('nowhere') })).status).toBe(404);
    expect((await app().ask('sam', previewMeeting, { meeting: own.id })).status).toBe(404);
    expect((await app().ask(null, previewMeeting, { meeting: own.id })).status).toBe(401);
    expect(saveMeeting.access).toBe(previewMeeting.access);
  });
});
