import { read } from '@e965/xlsx';
import type { CellObject } from '@e965/xlsx';
import { parse } from 'csv-parse/sync';
import { lexer } from 'marked';
import type { Token } from 'marked';
import { displayValue } from '#contracts/meetings/questionTypes/questionDefinitionsAndValueDisplay.ts';
import { getRollup as rollupCall } from '#contracts/rollup/rollupQueryAndResult.ts';
import type { RollupEntry, RollupGroup, RollupGrouping } from '#contracts/rollup/rollupQueryAndResult.ts';
import { withoutFormula } from '#contracts/core/csvText.ts';
import { valueReader } from '../../../bot/src/domain/wording/formatDatesListsAndDurations.ts';
import { eraseInTeam } from '../../../bot/src/services/dataLifecycle/erasePersonInOrganisation.ts';
import { getRollup } from '../../../bot/src/services/rollup/getRollup.ts';
import { saveAnswer } from '../../../bot/src/services/answers/saveAnswerAndShowCard.ts';
import { skipRun } from '../../../bot/src/services/answers/skipRun.ts';
import { translateFor } from '../../../bot/src/translate.ts';
import { aDate, aMeetingId, anInstant, aQuestion, idOf } from '../../support/data/idDateAndRecordBuilders.ts';
import { readPdf } from '../../support/files/readPdf.ts';
import { aWorld } from '../../support/worlds/teamWorldWithEngine.ts';
import type { World } from '../../support/worlds/teamWorldWithEngine.ts';
import { fileOf } from '../../support/worlds/downloadRollupFile.ts';
import { question } from '../../support/worlds/saveAnswersAndReadMessages.ts';

// Compares the content of each file with the reply of `getRollup`. The test reads the files with libraries that the
// product does not use.

const range = { preset: 'RANGE', from: '2026-11-19', to: '2026-11-20' };
const t = translateFor('en');

const wild = [
  ...['=1+1', '@cmd', '-5 is honest', 'a "quoted", and\nsecond line', '<b>&amp; **bold** [x](http://a.test) `code`'],
  ...[
    '# heading\n- list\n1. one\n> quote',
    '東京 مرحبا ünï😀',
    'constructor',
    'See https://tickets.test/a_b?c=1 with @bob',
  ],
];

const textQuestions = wild.map((_text, index) =>
  aQuestion({ id: question(`t${index}`), sequence: index + 1, text: `Q${index}` }),
);

const createWorld = async (): Promise<World> => {
  const world = await aWorld({ people: ['ann', 'bob', 'cy'], start: '2026-11-19T08:00:00Z' });
  await world.meeting({
    ...{ isReminderEnabled: false, isReportSummaryInChat: false, name: 'Stand-up [Q4/1]' },
    questions: [
      ...textQuestions,
      aQuestion({
        id: question('mood'),
        sequence: 15,
        type: 'SCALE',
        text: 'Mood',
        lowLabel: 'Bad',
        highLabel: 'Good',
      }),
      aQuestion({ id: question('count'), sequence: 16, type: 'NUMBER', text: 'Tickets', unit: 'pcs' }),
      aQuestion({ id: question('due'), sequence: 17, type: 'DATE', text: 'Due' }),
    ],
  });
  for (const date of ['2026-11-19', '2026-11-20']) {
    await world.runUntil(`${date}T09:05:00Z`, 3600);
    const values = [
      ...wild.map((text, index) => [question(`t${index}`), text]),
      ...([
        [question('mood'), '4'],
        [question('count'), '2.5'],
        [question('due'), '2026-12-24'],
      ] as const),
    ];
    await saveAnswer(world.answering, world.actor('cy'), {
      ...{ meetingId: aMeetingId(), date: aDate(date), goals: [], values: Object.fromEntries(values) as never },
    });
    await skipRun(world.answering, world.actor('bob'), { meetingId: aMeetingId(), date: aDate(date), reason: '=ill' });
  }
  await world.runUntil('2026-11-20T12:00:00Z', 3600);
  return world;
};

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.verify());

/** Returns all groups of the roll-up as the page reads them. */
const groupsOf = async (by: RollupGrouping): Promise<readonly RollupGroup[]> => {
  const input = rollupCall.input.parse({ ...range, by });
  const { groups, next } = await getRollup(world.answering, world.actor('ann'), input);
  expect(next).toBeNull();
  return groups;
};

