import { createSumCollector } from '../../../bot/src/domain/timesheets/collectTimeSums.ts';
import { sheetTexts } from '../../../bot/src/services/timesheets/exportLabels.ts';
import { sheetPdf } from '../../../bot/src/services/timesheets/sheetPdf.ts';
import { translateFor } from '../../../bot/src/translate.ts';
import { aDate, aMemberId } from '../../support/data/idDateAndRecordBuilders.ts';
import { pdfFonts } from '../../support/files/pdfFonts.ts';
import { readPdf } from '../../support/files/readPdf.ts';

const ben = aMemberId('ben');
const links = {
  links: {
    patterns: [{ prefix: 'ABC-', url: 'https://jira.test/browse/{key}' }],
    mentions: [{ name: 'Ben Ng', memberId: ben }],
  },
  publicUrl: 'https://rollcall.test',
};
const [from, to] = [aDate('2026-11-01'), aDate('2026-11-30')];

const linksOf = async (tasks: readonly string[]) => {
  const member = { memberId: aMemberId('ann'), user: 'ABC-9' };
  const rows = tasks.map((task) => ({
    ...{ ...member, email: '', weekState: 'OPEN' as const, date: from, meeting: 'Stand-up', task, minutes: 60 },
  }));
  const sums = createSumCollector();
  for (const row of rows) sums.add(row);
  const source = { format: 'PDF' as const, teamName: 'Platform', from, to, locale: 'en' };
  const texts = sheetTexts({ ...source, batches: async function* () {} }, translateFor('en'));
  const section = { ...member, rows, minutes: 60 * rows.length };
  const file = await sheetPdf([section], sums.sums(), texts, { fonts: pdfFonts(), at: 0, links });
  return (await readPdf(file)).links;
};

describe('the links of a document', () => {
  it('lie on the references and addresses of tasks, and on no name', async () => {
    const found = await linksOf(['ABC-1 and ABC-2', 'nothing', 'See https://contoso.test/x']);
    expect(found.map(({ url, text }) => [url, text])).toEqual([
      ['https://jira.test/browse/ABC-1', 'ABC-1 and ABC-2'],
      ['https://jira.test/browse/ABC-2', 'ABC-1 and ABC-2'],
      ['https://contoso.test/x', 'See https://contoso.test/x'],
    ]);
    const [first, second, address] = found;
    expect(first?.left).toBeCloseTo(0, 0);
    expect(first?.right).toBeGreaterThan(20);
    expect(second?.left).toBeGreaterThan(20);
    expect(second?.right).toBeCloseTo(0, 0);
    expect(address?.right).toBeCloseTo(0, 0);
  });

  it('lead from a mention to the page of the person', async () => {
    const found = await linksOf(['Paired with @Ben Ng', 'Asked @Zoe']);
    expect(found.map(({ url, text }) => [url, text])).toEqual([
      [`https://rollcall.test/reports/person/${ben}`, 'Paired with @Ben Ng'],
    ]);
    expect(found[0]?.left).toBeGreaterThan(20);
  });

  it('cover both lines of an address that was broken, and lead to the whole address', async () => {
    const address = `https://contoso.test/${'long/'.repeat(40)}end`;
    const found = await linksOf([address]);
    expect(found.length).toBeGreaterThan(1);
    expect(new Set(found.map(({ url }) => url))).toEqual(new Set([address]));
    expect(found.map(({ text }) => text).join('')).toBe(address);
  });

  it('the links of a document never run a script', async () => {
    expect(await linksOf(['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd'])).toEqual([]);
  });
});
