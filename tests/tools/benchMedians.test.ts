import { parseBenchArguments } from '../../scripts/bench/parseBenchArguments.ts';
import { formatProfile, partOf } from '../../scripts/bench/formatProfileByPart.ts';
import { medianRowsOfProcesses } from '../../scripts/bench/medianRowsOfProcesses.ts';

// Tests how `npm run bench -- --processes N` reads its arguments and joins the rows of several processes.

const row = (figure: string, baseline: string, ratio: string, isMet = true) => ({
  ...{ what: 'start to ready', figure, baseline, ratio, target: '≤ 2 ×', isMet },
});

it('takes the median of figures, baselines and ratios separately', () => {
  const runs = [
    [row('558 ms', '420 ms bare', '1.33 ×')],
    [row('1.2 s', '600 ms bare', '2 ×')],
    [row('540 ms', '300 ms bare', '1.8 ×')],
  ];
  expect(medianRowsOfProcesses(runs)).toEqual([row('558 ms', '420 ms bare', '1.8 ×')]);
});

it('compares seconds with milliseconds, and numbers with thousands separators', () => {
  const runs = ['1.1 s, 1,000/s', '980 ms, 999/s', '1.05 s, 12,000/s'].map((figure) => [row(figure, '', '')]);
  expect(medianRowsOfProcesses(runs)[0]?.figure).toBe('1.05 s, 1,000/s');
});

it('takes the median of each number in a text, and keeps the digits of names', () => {
  const figures = [
    'p50 82 ms, p99 189 ms, 0 failed',
    'p50 80 ms, p99 1.9 s, 2 failed',
    'p50 90 ms, p99 170 ms, 1 failed',
  ];
  const [joined] = medianRowsOfProcesses(figures.map((figure) => [row(figure, '', '')]));
  expect(joined?.figure).toBe('p50 82 ms, p99 189 ms, 1 failed');
});

it('calls a target met if most processes met it', () => {
  const joinedOf = (met: readonly boolean[]) =>
    medianRowsOfProcesses(met.map((isMet) => [row('1 ms', '', '', isMet)]))[0]?.isMet;
  expect(joinedOf([true, false, true])).toBe(true);
  expect(joinedOf([true, false, false])).toBe(false);
});

it('keeps a row without comparison, and the rows of a single process', () => {
  const alone = { what: '– memory', figure: '135 MB', target: '≤ 150 MB', isMet: true };
  expect(medianRowsOfProcesses([[alone]])).toEqual([alone]);
  expect(medianRowsOfProcesses([[alone], [{ ...alone, figure: '99 MB' }], [{ ...alone, figure: '100 MB' }]])).toEqual([
    { ...alone, figure: '100 MB' },
  ]);
});

it('rejects processes with different numbers of rows', () => {
  expect(() => medianRowsOfProcesses([[row('1 ms', '', '')], []])).toThrow(RangeError);
});

it('reads names, the quick selection and the number of processes', () => {
  const plain = { names: [], isQuick: false, processes: 1, isProfiled: false };
  expect(parseBenchArguments([])).toEqual(plain);
  expect(parseBenchArguments(['--profile'])).toEqual({ ...plain, isProfiled: true });
  expect(parseBenchArguments(['startup', 'rollup', '--processes=5'])).toEqual({
    ...{ ...plain, names: ['startup', 'rollup'], processes: 5 },
  });
  expect(parseBenchArguments(['--quick', '--processes', '11'])).toEqual({ ...plain, isQuick: true, processes: 11 });
});

it.each([['--processes=4'], ['--processes=0'], ['--processes=101'], ['--processes=x'], ['--processes'], ['--fast']])(
  'rejects the argument %s',
  (word) => {
    expect(parseBenchArguments([word])).toBeUndefined();
  },
);

it.each([
  ['bot/src/services/answers/cardActions/press.ts', 'bot/src/services/answers'],
  ['bot/src/store/tableStorePort.ts', 'bot/src/store'],
  ['node_modules/restify/lib/server.js', 'restify'],
  ['/app/node_modules/@node-rs/argon2/index.js', '@node-rs/argon2'],
  ['bench/parts/profileByModule.ts', 'bench/parts/profileByModule.ts'],
])('counts the time of %s for %s', (module, part) => {
  expect(partOf(module)).toBe(part);
});

it('lists the parts of a profile from one per cent on, the largest first', () => {
  const profile = new Map([
    ['small', 0.9],
    ['restify', 20],
    ['bot/src/store', 79.1],
  ]);
  expect(formatProfile(profile)).toBe(' 79.1 %  bot/src/store\n 20.0 %  restify');
});