const shown = ({ answers }: RollupEntry): string[] =>
  answers.map(({ format, answer }) => displayValue(format, answer, valueReader(t)));

describe('the CSV file of a roll-up', () => {
  it.each(['PERSON', 'DAY', 'QUESTION'] as const)('has a row for each answer of the page by %s', async (by) => {
    const { fileName, bytes } = await fileOf(world, world.actor('ann'), 'CSV', { ...range, by });
    expect(fileName).toBe('rollup-2026-11-19-2026-11-20.csv');
    const [head, ...rows] = parse(bytes, { bom: true });
    expect(head?.slice(0, 4)).toEqual(['Date', 'Team', 'Report', 'Person']);
    const entries = (await groupsOf(by)).flatMap((group) => group.entries);
    const expected = entries.flatMap((entry) => {
      const { date, memberId, name, answers } = entry;
      const first = [date, 'Stand-up [Q4/1]', name, memberId];
      const texts = shown(entry);
      return answers.length === 0
        ? [[...first, '', '']]
        : answers.map(({ question: asked }, index) => [...first, asked, withoutFormula(texts[index] ?? '')]);
    });
    expect(rows.map((row) => [row[0], row[2], row[3], row[12], row[8], row[9]])).toEqual(expected);
    expect(entries.length).toBe(by === 'QUESTION' ? 2 * (wild.length + 3) : 6);
  });

  it('protects names against formulas', async () => {
    const own = await aWorld({ people: ['=ann', 'bob'] });
    await own.meeting({ isReminderEnabled: false, name: '@daily' });
    await own.runUntil('2026-11-20T12:00:00Z', 3600);
    const { bytes } = await fileOf(own, own.actor('bob'), 'CSV', range);
    const [, ...rows] = parse(bytes, { bom: true });
    expect(rows.map((row) => [row[2], row[3]])).toEqual([
      ["'@daily", "'=ann"],
      ["'@daily", 'bob'],
    ]);
  });

  it('has the reason of a skip behind its state, and numbers and dates as values', async () => {
    const { bytes } = await fileOf(world, world.actor('ann'), 'CSV', range);
    const rows = parse(bytes, { bom: true });
    expect(rows.some((row) => row[4] === 'Skipped · =ill')).toBe(true);
    const values = new Map(rows.map((row) => [row[8], row[10]]));
    expect(['Mood', 'Tickets', 'Due', 'Q0'].map((asked) => values.get(asked))).toEqual(['4', '2.5', '2026-12-24', '']);
  });

  it('is in the reader’s language, with the times of the reader’s zone', async () => {
    const { bytes } = await fileOf(world, world.actor('ann', { locale: 'de' }), 'CSV', range);
    const [head, ...rows] = parse(bytes, { bom: true });
    expect(head?.[0]).toBe('Datum');
    const { entries = [] } =
      (await groupsOf('PERSON')).find(({ entries: [entry] }) => entry?.answeredAt !== null) ?? {};
    const zone = /\((.*)\)/.exec(head?.[5] ?? '')?.[1];
    const local = (at: string): string =>
      new Date(at).toLocaleString('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' });
    const times = new Set(rows.flatMap((row) => (row[5] === '' ? [] : [row[5]])));
    expect(times).toEqual(new Set(entries.map(({ answeredAt }) => local(answeredAt ?? ''))));
  });
});

