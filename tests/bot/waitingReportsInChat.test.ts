import { aMeetingId } from '../support/data/idDateAndRecordBuilders.ts';
import { addMeeting, addTeam, aDialogue, only, setRole } from '../support/apps/botConversation.ts';
import type { Dialogue } from '../support/apps/botConversation.ts';
import { answerAs, friday, runOf } from '../support/worlds/saveAnswersAndReadMessages.ts';
import { threadId } from '../support/data/seedTenantsAndTeamMembers.ts';
import { aWorld } from '../support/worlds/teamWorldWithEngine.ts';
import type { World, WorldOptions } from '../support/worlds/teamWorldWithEngine.ts';

// Tests that the commands `hi`, `start` and `answer` list all waiting reports, offer only permitted actions, and reply
// in private.

let world: World;
let chat: Dialogue;
const open = async (options: WorldOptions = {}): Promise<void> => {
  world = await aWorld(options);
  chat = await aDialogue(world);
};
afterEach(() => chat.close());

const numbers = [1, 2, 3, 4, 5, 6, 7, 8, 9];
/** Creates a world with nine reports whose runs opened at 10:00 in Berlin. The ninth run closes first. */
const nineReports = async (): Promise<void> => {
  await open();
  for (const number of numbers)
    await world.meeting({
      id: aMeetingId(`r${number}`),
      name: `Report ${number}`,
      reportSummaryTime: 200 - 10 * number,
    });
  await world.runUntil('2026-11-20T09:02:00Z');
};

describe('nine reports that wait', () => {
  it.each(['hi', 'start', 'answer', 'help'])(
    'are all listed by “%s”, the first six to close with buttons',
    async (word) => {
      await nineReports();
      const list = only((await chat.sendText('bob', word)).here);
      expect(list.text).toContain('9 reports wait for your answer');
      expect(list.buttons).toEqual([9, 8, 7, 6, 5, 4].map((number) => `Answer Report ${number} (Fri 20 Nov)`));
      expect(numbers.filter((number) => list.text.includes(`Report ${number} – Friday 20 November`))).toEqual(numbers);
      expect(list.text.match(/Say “answer Report \d 2026-11-20”/g)).toEqual(
        [3, 2, 1].map((number) => `Say “answer Report ${number} 2026-11-20”`),
      );
    },
  );

  it('are answered by the command that the list gives', async () => {
    await nineReports();
    const card = only((await chat.sendText('bob', 'answer Report 2 2026-11-20')).here);
    expect(card.text).toContain('Report 2 – due 13:00');
    expect(card.buttons).toContain('Send');
  });
});

it('keeps the date in the title of a button for a report with a long name', async () => {
  await open();
  await world.meeting({ name: 'A very long name of a report that says all there is to say about it and more' });
  await world.runUntil('2026-11-20T09:02:00Z');
  const [title = ''] = only((await chat.sendText('bob', 'hi')).here).buttons;
  expect(title).toMatch(/^Answer A very long name .*… \(Fri 20 Nov\)$/);
  expect(Array.from(title).length).toBeLessThanOrEqual(60);
});

it('shows forty waiting reports on one card that chats accept', async () => {
  await open();
  for (let number = 0; number < 40; number += 1)
    await world.meeting({ id: aMeetingId(`r${number}`), name: `Report ${number} ${'x'.repeat(80)}` });
  await world.runUntil('2026-11-20T09:02:00Z');
  const list = only((await chat.sendText('bob', 'hi')).here);
  expect(list.text.match(/answer Report \d+ x+ 2026-11-20/g)).toHaveLength(34);
  expect(Buffer.byteLength(JSON.stringify(list.card))).toBeLessThan(25_000);
});

