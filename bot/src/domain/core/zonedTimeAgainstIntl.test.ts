import type { LocalDate, ZoneId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { dateExists, instantOf, localDateAt, minutesAt } from './zonedTimeAndCalendarDates.ts';

const zone = (name: string): ZoneId => name as ZoneId;
const day = (date: string): LocalDate => date as LocalDate;
const at = (hours: number, minutes = 0): number => hours * 60 + minutes;

/**
 * A period in which the zone keeps its offset. The offset is read from Intl alone, so that this oracle shares no code
 * with the time library.
 */
interface Span {
  readonly from: number;
  readonly to: number;
  readonly offset: number;
}
const dayMs = 86_400_000;

const offsetReader = (name: string): ((ms: number) => number) => {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: name,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  return (ms) => {
    const [month = 0, dayOfMonth, year = 0, hour, minute, second] = format.format(ms).match(/\d+/g)?.map(Number) ?? [];
    return Date.UTC(year, month - 1, dayOfMonth, hour, minute, second) - ms;
  };
};

const changeBetween = (offsetAt: (ms: number) => number, before: number, after: number): number => {
  let low = before;
  let high = after;
  const was = offsetAt(low);
  while (high - low > 1000) {
    const middle = Math.floor((low + high) / 2000) * 1000;
    if (offsetAt(middle) === was) low = middle;
    else high = middle;
  }
  return high;
};

const spansOf = (name: string, year: number): Span[] => {
  const offsetAt = offsetReader(name);
  const end = Date.UTC(year + 1, 0, 3);
  const spans: Span[] = [];
  let from = Date.UTC(year - 1, 11, 29);
  for (let ms = from; ms < end; ms += dayMs) {
    if (offsetAt(ms) === offsetAt(ms + dayMs)) continue;
    const change = changeBetween(offsetAt, ms, ms + dayMs);
    spans.push({ from, to: change, offset: offsetAt(ms) });
    from = change;
  }
  return [...spans, { from, to: end + dayMs, offset: offsetAt(end) }];
};

/**
 * Returns the instant that the time library must return. `local`: epoch ms that the wall-clock time would have in UTC.
 */
const expectedInstant = (spans: readonly Span[], local: number): number => {
  const real = spans.filter((span) => local - span.offset >= span.from && local - span.offset < span.to);
  const first = real[0] ?? spans.findLast((span) => local - span.offset >= span.to);
  return local - (first?.offset ?? Number.NaN);
};

const dateOf = (local: number): LocalDate => day(new Date(local).toISOString().slice(0, 10));
const minutesOf = (local: number): number => Math.floor((local % dayMs) / 60_000);

describe.each([2011, 2026])('every zone against Intl alone, in %i', (year) => {
  const zones = Intl.supportedValuesOf('timeZone').map((name) => ({ name, spans: spansOf(name, year) }));
  const changes = zones.flatMap(({ name, spans }) =>
    spans.slice(1).map((span, index) => ({
      name,
      spans,
      change: span.from,
      before: spans[index]?.offset ?? 0,
      after: span.offset,
    })),
  );

  it('includes gaps and repeated times', () => {
    expect(zones.length).toBeGreaterThan(400);
    expect(changes.filter((item) => item.after > item.before).length).toBeGreaterThan(100);
    expect(changes.filter((item) => item.after < item.before).length).toBeGreaterThan(100);
  });

  it('agrees at every quarter of an hour around every change of the clocks', () => {
    const wrong: string[] = [];
    let checks = 0;
    for (const { name, spans, change, before, after } of changes) {
      const low = Math.floor((change + Math.min(before, after)) / 900_000) * 900_000 - 3 * 3_600_000;
      const high = change + Math.max(before, after) + 3 * 3_600_000;
      for (let local = low; local <= high; local += 900_000) {
        const ours = instantOf(dateOf(local), minutesOf(local), zone(name));
        if (ours !== expectedInstant(spans, local)) wrong.push(`${name} ${new Date(local).toISOString()}`);
        checks += 1;
      }
    }
    process.stdout.write(
      `${year}: ${zones.length} zones, ${changes.length} changes of clocks, ${checks} times around them, ${wrong.length} wrong\n`,
    );
    expect(wrong).toEqual([]);
  });

  it('reads date and minute back as Intl does, minute by minute around every change', () => {
    const wrong: string[] = [];
    for (const { name, spans, change } of changes) {
      for (let ms = change - 3 * 60_000; ms <= change + 3 * 60_000; ms += 30_000) {
        const local = ms + (spans.find((span) => ms >= span.from && ms < span.to)?.offset ?? 0);
        const isRight = localDateAt(ms, zone(name)) === dateOf(local) && minutesAt(ms, zone(name)) === minutesOf(local);
        if (!isRight) wrong.push(`${name} ${new Date(ms).toISOString()}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it('opens once a day at 10:00 all December, except on days that do not exist', () => {
    const wrong: string[] = [];
    const skipped: string[] = [];
    for (const { name, spans } of zones) {
      for (let local = Date.UTC(year, 11, 1, 10); local < Date.UTC(year + 1, 0, 1); local += dayMs) {
        const ms = instantOf(dateOf(local), at(10), zone(name));
        if (ms !== expectedInstant(spans, local)) wrong.push(`${name} ${new Date(local).toISOString()}`);
        const span = spans.find((item) => ms >= item.from && ms < item.to);
        const isLived = dateOf(ms + (span?.offset ?? 0)) === dateOf(local);
        if (!isLived) skipped.push(`${name} ${dateOf(local)}`);
        if (dateExists(dateOf(local), zone(name)) !== isLived) wrong.push(`${name} ${dateOf(local)} exists`);
      }
    }
    expect(wrong).toEqual([]);
    expect(skipped).toEqual(year === 2011 ? ['Pacific/Apia 2011-12-30', 'Pacific/Fakaofo 2011-12-30'] : []);
  });
});
