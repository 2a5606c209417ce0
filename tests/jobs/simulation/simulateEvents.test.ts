import { aScenario, play, story } from '../../support/worlds/buildAndPlayScenarios.ts';

const wednesday = { start: '2026-11-18T00:00:00Z', end: '2026-11-18T23:00:00Z' };
const zones = { ann: 'Europe/Berlin', bob: 'Europe/Berlin' };

/** Plays a day with one report at 10:00 in Berlin, which is 09:00 in UTC, with a window of two hours. */
const playing = (extra: object, part: object = {}) =>
  play({ ...aScenario({ ...wednesday, zones, ...part }), ...extra });

const storyOf = async (extra: object, part: object = {}): Promise<string[]> =>
  story((await playing(extra, part)).lines);

const day = ['11-18 09:00 prompt ann', '11-18 09:00 prompt bob', '11-18 09:00 broadcast'];

describe('events', () => {
  it('edits a report before its opening', async () => {
    const change = { time: 660, members: ['bob'] };
    const events = [{ at: '2026-11-18T07:00:00Z', do: 'edit', meetingId: 'daily', change }];
    expect((await storyOf({ events })).slice(0, 2)).toEqual(['11-18 10:00 prompt bob', '11-18 10:00 broadcast']);
  });

  it('keeps the id of a question that an edit leaves in place', async () => {
    const questions = [
      { id: 'done', sequence: 1, text: 'What did you finish?', type: 'TEXT' },
      { id: 'next', sequence: 2, text: 'And now?', type: 'TEXT' },
    ];
    const events = [{ at: '2026-11-18T07:00:00Z', do: 'edit', meetingId: 'daily', change: { questions } }];
    const answers = [
      { memberId: 'ann', date: '2026-11-18', at: '2026-11-18T09:30:00Z', values: { done: 'Much', next: 'More' } },
    ];
    expect((await playing({ events }, { answers })).notes).toEqual([]);
  });

  it.each(['deactivate', 'delete', 'cancel'])('sends nothing after %s', async (action) => {
    const date = action === 'cancel' ? { date: '2026-11-18' } : {};
    const events = [{ at: '2026-11-18T09:30:00Z', do: action, meetingId: 'daily', ...date }];
    expect(await storyOf({ events })).toEqual(day);
  });

  it('starts a cancelled run again by hand', async () => {
    const events = [
      { at: '2026-11-18T09:30:00Z', do: 'cancel', meetingId: 'daily' },
      { at: '2026-11-18T12:00:00Z', do: 'start', meetingId: 'daily' },
    ];
    expect((await storyOf({ events })).slice(3)).toEqual([
      '11-18 12:00 prompt ann',
      '11-18 12:00 prompt bob',
      '11-18 12:00 broadcast',
      '11-18 14:00 completed WINDOW_OVER',
      '11-18 14:00 summary',
    ]);
  });

  it('follows holidays, vacations, leavers and joiners', async () => {
    const events = [
      { at: '2026-11-18T06:00:00Z', do: 'vacation', memberId: 'bob', dates: ['2026-11-18'] },
      { at: '2026-11-18T06:30:00Z', do: 'join', teamId: 'team', memberId: 'cy' },
      {
        ...{ at: '2026-11-18T07:00:00Z', do: 'edit', meetingId: 'daily' },
        change: { members: ['ann', 'bob', 'cy'] },
      },
      { at: '2026-11-18T08:00:00Z', do: 'leave', teamId: 'team', memberId: 'ann' },
    ];
    const scenario = aScenario({ ...wednesday, zones });
    const [team] = scenario.teams;
    const members = [...(team?.members ?? []), { id: 'cy', timezone: 'Europe/Berlin', isThere: false }];
    const { lines } = await play({ ...scenario, teams: [{ ...team, members }], events });
    expect(story(lines).slice(0, 2)).toEqual(['11-18 09:00 prompt cy', '11-18 09:00 broadcast']);
  });

  it('records a blocked chat, and asks again after it is unblocked', async () => {
    const events = [
      { at: '2026-11-18T08:00:00Z', do: 'block', memberId: 'bob' },
      { at: '2026-11-19T08:00:00Z', do: 'unblock', memberId: 'bob' },
    ];
    const lines = await storyOf({ events }, { end: '2026-11-19T10:00:00Z' });
    expect(lines.filter((line) => line.includes('bob'))).toEqual([
      '11-18 09:00 missed bob BLOCKED',
      '11-19 09:00 prompt bob',
    ]);
  });

  it('explains the rejections of the product', async () => {
    const events = [{ at: '2026-11-18T06:00:00Z', do: 'cancel', meetingId: 'daily', date: '2026-11-17' }];
    expect((await playing({ events })).notes).toEqual([
      'The event cancel of daily is refused: there is no run to cancel.',
    ]);
  });
});

