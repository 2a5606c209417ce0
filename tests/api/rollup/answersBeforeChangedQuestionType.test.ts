import { read, utils } from '@e965/xlsx';
import type { QuestionType } from '#contracts/meetings/questionAndAnswerFormatSchemas.ts';
import { saveAnswer } from '../../../bot/src/services/answers/saveAnswerAndShowCard.ts';
import { aDate, aMeetingId, aQuestion } from '../../support/data/idDateAndRecordBuilders.ts';
import { unzip } from '../../support/files/unzip.ts';
import { fileOf } from '../../support/worlds/downloadRollupFile.ts';
import { question } from '../../support/worlds/saveAnswersAndReadMessages.ts';
import { aWorld } from '../../support/worlds/teamWorldWithEngine.ts';

/**
 * Answers a text question ahead, then changes the type of the question, and downloads the day as a workbook. Returns the
 * contents of the number cells of all sheets, and the answer and the typed value on the last sheet.
 */
const workbookAfterChange = async (type: QuestionType, text: string) => {
  const world = await aWorld({ people: ['ann', 'bob'], start: '2026-11-20T08:00:00Z' });
  const asked = { id: question('t0'), sequence: 1, text: 'Until when?' };
  await world.meeting({ isReminderEnabled: false, isReportSummaryInChat: false, questions: [aQuestion(asked)] });
  const values = { [question('t0')]: text } as never;
  const answer = { meetingId: aMeetingId(), date: aDate('2026-11-20'), goals: [], values };
  await saveAnswer(world.answering, world.actor('ann'), answer);
  await world.changeMeeting({ questions: [aQuestion({ ...asked, type })] });
  await world.runUntil('2026-11-20T12:00:00Z', 3600);
  const range = { preset: 'RANGE', from: '2026-11-20', to: '2026-11-20' };
  const { bytes } = await fileOf(world, world.actor('bob'), 'XLSX', range);
  const sheets = Object.entries(unzip(bytes)).filter(([name]) => name.startsWith('xl/worksheets/'));
  const numbers = sheets.flatMap(([, xml]) => Array.from(xml.matchAll(/<v>([^<]*)<\/v>/g), ([, number]) => number));
  const workbook = read(bytes);
  const rows = utils.sheet_to_json<Record<string, unknown>>(workbook.Sheets[workbook.SheetNames.at(-1) ?? ''] ?? {});
  const { Answer, Value } = rows.find((row) => row['Person'] === 'ann') ?? {};
  return { numbers, Answer, Value };
};

describe('an answer from before its question became', () => {
  it.each([
    ['DATE', '2026-13-45'],
    ['DATE', '2026-02-30'],
    ['DATE', '0000-00-00'],
    ['NUMBER', '9'.repeat(400)],
  ] as const)('a %s stays a text in the workbook if it is none: %s', async (type, text) => {
    const { numbers, Answer, Value } = await workbookAfterChange(type, text);
    expect(numbers.filter((number) => !Number.isFinite(Number(number)))).toEqual([]);
    expect({ Answer, Value }).toEqual({ Answer: text, Value: undefined });
  });

  it('a NUMBER has a number cell if it is one', async () => {
    expect(await workbookAfterChange('NUMBER', '12.5')).toMatchObject({ Answer: '12.5', Value: 12.5 });
  });
});