describe('the list of runs to start', () => {
  beforeEach(async () => {
    await open();
    await world.meeting();
    await world.meeting({ id: aMeetingId('retro'), name: 'Retro', createdBy: world.member('bob') });
  });

  it.each([
    ['admin', ['Start Daily stand-up (Fri 20 Nov)', 'Start Retro (Fri 20 Nov)']],
    ['user', ['Start Retro (Fri 20 Nov)']],
  ] as const)('gives the role %s these buttons: %j', async (role, buttons) => {
    await setRole(world, 'bob', role);
    expect(only((await chat.sendText('bob', 'start')).here).buttons).toEqual(buttons);
  });

  it('lists runs that wait before those that can be started', async () => {
    await world.changeMeeting({ time: 545 });
    await world.runUntil('2026-11-20T08:06:00Z');
    expect(only((await chat.sendText('bob', 'start')).here).buttons).toEqual([
      'Answer Daily stand-up (Fri 20 Nov)',
      'Start Retro (Fri 20 Nov)',
    ]);
  });

  it('offers no start of a report with a complete run today', async () => {
    await world.changeMeeting({ time: 545 });
    await world.runUntil('2026-11-20T08:06:00Z');
    for (const name of ['ann', 'bob']) await answerAs(world, name);
    await world.runUntil('2026-11-20T08:08:00Z');
    expect(await runOf(world)).toMatchObject({ state: 'COMPLETED' });
    await setRole(world, 'bob', 'admin');
    await world.meeting({ id: aMeetingId('third'), name: 'Third' });
    expect(only((await chat.sendText('bob', 'start')).here).buttons).toEqual([
      'Start Retro (Fri 20 Nov)',
      'Start Third (Fri 20 Nov)',
    ]);
  });

  it('keeps the runs that wait for the starter out of a channel', async () => {
    await world.runUntil('2026-11-20T09:02:00Z', 600);
    world.clock.set('2026-11-21T09:00:00Z');
    const { here } = await chat.sendText('ann', 'start daily', { place: 'channel', threadId });
    const started = only(here);
    expect(started.text).toContain('Daily stand-up of Saturday 21 November has started');
    expect(started.text).not.toContain('20 November');
    expect(started.buttons).toEqual([]);
  });

  it('offers no start to a person without the permission', async () => {
    await world.changeMeeting({ createdBy: world.member('ann') }, aMeetingId('retro'));
    const idle = only((await chat.sendText('bob', 'hi')).here);
    expect(idle.text).not.toContain('start');
    expect(idle.buttons).toEqual(['Open dashboard']);
    expect(only((await chat.sendText('bob', 'start')).here)).toMatchObject({ buttons: [] });
    expect(only((await chat.sendText('ann', 'hi')).here).buttons).toEqual(['Start a report', 'Open dashboard']);
  });

  it('starts by name as before', async () => {
    expect(only((await chat.sendText('ann', 'start daily')).here).text).toContain(
      'Daily stand-up of Friday 20 November has started',
    );
    expect(await runOf(world)).toMatchObject({ source: 'MANUAL' });
  });

  it('sends a person without the permission to start the waiting run of the report, whatever its date', async () => {
    await world.runUntil('2026-11-20T09:02:00Z', 600);
    world.clock.set('2026-11-21T09:00:00Z');
    const card = only((await chat.sendText('bob', 'start daily')).here);
    expect(card.text).toContain('It is for Friday 20 November.');
    expect(card.buttons).toContain('Send');
  });

  it('informs a person who starts a report that yesterday’s run still waits', async () => {
    await world.runUntil('2026-11-20T09:02:00Z', 600);
    world.clock.set('2026-11-21T09:00:00Z');
    const started = only((await chat.sendText('ann', 'start daily')).here);
    expect(started.text).toContain('Daily stand-up of Saturday 21 November has started');
    expect(started.buttons).toEqual(['Answer Daily stand-up (Fri 20 Nov)']);
  });
});

