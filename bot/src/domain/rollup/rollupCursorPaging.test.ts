import type { RollupGroupModel } from './rollupGroupModelAndOrder.ts';
import { pageOfGroups, pageOfLines } from './rollupCursorPaging.ts';

const line = (date: string) => ({
  ...{ of: { run: { date, meetingId: 'daily' } }, member: { memberId: 'ann' }, goals: [] },
});
const group = (key: string, dates: readonly string[] = []): RollupGroupModel =>
  ({ key, head: { by: 'DAY', date: key }, lines: dates.map(line), figures: () => undefined }) as never;
const groups = ['a', 'b', 'c', 'd'].map((key) => group(key));

const keysOf = (page: ReturnType<typeof pageOfGroups>): string[] | undefined => page?.items.map(({ key }) => key);

it('returns all groups in pages, each once', () => {
  const first = pageOfGroups(groups, { cursor: undefined, size: 3 });
  expect(keysOf(first)).toEqual(['a', 'b', 'c']);
  const last = pageOfGroups(groups, { cursor: first?.next ?? '', size: 3 });
  expect([keysOf(last), last?.next]).toEqual([['d'], null]);
  expect(pageOfGroups(groups, { cursor: undefined, size: 4 })?.next).toBeNull();
});

it('continues after the last group, although another one was added before it', () => {
  const { next } = pageOfGroups(groups, { cursor: undefined, size: 2 }) ?? { next: null };
  expect(keysOf(pageOfGroups([group('new'), ...groups], { cursor: next ?? '', size: 2 }))).toEqual(['c', 'd']);
});

it('continues after the last group, although an earlier one is gone', () => {
  const { next } = pageOfGroups(groups, { cursor: undefined, size: 2 }) ?? { next: null };
  expect(keysOf(pageOfGroups(groups.slice(1), { cursor: next ?? '', size: 2 }))).toEqual(['c', 'd']);
});

it('continues at a position of several digits', () => {
  const many = Array.from({ length: 30 }, (_, index) => group(`g${index}`));
  const { next } = pageOfGroups(many, { cursor: undefined, size: 12 }) ?? { next: null };
  const rest = many.filter(({ key }) => key !== 'g11');
  expect(keysOf(pageOfGroups(rest, { cursor: next ?? '', size: 1 }))).toEqual(['g13']);
});

it('continues at the position of a group that is gone', () => {
  const { next } = pageOfGroups(groups, { cursor: undefined, size: 2 }) ?? { next: null };
  const rest = groups.filter(({ key }) => key !== 'b');
  expect(keysOf(pageOfGroups(rest, { cursor: next ?? '', size: 2 }))).toEqual(['d']);
});

it.each(['', 'x', '1234567~a', '-1~a'])('returns no page for the cursor "%s"', (cursor) => {
  expect(pageOfGroups(groups, { cursor, size: 2 })).toBeUndefined();
});

it('returns the lines of a group in pages', () => {
  const long = group('a', ['1', '2', '3']);
  const first = pageOfLines(long, { cursor: undefined, size: 2 });
  expect(first?.items.map(({ of }) => of.run.date)).toEqual(['1', '2']);
  const last = pageOfLines(long, { cursor: first?.next ?? '', size: 2 });
  expect([last?.items.map(({ of }) => of.run.date), last?.next]).toEqual([['3'], null]);
});

it('continues after the last line, although an earlier one is gone', () => {
  const { next } = pageOfLines(group('a', ['1', '2', '3']), { cursor: undefined, size: 2 }) ?? { next: null };
  const rest = pageOfLines(group('a', ['2', '3']), { cursor: next ?? '', size: 2 });
  expect(rest?.items.map(({ of }) => of.run.date)).toEqual(['3']);
});