describe('the workbook of a roll-up', () => {
  type Grid = (string | number | Date | null)[][];
  const sheetsOf = async (): Promise<ReadonlyMap<string, { grid: Grid; links: string[] }>> => {
    const { bytes } = await fileOf(world, world.actor('ann'), 'XLSX', range);
    const { Sheets } = read(bytes, { type: 'buffer', dense: true, cellDates: true, UTC: true });
    return new Map(
      Object.entries(Sheets).map(([name, sheet]) => {
        const rows: readonly (readonly (CellObject | undefined)[])[] = sheet['!data'] ?? [];
        const grid = rows.map((row) => Array.from(row, (cell) => (cell?.v ?? null) as Grid[number][number]));
        return [name, { grid, links: rows.flat().flatMap((cell) => (cell?.l === undefined ? [] : [cell.l.Target])) }];
      }),
    );
  };

  it('has the figures of each grouping with typed cells', async () => {
    const sheets = await sheetsOf();
    expect([...sheets.keys()]).toEqual(['All together', 'By person', 'By day', 'By question', 'Answers']);
    const people = await groupsOf('PERSON');
    const [, ...personRows] = sheets.get('By person')?.grid ?? [];
    const counts = ({ figures: { participation: item } }: RollupGroup): number[] => [
      ...[item.asked, item.answered, item.late, item.skipped, item.missing, item.notAsked, item.unreachable],
      ...[item.open, item.away],
    ];
    expect(personRows.map((row) => [row[0], ...row.slice(2, 11)])).toEqual(
      people.map((group) => [group.by === 'PERSON' ? group.name : '', ...counts(group)]),
    );
    const days = await groupsOf('DAY');
    const [, ...dayRows] = sheets.get('By day')?.grid ?? [];
    expect(dayRows.map(([date, ...row]) => [date, ...row.slice(0, 9)])).toEqual(
      days.map((group) => [new Date(`${group.key}T00:00:00Z`), ...counts(group)]),
    );
    const questions = await groupsOf('QUESTION');
    const [, ...questionRows] = sheets.get('By question')?.grid ?? [];
    expect(questionRows.map((row) => row.slice(1, 4))).toEqual(
      questions.map((group) => (group.by === 'QUESTION' ? [group.question, group.answers, group.average] : [])),
    );
    const rowOf = (asked: string) => questionRows.find((row) => row[1] === asked)?.slice(4, 8);
    const due = new Date('2026-12-24T00:00:00Z');
    expect(rowOf('Due')).toEqual([34.5, due, due, null]);
    expect(rowOf('Mood')).toEqual([null, null, null, '1 – Bad: 0 · 2: 0 · 3: 0 · 4: 2 · 5 – Good: 0']);
    expect(sheets.get('By question')?.grid[0]?.slice(3, 8)).toEqual([
      ...['Average', 'Median in days', 'Earliest date', 'Latest date', 'Distribution'],
    ]);
  });

  it('has all answers as texts, numbers and dates, and links beside the texts', async () => {
    const sheet = (await sheetsOf()).get('Answers');
    const [, ...rows] = sheet?.grid ?? [];
    const entries = (await groupsOf('PERSON')).flatMap((group) => group.entries);
    const expected = entries.flatMap((entry) => {
      const date = new Date(`${entry.date}T00:00:00Z`);
      const texts = shown(entry);
      return entry.answers.length === 0
        ? [[date, entry.name, null, null]]
        : entry.answers.map(({ question: asked }, index) => [date, entry.name, asked, texts[index] ?? null]);
    });
    expect(rows.map((row) => [row[0], row[3], row[8] ?? null, row[9] ?? null])).toEqual(expected);
    const values = new Map(rows.map((row) => [row[8], row[10]]));
    expect([values.get('Mood'), values.get('Tickets'), values.get('Due')]).toEqual([4, 2.5, new Date('2026-12-24')]);
    // A cell has one link, the first of its text.
    expect(new Set(sheet?.links)).toEqual(new Set(['http://a.test/', 'https://tickets.test/a_b?c=1']));
  });
});

describe('the PDF of a roll-up', () => {
  it('has a section with a bookmark for each person, tags, page numbers, a title and a language', async () => {
    const day = { ...range, from: '2026-11-20' };
    const { bytes } = await fileOf(world, world.actor('ann'), 'PDF', day);
    const { pages, roles, bookmarks, isTagged, info, links } = await readPdf(bytes);
    const people = await groupsOf('PERSON');
    expect(bookmarks.map(({ title }) => title)).toEqual([
      'All together',
      ...people.map((group) => (group.by === 'PERSON' ? group.name : '')),
    ]);
    for (const { title, page } of bookmarks) expect(pages[page - 1]).toContain(title);
    expect(isTagged).toBe(true);
    expect(info).toMatchObject({ Language: 'en', Title: 'Report of Friday 20 November' });
    const all = roles.flat();
    const headings = (role: string): number => all.filter((item) => item === role).length;
    expect([headings('H1'), headings('H2'), headings('H3')]).toEqual([1, 1 + people.length, people.length]);
    expect(pages.map((page) => page.includes(`${pages.indexOf(page) + 1} / ${pages.length}`))).not.toContain(false);
    expect(links.map(({ url }) => url)).toContain('https://tickets.test/a_b?c=1');
    expect(links.some(({ url }) => url.startsWith('https://rollcall.test/reports/person/'))).toBe(true);
    const text = pages.flat().join(' ');
    for (const word of ['=1+1', '4 of 5', 'Tickets', 'Skipped · =ill', 'second line']) expect(text).toContain(word);
  });
});