describe('two teams with reports of one name', () => {
  beforeEach(async () => {
    await open();
    const sales = await addTeam(world, 'Sales', ['bob']);
    await world.meeting();
    await addMeeting(world, { teamId: sales, id: aMeetingId('sales'), members: [world.member('bob')] });
    await world.runUntil('2026-11-20T09:02:00Z');
  });

  it.each(['hi', 'answer daily', 'start daily'])('are distinguished by team and date after “%s”', async (words) => {
    const list = only((await chat.sendText('bob', words)).here);
    expect([...list.buttons].sort()).toEqual([
      'Answer Daily stand-up (Platform, Fri 20 Nov)',
      'Answer Daily stand-up (Sales, Fri 20 Nov)',
    ]);
  });

  it('does not name the team to a person in one team only', async () => {
    expect(only((await chat.sendText('ann', 'hi')).here).buttons).toEqual(['Answer Daily stand-up (Fri 20 Nov)']);
  });

  const places = [
    ['channel', { place: 'channel', threadId }],
    ['group chat', { place: 'groupChat', threadId }],
  ] as const;
  describe.each(places)('in a %s', (_, where) => {
    it.each(['hi', 'help', 'answer', 'answer daily', 'why', 'tomorrow', 'mute', 'unmute', 'start'])(
      '“%s” is answered in the private chat, with one line that names nothing',
      async (words) => {
        const { here, aside } = await chat.sendText('bob', words, where);
        expect(only(here)).toMatchObject({ text: 'I answered you in our private chat.', buttons: [] });
        expect(only(aside).text).not.toBe('');
      },
    );

    it('reports that the private chat cannot be reached, and nothing else', async () => {
      world.messenger.failWhen(() => ({ kind: 'BLOCKED' }));
      const { here, aside } = await chat.sendText('bob', 'hi', where);
      expect(aside).toEqual([]);
      expect(only(here).text).toBe(
        'I could not reach you in our private chat. Please open a chat with me and write to me there.',
      );
    });

    it('shows only reports of that team to start', async () => {
      await setRole(world, 'bob', 'admin');
      await world.meeting({ id: aMeetingId('retro'), name: 'Retro', time: 1200 });
      await world.meeting({ id: aMeetingId('plan'), name: 'Planning', time: 1200 });
      const { here, aside } = await chat.sendText('bob', 'start', where);
      expect(aside).toEqual([]);
      expect(only(here).buttons).toEqual(['Start Planning (Fri 20 Nov)', 'Start Retro (Fri 20 Nov)']);
      expect(only(here).text).not.toContain('Daily stand-up');
    });

    it('does not find a report of another team', async () => {
      await setRole(world, 'bob', 'admin');
      const other = { verb: 'command', command: `start ${aMeetingId('sales')}` };
      const { here } = await chat.press('bob', other, where);
      expect(only(here).text).toBe('I answered you in our private chat.');
    });
  });

  it('names no team in a channel without a team id', async () => {
    await setRole(world, 'bob', 'admin');
    await world.meeting({ id: aMeetingId('retro'), name: 'Retro', time: 1200 });
    const nameless = { place: 'channel', threadId: '' } as const;
    expect(only((await chat.sendText('bob', 'start', nameless)).here).text).toBe('I answered you in our private chat.');
  });
});

describe('`answer`', () => {
  beforeEach(async () => {
    await open();
    await world.meeting();
    await world.meeting({ id: aMeetingId('retro'), name: 'Retro', time: 1200 });
    await world.runUntil('2026-11-20T09:02:00Z');
  });

  it.each([
    'answer',
    'Answer daily',
    '/answer DAILY stand-up',
    `answer daily ${friday}`,
    `answer ${friday}`,
    `answer: Daily ${friday}?`,
  ])('“%s” brings the card of the only run that is meant', async (words) => {
    expect(only((await chat.sendText('bob', words)).here).buttons).toContain('Send');
  });

  it('brings the answered card with Edit, and the next run ahead', async () => {
    const form = only((await chat.sendText('bob', 'answer daily')).here);
    const [send] = form.card['actions'] as { data: Record<string, unknown> }[];
    await chat.press('bob', { ...send?.data, verb: 'submit', 'q:done': 'All', 'q:plan': '', 'q:blocked': 'No' });
    const answered = only((await chat.sendText('bob', `answer daily ${friday}`)).here);
    expect(answered.text).toContain('Daily stand-up – due 12:00');
    expect(only((await chat.sendText('bob', 'answer retro')).here).text).toContain('you can answer ahead');
  });

  it.each(['answer', 'answer retro 2026-11-18'])('“%s” reports once that nothing waits', async (words) => {
    world.clock.set('2026-11-30T09:00:00Z');
    await chat.close();
    chat = await aDialogue(world);
    const { text } = only((await chat.sendText('bob', words)).here);
    expect(text.match(/nothing waits/gi)).toHaveLength(1);
  });

  it('refuses a date without a run, an unknown report, and never starts one', async () => {
    const closed = only((await chat.sendText('ann', 'answer daily 2026-11-19')).here);
    expect(closed.text).toContain('Daily stand-up – Thursday 19 November cannot be answered');
    expect(closed.buttons).toEqual(['Answer Daily stand-up (Fri 20 Nov)']);
    const unknown = only((await chat.sendText('ann', 'answer lunch')).here);
    expect(unknown.text).toContain('No report here is called “lunch”');
    expect(unknown.buttons).toEqual(['Answer Daily stand-up (Fri 20 Nov)']);
    await chat.sendText('ann', 'answer retro');
    expect(await runOf(world, '2026-11-19')).toBeUndefined();
  });

  it('finds a report whose name ends with a date', async () => {
    await world.meeting({ id: aMeetingId('dated'), name: `Review ${friday}`, time: 1200 });
    expect(only((await chat.sendText('bob', `answer Review ${friday}`)).here).text).toContain(`Review ${friday}`);
  });
});

