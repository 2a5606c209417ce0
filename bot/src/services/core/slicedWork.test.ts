import { runSliced, startSlices } from './slicedWork.ts';

const steps = function* (name: string, count: number, log: string[]): Generator<void, string> {
  for (let step = 0; step < count; step += 1) {
    log.push(name);
    yield;
  }
  return name;
};

const runNamed = async (name: string, count: number, log: string[]): Promise<string> =>
  runSliced(steps(name, count, log), await startSlices());

/** Appends `|` to the log in each turn of the event loop until all work is done. */
const logTurns = async (log: string[], work: readonly Promise<unknown>[]): Promise<void> => {
  let isDone = false;
  const turn = (): void => {
    log.push('|');
    if (!isDone) setImmediate(turn);
  };
  setImmediate(turn);
  await Promise.all(work);
  isDone = true;
};

describe('work in slices', () => {
  afterEach(() => {
    jest.restoreAllMocks();
  });

  it('yields to the event loop when its slice is spent, and takes turns with other work', async () => {
    let now = 0;
    jest.spyOn(performance, 'now').mockImplementation(() => (now += 10));
    const log: string[] = [];
    await logTurns(log, [runNamed('a', 3, log), runNamed('b', 3, log), runNamed('c', 3, log)]);
    const mutex = log
      .join('')
      .split('|')
      .filter((turn) => turn !== '');
    expect(mutex).toEqual(['a', 'b', 'c', 'a', 'b', 'c', 'a', 'b', 'c']);
  });

  it('runs many steps in one turn while the slice lasts', async () => {
    jest.spyOn(performance, 'now').mockImplementation(() => 0);
    const log: string[] = [];
    await logTurns(log, [runNamed('a', 5, log)]);
    expect(log.join('')).toContain('aaaaa');
    expect(await runNamed('b', 2, [])).toBe('b');
  });

  it('passes on the failure of a step', async () => {
    const failing = function* (): Generator<void, never> {
      yield;
      throw new Error('broken');
    };
    await expect(runSliced(failing(), await startSlices())).rejects.toThrow('broken');
  });
});