describe('a roll-up by question', () => {
  it('has the median, the first and the last date in PDF and Markdown', async () => {
    const query = { ...range, by: 'QUESTION' };
    const dates = '2 answers · Median from the run to the date: 34.5 days · 24 Dec 2026';
    expect((await fileOf(world, world.actor('ann'), 'MARKDOWN', query)).bytes.toString()).toContain(dates);
    const { pages } = await readPdf((await fileOf(world, world.actor('ann'), 'PDF', query)).bytes);
    expect(pages.flat().join(' ')).toContain(dates);
  });
});

describe('the Markdown of a roll-up', () => {
  const textOf = (token: Token): string => {
    if (token.type === 'br') return '\n';
    const inner = 'tokens' in token ? (token.tokens as Token[] | undefined) : undefined;
    return inner === undefined ? ('text' in token ? (token.text as string) : '') : inner.map(textOf).join('');
  };

  it('has a heading for each person and entry, and every answer as text', async () => {
    const { bytes, fileName } = await fileOf(world, world.actor('ann'), 'MARKDOWN', range);
    expect(fileName).toMatch(/^rollup-2026-11-19-2026-11-20\.md$/);
    const tokens = lexer(bytes.toString());
    const headings = tokens.flatMap((token) =>
      token.type === 'heading' ? [[token['depth'] as number, textOf(token)] as const] : [],
    );
    const people = await groupsOf('PERSON');
    expect(headings.filter(([depth]) => depth === 2).map(([, text]) => text)).toEqual([
      'All together',
      ...people.map((group) => (group.by === 'PERSON' ? group.name : '')),
    ]);
    const entries = people.flatMap((group) => group.entries);
    expect(headings.filter(([depth]) => depth === 3)).toHaveLength(entries.length);
    const items = tokens.flatMap((token) => (token.type === 'list' ? (token['items'] as Token[]) : []));
    const lines = items.map((item) => textOf(item));
    const answers = entries.flatMap((entry) =>
      entry.answers.map(({ question: asked }, index) => `${asked}\n${shown(entry)[index]}`),
    );
    const firstAnswer = lines.filter((line) => answers.includes(line));
    expect(firstAnswer).toEqual(answers);
    const types = JSON.stringify(tokens);
    expect(types).not.toContain('"type":"html"');
    expect(types).toContain('"href":"https://tickets.test/a_b?c=1"');
  });
});