it('keeps an answer out of a channel to which its card was forwarded', async () => {
  await open();
  await world.meeting();
  await world.runUntil('2026-11-20T09:02:00Z');
  const form = only((await chat.sendText('bob', 'answer')).here);
  const [send] = form.card['actions'] as { data: Record<string, unknown> }[];
  const data = { ...send?.data, verb: 'submit', 'q:done': 'A secret', 'q:plan': 'Rest', 'q:blocked': 'No' };
  const { here, aside } = await chat.press('bob', data, { place: 'channel', threadId });
  expect(only(here)).toMatchObject({ text: 'I answered you in our private chat.' });
  expect(only(aside).text).toContain('A secret');
});

describe('names', () => {
  const names = ['Équipe de nuit', 'Größe prüfen', 'Año nuevo', 'Wiśniewska', 'デイリー', 'تَقرير يومي', 'Løb Łódź'];
  it.each([
    ['equipe', 'Équipe de nuit'],
    ['EQUIPE-DE-NUIT', 'Équipe de nuit'],
    ['grosse', 'Größe prüfen'],
    ['prufen', 'Größe prüfen'],
    ['ano nuevo', 'Año nuevo'],
    ['wisn', 'Wiśniewska'],
    ['デイ', 'デイリー'],
    ['تقرير', 'تَقرير يومي'],
    ['lodz', 'Løb Łódź'],
    ['lob', 'Løb Łódź'],
  ])('“answer %s” and “start %s” find %s without its accents', async (words, name) => {
    await open();
    for (const [index, item] of names.entries()) await world.meeting({ id: aMeetingId(`m${index}`), name: item });
    expect(only((await chat.sendText('ann', `start ${words}`)).here).text).toContain(`${name} of Friday 20 November`);
    expect(only((await chat.sendText('ann', `answer ${words}`)).here).text).toContain(name);
  });
});

it.each([
  ['de', 'Daily stand-up beantworten (Fr., 20. Nov.)'],
  ['fr', 'Répondre à Daily stand-up (ven. 20 nov.)'],
  ['es', 'Responder a Daily stand-up (vie, 20 nov)'],
  ['ja', 'Daily stand-up に回答 (11月20日(金))'],
  ['ar', 'الجمعة'],
])('lists in %s the waiting reports with their dates', async (locale, title) => {
  await open();
  await world.meeting();
  await world.runUntil('2026-11-20T09:02:00Z');
  const list = only((await chat.sendText('bob', 'hi', { locale })).here);
  expect(list.buttons.join()).toContain(title);
  expect(list.text).not.toMatch(/Say|waits|due/);
});

it('lists yesterday’s and today’s run of one report, both with their dates', async () => {
  await open();
  await world.meeting();
  await world.runUntil('2026-11-20T09:02:00Z');
  world.clock.set('2026-11-21T08:00:00Z');
  await chat.sendText('ann', 'start daily');
  await world.engine.poll();
  const list = only((await chat.sendText('bob', 'hi')).here);
  expect(list.text).toContain('2 reports wait for your answer');
  expect(list.buttons).toEqual(['Answer Daily stand-up (Fri 20 Nov)', 'Answer Daily stand-up (Sat 21 Nov)']);
  expect(only((await chat.sendText('bob', 'answer daily 2026-11-21')).here).text).toContain('Saturday 21 November');
});
