import ICAL from 'ical.js';
import en from '#contracts/text/en.json' with { type: 'json' };
import { userFeed } from '#contracts/daysOff/publishedCalendarFeed.ts';
import { limits } from '#contracts/core/limitsAndProductConstants.ts';
import { memberPreferences } from '#contracts/people/memberActivationAndPreferences.ts';
import { deleteVacation, saveVacation } from '#contracts/daysOff/changeAndListDaysOff.ts';
import { createFeedCache } from '../../../bot/src/services/daysOff/publishedFeedCache.ts';
import { inOrg } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { meeting as meetingKind } from '../../../bot/src/store/kinds/meetings/meetingWithNameAndPointer.ts';
import { saveStandup } from '../../support/apps/standupDayAndValidCalls.ts';
import {
  aDate,
  aMeeting,
  aMeetingId,
  aMemberId,
  anOrgId,
  aTeamId,
  aZone,
} from '../../support/data/idDateAndRecordBuilders.ts';
import { useTestApp } from '../../support/apps/testApp.ts';
import type { Person } from '../../support/apps/testApp.ts';

const app = useTestApp();

const subscribe = async (who: Person): Promise<string> => {
  const { url } = await app().get(who, userFeed, { action: 'RENEW' });
  return new URL(url ?? '').pathname;
};
const read = (target: string, version?: string) =>
  app().send({ target, ...(version === undefined ? {} : { headers: { 'If-None-Match': version } }) });

interface Event {
  readonly title: string;
  readonly detail: string;
  readonly start: string;
}

/** Parses the events with a calendar library that the product does not use. */
const eventsIn = (text: string): readonly Event[] =>
  new ICAL.Component(ICAL.parse(text) as never).getAllSubcomponents('vevent').map((subcomponent) => {
    const of = (name: string): string => String(subcomponent.getFirstPropertyValue(name) ?? '');
    return { title: of('summary'), detail: of('description'), start: of('dtstart') };
  });

/** Writes daily stand-ups of one person as rows, because saving each over HTTP would take too long. */
const writeDailies = async (org: string, team: string, who: string, count: number, name: string): Promise<void> => {
  const records = inOrg(app().services.store, anOrgId(org));
  const teamId = aTeamId(team);
  for (let index = 0; index < count; index += 1) {
    const meetingId = aMeetingId(`${name} ${index}`);
    const row = aMeeting({
      ...{ id: meetingId, name: `${name} ${index}`, teamId, members: [aMemberId(who)], time: 600 + (index % 600) },
      ...{ saturday: true, sunday: true, timezone: aZone('UTC') },
    });
    await records.insert(meetingKind, { teamId, meetingId }, row);
  }
};

// The clock shows Friday, 20 November 2026, 08:00 UTC.

it('shows a bounded number of reports, entries and bytes, and reports that it is cut', async () => {
  await writeDailies('contoso', 'platform', 'bob', limits.feedReports + 20, 'Daily');
  const { status, text, body } = await read(await subscribe('bob'));
  expect(status).toBe(200);
  const [note, ...events] = eventsIn(text);
  expect(events).toHaveLength(limits.feedEntries);
  expect(body.length).toBeLessThanOrEqual(limits.feedBytes);
  expect(note).toEqual({
    start: '2026-11-20',
    title: en['calendarFeed.cutTitle'],
    detail: en['calendarFeed.cutDetail'].replace('{reports}', '100').replace('{entries, number}', '2,000'),
  });
  // A calendar with too many entries contains the earliest entries, so that it is complete up to the day on which it
  // ends.
  const starts = events.map(({ start }) => start);
  expect(starts).toEqual([...starts].sort());
  expect(starts.at(-1)?.slice(0, 10)).toBe('2026-12-09');
  expect(new Set(events.map(({ title }) => title)).size).toBe(limits.feedReports);
});