describe('goals that were not reached', () => {
  const createPlans = async (): Promise<World> => {
    const own = await aWorld({ people: ['ann'], start: '2026-11-19T08:00:00Z' });
    await own.meeting({
      ...{ isReminderEnabled: false, isReportSummaryInChat: false },
      questions: [
        aQuestion({ id: question('done'), sequence: 1, text: 'Done?' }),
        aQuestion({ id: question('plan'), sequence: 2, text: 'Plan?', isTimesheetQuestion: true }),
      ],
    });
    for (const date of ['2026-11-19', '2026-11-20']) {
      await own.runUntil(`${date}T09:05:00Z`, 3600);
      await saveAnswer(own.answering, own.actor('ann'), {
        ...{ meetingId: aMeetingId(), date: aDate(date), goals: [] },
        values: { [question('done')]: 'Nothing', [question('plan')]: '=Ship it 1h\nReview *this* 30m' },
      });
    }
    return own;
  };
  const goals = ['=Ship it', 'Review *this*'];

  it('are in every format, once for each entry, and protected against formulas', async () => {
    const own = await createPlans();
    const actor = own.actor('ann');
    const input = rollupCall.input.parse(range);
    const { groups } = await getRollup(own.answering, actor, input);
    expect(groups.flatMap(({ entries }) => entries.map(({ goalsOpen }) => goalsOpen))).toEqual([goals, []]);
    const [head, ...rows] = parse((await fileOf(own, actor, 'CSV', range)).bytes, { bom: true });
    expect(head?.at(-1)).toBe('Goals not reached');
    expect(rows.map((row) => row.at(-1))).toEqual([withoutFormula(goals.join('\n')), '', '', '']);
    const { Sheets } = read((await fileOf(own, actor, 'XLSX', range)).bytes, { type: 'buffer', dense: true });
    const cells = (Sheets['Answers']?.['!data'] ?? []).map((row: (CellObject | undefined)[]) => row[12]?.v ?? null);
    expect(cells).toEqual(['Goals not reached', goals.join('\n'), null, null, null]);
    const markdown = (await fileOf(own, actor, 'MARKDOWN', range)).bytes.toString();
    expect(markdown.split('- **Goals not reached**\\\n  \\=Ship it\\\n  Review \\*this\\*\n')).toHaveLength(2);
    const { pages } = await readPdf((await fileOf(own, actor, 'PDF', range)).bytes);
    const text = pages.flat().join(' ');
    expect(text).toContain('Goals not reached =Ship it Review *this*');
  });

  it('are in a document by question only below the plan', async () => {
    const own = await createPlans();
    const { bytes } = await fileOf(own, own.actor('ann'), 'MARKDOWN', { ...range, by: 'QUESTION' });
    const [, done = '', plan = ''] = bytes.toString().split(/^## (?:Done|Plan)\?$/m);
    expect([done, plan].map((part) => part.includes('Goals not reached'))).toEqual([false, true]);
  });
});

describe('the file of several days', () => {
  it.each([
    ['en', 'Roll-up, 19 Nov 2026 to 20 Nov 2026'],
    ['fr', 'Synthèse du 19 nov. 2026 au 20 nov. 2026'],
    ['es', 'Resumen del 19 nov 2026 al 20 nov 2026'],
  ])('has a title that is one phrase in %s', async (locale, title) => {
    const { bytes } = await fileOf(world, world.actor('ann', { locale }), 'MARKDOWN', range);
    expect(bytes.toString().split('\n')[0]).toBe(`# ${title}`);
  });
});

describe('the file of one day', () => {
  it('has the name of a report and the day as its title', async () => {
    const day = { preset: 'RANGE', from: '2026-11-20', to: '2026-11-20', meetings: aMeetingId() };
    const { fileName, bytes } = await fileOf(world, world.actor('ann'), 'MARKDOWN', day);
    expect(fileName).toMatch(/^report-2026-11-20\.md$/);
    expect(bytes.toString()).toMatch(/^# Report of Friday 20 November\n/);
  });

  it('shows that there is nothing in a day without runs', async () => {
    const day = { preset: 'RANGE', from: '2026-11-15', to: '2026-11-15' };
    const actor = world.actor('ann');
    expect((await fileOf(world, actor, 'MARKDOWN', day)).bytes.toString()).toContain('Nothing in this period');
    const { pages } = await readPdf((await fileOf(world, actor, 'PDF', day)).bytes);
    expect(pages.flat()).toContain('Nothing in this period');
    expect(parse((await fileOf(world, actor, 'CSV', day)).bytes, { bom: true })).toHaveLength(1);
  });
});

describe('an erased person', () => {
  it('is in no format by name or words', async () => {
    const own = await createWorld();
    own.plants(/names no message/);
    const erased = { memberId: own.member('cy'), names: ['cy'], replacement: 'A former member' };
    const place = { orgId: own.orgId, teamId: own.teamId };
    await eraseInTeam({ ...own.deps, newId: () => idOf('n') }, place, erased, anInstant('2026-11-20T12:00:00Z'));
    const actor = own.actor('ann');
    const csv = parse((await fileOf(own, actor, 'CSV', range)).bytes, { bom: true });
    expect(new Set(csv.slice(1).map((row) => row[3]))).toEqual(new Set(['A former member', 'ann', 'bob']));
    const { Sheets } = read((await fileOf(own, actor, 'XLSX', range)).bytes, { type: 'buffer', dense: true });
    const cells = Object.values(Sheets).flatMap((sheet) => (sheet['!data'] ?? []).flat() as (CellObject | undefined)[]);
    const workbook = cells.map((cell) => String(cell?.v ?? '')).join('\n');
    const markdown = (await fileOf(own, actor, 'MARKDOWN', range)).bytes.toString();
    const pdf = await readPdf((await fileOf(own, actor, 'PDF', range)).bytes);
    const document = [pdf.pages.flat(), pdf.bookmarks.map(({ title }) => title)].flat().join('\n');
    for (const text of [workbook, markdown, document]) {
      expect(text).toContain('A former member');
      expect(text).not.toMatch(/\bcy\b/i);
      expect(text).not.toContain('5 is honest');
    }
  });
});
