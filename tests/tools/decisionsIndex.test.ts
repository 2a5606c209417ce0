import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const folder = path.join('docs', 'decisions');
const read = (file: string): string => readFileSync(path.join(folder, file), 'utf8');

interface Entry {
  readonly number: string;
  readonly title: string;
  readonly file: string;
  readonly date: string;
  readonly status: string;
}

const byNumber = (first: Entry, second: Entry): number => first.number.localeCompare(second.number);

const readRecord = (file: string): Entry => {
  const [, number = '', title = '', date = '', status = ''] =
    /^# (\d{3}) (.+)\n\nDate: ([\d-]+)\. Status: (.+)\.\n/.exec(read(file)) ?? [];
  return { number, title, file, date, status };
};
const records = readdirSync(folder)
  .filter((file) => /^\d/.test(file))
  .map(readRecord)
  .sort(byNumber);

const indexLine = /^\| (\d{3}) +\| \[(.+)\]\((.+?)\) +\| ([\d-]+) +\| (.+?) +\|$/gm;
const index: readonly Entry[] = Array.from(
  read('README.md').matchAll(indexLine),
  ([, number = '', title = '', file = '', date = '', status = '']) => ({ number, title, file, date, status }),
).sort(byNumber);

/** Returns pairs such as `040 amends 039` from statuses; `isReversed` reads `039 … amended by 040` instead. */
const relationsIn = (words: Readonly<Record<string, string>>, isReversed: boolean): readonly string[] =>
  records
    .flatMap(({ number, status }) =>
      Object.entries(words).flatMap(([word, relation]) =>
        Array.from(status.matchAll(new RegExp(String.raw`\b${word} (\d{3}(?:(?:, | and )\d{3})*)`, 'g')))
          .flatMap(([, others = '']) => others.split(/, | and /))
          .map((other) => (isReversed ? `${other} ${relation} ${number}` : `${number} ${relation} ${other}`)),
      ),
    )
    .sort();

describe('the index of decisions', () => {
  it('lists each record once, with its number, title, file, date and status', () => {
    expect(index).toEqual(records);
    expect(records.length).toBeGreaterThan(60);
  });

  it('gives each record the number of its file', () => {
    expect(records.map(({ number }) => number)).toEqual(records.map(({ file }) => file.slice(0, 3)));
  });

  it('uses each number once', () => {
    expect(new Set(records.map(({ number }) => number)).size).toBe(records.length);
  });

  it('has no line outside its tables', () => {
    expect(read('README.md')).not.toMatch(/^(?!\|).*\n\| \d{3} /m);
  });

  it('names an amended or extended record in both statuses', () => {
    const relations = relationsIn({ amends: 'amends', extends: 'extends' }, false);
    expect(relationsIn({ 'amended by': 'amends', 'extended by': 'extends' }, true)).toEqual(relations);
    expect(relations).toContain('040 amends 039');
  });
});