describe('faults', () => {
  it('asks after a storm of 503', async () => {
    const storms = [{ from: '2026-11-18T08:59:00Z', to: '2026-11-18T09:05:00Z', status: 503 }];
    const lines = await storyOf({ storms });
    expect(lines.filter((line) => line.includes('prompt')).map((line) => line.slice(-15))).toEqual([
      'prompt ann late',
      'prompt bob late',
    ]);
  });

  it('repeats a message whose reply was lost, and shows each accepted one', async () => {
    const lostReplies = [{ from: '2026-11-18T08:59:00Z', to: '2026-11-18T09:01:00Z' }];
    const lines = await storyOf({ lostReplies });
    expect(lines.filter((line) => line.includes('prompt ann')).length).toBe(2);
  });

  it('continues over the same store after a kill', async () => {
    const kills = [{ at: '2026-11-18T08:59:00Z', moment: 'BEFORE' }];
    const lines = await storyOf({ kills });
    expect(lines.filter((line) => line.includes('prompt')).length).toBe(2);
  });

  it('asks once with two instances', async () => {
    const twoInstances = [{ from: '2026-11-18T00:00:00Z', to: '2026-11-18T10:00:00Z' }];
    expect((await storyOf({ twoInstances })).slice(0, 3)).toEqual(day);
  });
});

describe('a scenario that cannot be played', () => {
  const at = '2026-11-18T06:00:00Z';
  it.each([
    ['an unknown event', { events: [{ at, do: 'dance' }] }, /events\[0\].do/],
    [
      'an event of no meeting',
      { events: [{ at, do: 'start', meetingId: 'x' }] },
      'events[0].meetingId: there is no meeting x',
    ],
    [
      'an event of no team',
      { events: [{ at, do: 'holiday', teamId: 'x', dates: ['2026-11-18'] }] },
      'events[0].teamId: there is no team x',
    ],
    ['an event of nobody', { events: [{ at, do: 'mute', memberId: 'x' }] }, 'events[0].memberId: x is not in any team'],
    [
      'a stranger in a team',
      { events: [{ at, do: 'leave', teamId: 'team', memberId: 'x' }] },
      'events[0].memberId: x is not in team team',
    ],
    [
      'a holiday without dates',
      { events: [{ at, do: 'holiday', teamId: 'team', dates: [] }] },
      'events[0].dates: needs at least one date',
    ],
    [
      'an edit with a stranger',
      { events: [{ at, do: 'edit', meetingId: 'daily', change: { members: ['x'] } }] },
      'events[0].change.members: x is not in team team',
    ],
    [
      'an event before the start',
      { events: [{ at: '2026-11-17T06:00:00Z', do: 'start', meetingId: 'daily' }] },
      'events[0].at: lies outside the time from start to end',
    ],
    [
      'a storm that ends before it begins',
      { storms: [{ from: at, to: at, status: 429 }] },
      'storms[0].to: must lie after from',
    ],
    [
      'a storm of another status',
      { storms: [{ from: at, to: '2026-11-18T07:00:00Z', status: 404 }] },
      'storms[0].status: must be 429 or 503',
    ],
    ['a kill at no moment', { kills: [{ at, moment: 'NEVER' }] }, 'kills[0].moment: must be BEFORE or AFTER'],
  ])('refuses %s in words', async (_name, extra, sentence) => {
    await expect(playing(extra)).rejects.toThrow(sentence);
  });
});
