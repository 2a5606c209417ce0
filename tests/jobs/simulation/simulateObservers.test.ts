import { aScenario, play, story } from '../../support/worlds/buildAndPlayScenarios.ts';

const wednesday = { start: '2026-11-18T00:00:00Z', end: '2026-11-18T23:00:00Z' };
const zones = { ann: 'Europe/Berlin', bob: 'Europe/Berlin' };

/** Plays a day with one report at 10:00 in Berlin, which is 09:00 in UTC. The report asks ann, and bob observes it. */
const playing = async (extra: object, part: object = {}) => {
  const scenario = aScenario({ ...wednesday, zones, meeting: { members: ['ann'], observers: ['bob'] }, ...part });
  return play({ ...scenario, ...extra });
};

const day = ['11-18 09:00 prompt ann', '11-18 09:00 broadcast', '11-18 11:00 completed WINDOW_OVER'];

describe('an observer in a simulation', () => {
  it('gets the summary and no other message', async () => {
    const { lines, notes } = await playing({});
    expect(story(lines)).toEqual([...day, '11-18 11:00 summary', '11-18 11:00 summary bob']);
    expect(lines.at(-1)).toMatchObject({
      kind: 'summary',
      memberId: 'bob',
      shows: { answered: 0, asked: 1, missing: 1 },
    });
    expect(notes).toEqual([]);
  });

  it.each(['leave', 'disable'])('gets nothing after %s', async (action) => {
    const events = [{ at: '2026-11-18T10:00:00Z', do: action, teamId: 'team', memberId: 'bob' }];
    expect(story((await playing({ events })).lines)).toEqual([...day, '11-18 11:00 summary']);
  });

  it('gets nothing in a chat that blocks the bot', async () => {
    const { lines } = await playing({}, { unreachable: ['bob'] });
    expect(story(lines)).toEqual([...day, '11-18 11:00 summary']);
  });

  it('cannot answer', async () => {
    const change = { members: ['ann'], observers: ['bob'] };
    const events = [{ at: '2026-11-18T08:00:00Z', do: 'edit', meetingId: 'daily', change }];
    const answers = [{ memberId: 'bob', date: '2026-11-18', at: '2026-11-18T09:30:00Z' }];
    const { lines, notes } = await playing({ events }, { meeting: { members: ['ann', 'bob'] }, answers });
    expect(story(lines)).toEqual([...day, '11-18 11:00 summary', '11-18 11:00 summary bob']);
    expect(notes).toEqual([expect.stringContaining('The answer of bob to daily for 2026-11-18 is refused')]);
  });

  it('stays asked in the run that is open when the report makes them an observer', async () => {
    const change = { members: ['ann'], observers: ['bob'] };
    const events = [{ at: '2026-11-18T09:30:00Z', do: 'edit', meetingId: 'daily', change }];
    const { lines } = await playing({ events }, { meeting: { members: ['ann', 'bob'] } });
    expect(lines.filter(({ kind }) => kind === 'summary')).toMatchObject([
      { shows: { asked: 2, missing: 2 } },
      { memberId: 'bob', shows: { asked: 2, missing: 2 } },
    ]);
  });

  it('must be in the team', async () => {
    const part = { meeting: { members: ['ann'], observers: ['zoe'] } };
    await expect(playing({}, part)).rejects.toThrow('meetings[0].observers: zoe is not in team team');
  });
});