it('cuts a calendar by its bytes when the texts are long', async () => {
  await writeDailies('fabrikam', 'venus', 'wim', limits.feedReports, '会'.repeat(limits.nameLength - 4));
  const { text, body } = await read(await subscribe('wim'));
  const events = eventsIn(text);
  expect(body.length).toBeLessThanOrEqual(limits.feedBytes);
  expect(body.length).toBeGreaterThan(limits.feedBytes - 8192);
  expect(events.length).toBeLessThan(limits.feedEntries);
  expect(events[0]?.title).toBe(en['calendarFeed.cutTitle']);
  expect(text.split('\r\n').every((line) => Buffer.byteLength(line) <= 75)).toBe(true);
});

it('keeps every character of a name', async () => {
  const name = 'A, b; c\\n "d" 🎉'.padEnd(limits.nameLength - 10, ' 🎉é會');
  await saveStandup(app(), 'sam', { team: 'sales', members: ['sam'] }, { name });
  const events = eventsIn((await read(await subscribe('sam'))).text);
  expect(new Set(events.map(({ title }) => title))).toEqual(new Set([name.trim()]));
  expect(events.some(({ title }) => title === en['calendarFeed.cutTitle'])).toBe(false);
});

it('keeps its version until something changes, and gets another one after each change', async () => {
  const created = await saveStandup(app(), 'cy', { team: 'platform', members: ['cy'] }, { name: 'Version' });
  const target = await subscribe('cy');
  const versionOf = async (): Promise<string> => String((await read(target)).headers['etag']);
  const first = await versionOf();
  expect(first).toMatch(/^"[0-9a-f]{32}"$/);
  expect(await versionOf()).toBe(first);
  const unchanged = await read(target, `W/${first}`);
  expect([unchanged.status, unchanged.text, unchanged.headers['etag']]).toEqual([304, '', first]);
  expect((await read(target, '"another"')).status).toBe(200);

  const own = { objectType: 'User' as const, objectId: aMemberId('cy'), dates: [aDate('2026-11-24')] };
  const team = { objectType: 'Team' as const, objectId: aTeamId('platform'), dates: [aDate('2026-11-25')] };
  const { questions, ...rest } = created;
  const changes: readonly (() => Promise<unknown>)[] = [
    () => app().get('cy', saveVacation, own),
    () => app().get('cy', deleteVacation, own),
    () => app().get('ann', saveVacation, team),
    () =>
      saveStandup(
        app(),
        'cy',
        { team: 'platform', members: ['cy'] },
        { ...rest, questions: [...questions], time: 700 },
      ),
    () => app().get('cy', memberPreferences, { language: 'fr' }),
    () => app().get('cy', memberPreferences, { timezone: 'Asia/Tokyo' }),
    () => {
      app().clock.advance({ minutes: 60 });
      return Promise.resolve();
    },
  ];
  const versions = [first];
  for (const change of changes) {
    await change();
    versions.push(await versionOf());
  }
  // Deleting the day off that was added restores the first version; every other change creates a new version.
  const same = versions.filter((version) => version === first).length;
  expect(new Set(versions).size).toBe(versions.length + 1 - same);
  expect(same).toBeLessThanOrEqual(2);
  expect((await read(target, first)).status).toBe(200);
});

describe('the cache of calendars', () => {
  it('makes a calendar once for each version', async () => {
    const cache = createFeedCache();
    const created: string[] = [];
    const readVersion = (owner: string, version: string) =>
      cache(owner, version, () => {
        created.push(`${owner} ${version}`);
        return Promise.resolve(Buffer.from(version));
      });
    for (const [owner, version] of ['a 1', 'a 1', 'b 1', 'a 2', 'a 2'].map((text) => text.split(' ')))
      expect((await readVersion(owner ?? '', version ?? '')).text.toString()).toBe(version);
    expect(created).toEqual(['a 1', 'b 1', 'a 2']);
  });

  it('drops the least recently read calendars when it is full', async () => {
    const cache = createFeedCache(10);
    let count = 0;
    const readOwner = (owner: string) =>
      cache(owner, '1', () => {
        count += 1;
        return Promise.resolve(Buffer.alloc(4));
      });
    for (const owner of ['a', 'b', 'a', 'c', 'a']) await readOwner(owner);
    expect(count).toBe(3);
    await readOwner('b');
    expect(count).toBe(4);
  });
});
