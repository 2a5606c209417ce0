import { jsonOf, textOf } from '../support/files/readAndFillToolkitFiles.ts';

// Tests that the cost figures of docs/operations.md add up and match the resources of infra/.

const page = textOf('docs/operations.md');
const [section = ''] = /## Monthly costs[^]*?(?=\n## |$)/.exec(page) ?? [];
const cells = [...section.matchAll(/^\| (.*) \|$/gm)].map(([, line = '']) =>
  line.split('|').map((cell) => cell.trim()),
);
const [heads, , ...lines] = cells;
const dollars = (cell: string | undefined): number => Number(cell?.replaceAll('*', ''));

interface Size {
  readonly planSku: string;
  readonly instances: number;
  readonly botSku: string;
  readonly backupKeptDays: number;
  readonly backupSku: string;
}

describe.each([
  { size: 'small', at: 1 },
  { size: 'large', at: 3 },
])('the month of the $size size', ({ size, at }) => {
  const { planSku, instances, botSku, backupKeptDays, backupSku } = jsonOf<Size>(`infra/sizes/${size}.json`);
  const lineOf = (pattern: RegExp): readonly string[] => lines.find(([name = '']) => pattern.test(name)) ?? [];

  it('adds up', () => {
    expect(heads?.[at]).toBe(size);
    const sum = lines.slice(0, -1).reduce((total, line) => total + dollars(line[at + 1]), 0);
    expect(lines.length).toBeGreaterThan(8);
    expect(dollars(lines.at(-1)?.[at + 1])).toBeCloseTo(sum, 2);
  });

  it('is of the plan, the bot, the alerts and the backups that infra/ names', () => {
    const plan = lineOf(/^App Service plan/);
    const [, count, sku, price, hours] = /^(\d) × (\w+) at ([\d.]+) an hour, (\d+) hours$/.exec(plan[at] ?? '') ?? [];
    expect([Number(count), sku]).toEqual([instances, planSku]);
    expect(dollars(plan[at + 1])).toBeCloseTo(Number(count) * Number(price) * Number(hours), 2);
    expect(lineOf(/^Bot registration/)[at]?.startsWith(botSku)).toBe(true);
    const rules = jsonOf<readonly { readonly every: string }[]>('infra/alertQueries.json').map(({ every }) => every);
    const [often, seldom] = ['PT5M', 'PT15M'].map((every) => rules.filter((rule) => rule === every).length);
    expect(lineOf(/^Alert rules/)[at]).toBe(`${often ?? 0} by query at 1.50, ${seldom ?? 0} at 0.50`);
    expect(dollars(lineOf(/^Alert rules/)[at + 1])).toBeCloseTo((often ?? 0) * 1.5 + (seldom ?? 0) * 0.5, 2);
    const [, days, gigabytes, perGb, copies] =
      /^(\d+) × ([\d.]+) GB at ([\d.]+) \((\w+)\)$/.exec(lineOf(/^Backups/)[at] ?? '') ?? [];
    expect([Number(days), `Standard_${copies ?? ''}`]).toEqual([backupKeptDays, backupSku]);
    expect(dollars(lineOf(/^Backups/)[at + 1])).toBeCloseTo(Number(days) * Number(gigabytes) * Number(perGb), 2);
  });
});
