import { noLinks } from '#contracts/core/findLinksAndMentions.ts';
import { question, storedQuestion } from '#contracts/meetings/questionAndAnswerFormatSchemas.ts';
import type { Question } from '#contracts/meetings/questionAndAnswerFormatSchemas.ts';
import {
  choicesOf,
  formatOf,
  isShownAsStored,
  questionTypes,
  tallyOf,
} from '#contracts/meetings/questionTypes/questionDefinitionsAndValueDisplay.ts';
import { getTrends as trendsCall } from '#contracts/reports/getTrends.ts';
import { getWeeklyTrends as weeklyTrendsCall } from '#contracts/reports/getWeeklyTrends.ts';
import { getRollup as rollupCall } from '#contracts/rollup/rollupQueryAndResult.ts';
import type { MeetingReport } from '#contracts/reports/dailyReport.ts';
import { summaryModel } from '../../../bot/src/domain/reports/buildReportAndSummary.ts';
import { renderEmail } from '../../../bot/src/gateways/mail/renderEmail.ts';
import type { OutgoingMessage } from '../../../bot/src/gateways/messengerPort.ts';
import { saveAnswer } from '../../../bot/src/services/answers/saveAnswerAndShowCard.ts';
import { listAnswers as exportedAnswers } from '../../../bot/src/services/dataLifecycle/listPersonalDataForExport.ts';
import type { ExportMembership } from '../../../bot/src/services/dataLifecycle/listPersonalDataForExport.ts';
import { readDayReports } from '../../../bot/src/services/reports/readDayReports.ts';
import { getTrends } from '../../../bot/src/services/reports/getTrendsByRunAndMember.ts';
import { getWeeklyTrends } from '../../../bot/src/services/reports/getWeeklyTrends.ts';
import { getRollup } from '../../../bot/src/services/rollup/getRollup.ts';
import { inOrg } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { orgTeam } from '../../../bot/src/store/kinds/organisations/teamAndChannel.ts';
import { meeting as meetingKind } from '../../../bot/src/store/kinds/meetings/meetingWithNameAndPointer.ts';
import { createPresenter } from '../../../bot/src/teams/cards/teamsCardPresenter.ts';
import { translateFor } from '../../../bot/src/translate.ts';
import { aDate, aMeetingId, aZone } from '../../support/data/idDateAndRecordBuilders.ts';
import { anAnswered, anAsk, aReader } from '../../support/data/cardModelBuilders.ts';
import { faultsOf, ofType, textOf } from '../../support/data/readAndCheckCards.ts';
import { questionSamples } from '../../support/data/questionSamples.ts';
import { fileOf } from '../../support/worlds/downloadRollupFile.ts';
import { friday, question as idOf, runOf } from '../../support/worlds/saveAnswersAndReadMessages.ts';
import { aWorld } from '../../support/worlds/teamWorldWithEngine.ts';
import type { World } from '../../support/worlds/teamWorldWithEngine.ts';

// Tests every question type in the whole product: form, store, card, answer, report, summary, email, trends, roll-up
// and export.

const publicUrl = 'https://rollcall.example';
const presenter = createPresenter({ translateFor: translateFor, publicUrl });
const label = 'How was it?';

/** Returns a question of this type in its stored form, converted from the form that a client sends. */
const asked = (type: (typeof questionTypes)[number]): Question => {
  const draft = question.parse({ sequence: 1, text: label, type, ...questionSamples[type].draft });
  return storedQuestion.parse({ ...draft, id: 'asked' });
};

const openRun = async (own: Question): Promise<World> => {
  const world = await aWorld({ people: ['ann'] });
  await world.meeting({ questions: [own], isReminderEnabled: false });
  await world.runUntil('2026-11-20T09:05:00Z', 300);
  return world;
};

const inputOf = (card: OutgoingMessage) => {
  const [input] = ofType(card, 'Input.Text', 'Input.ChoiceSet', 'Input.Number', 'Input.Date');
  if (input === undefined) throw new Error('The card has no input.');
  return input;
};

const send = (world: World, value: string) =>
  saveAnswer(world.answering, world.actor('ann'), {
    meetingId: aMeetingId(),
    date: aDate(friday),
    values: { [idOf('asked')]: value },
    goals: [],
  });

const reportOf = async (world: World): Promise<MeetingReport> => {
  const day = { teamId: world.teamId, date: aDate(friday), meetingId: aMeetingId() };
  const view = { reader: null, now: world.clock.now() };
  const [report] = (await readDayReports(inOrg(world.store, world.orgId), day, view)).reports;
  if (report === undefined) throw new Error('The day has no report.');
  return report;
};

describe.each(questionTypes)('a question of the type %s', (type) => {
  const sample = questionSamples[type];
  const own = asked(type);

  it('is stored with the report and with the run', async () => {
    const world = await openRun(own);
    const key = { teamId: world.teamId, meetingId: aMeetingId() };
    const stored = await inOrg(world.store, world.orgId).get(meetingKind, key);
    expect(stored?.value.questions).toEqual([own]);
    expect((await runOf(world))?.questions).toEqual([own]);
  });

  it('is prompted by a card that every client can draw, and whose value is stored in one form', async () => {
    const world = await openRun(own);
    const card = presenter.ask(anAsk({ questions: [own] }), aReader());
    expect(faultsOf(card)).toEqual([]);
    expect(String(inputOf(card)['label'])).toContain(label);
    const { answer } = await send(world, sample.fill(inputOf(card)));
    expect(answer.values).toEqual({ asked: sample.stored });
    const edited = presenter.ask(anAsk({ questions: [own], values: answer.values, isEdit: true }), aReader());
    expect(faultsOf(edited)).toEqual([]);
    expect(inputOf(edited)['value']).toEqual(sample.prefilled(inputOf(edited)));
  });

  it('keeps the entered values when the card returns with an error', () => {
    const card = presenter.ask(anAsk({ questions: [own] }), aReader());
    const values = { asked: sample.fill(inputOf(card)).trim() };
    const again = presenter.ask(anAsk({ questions: [own], values, problem: 'Please try again.' }), aReader());
    const value = inputOf(again)['value'];
    const chosen = [value, String(value).split(',').reverse().join(',')];
    expect(chosen).toContainEqual(type === 'NUMBER' ? sample.prefilled(inputOf(again)) : values.asked);
  });

  it('rejects an invalid or empty value with the name of the question', async () => {
    const world = await openRun(own);
    await expect(send(world, '')).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    if (sample.refused === undefined) return;
    await expect(send(world, sample.refused)).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      details: { values: { question: label } },
    });
  });

  it('is shown to each reader in the reader’s language', async () => {
    const world = await openRun(own);
    await send(world, sample.stored);
    const report = await reportOf(world);
    expect(report.members[0]?.answers).toEqual([
      {
        ...{ questionId: 'asked', question: label, answer: sample.stored, format: formatOf(own) },
        isBlocking: type === 'OPTIONS',
      },
    ]);
    const model = summaryModel({
      links: noLinks,
      report,
      date: aDate(friday),
      attention: [],
    });
    for (const locale of ['en', 'de'] as const) {
      const reader = aReader({ locale });
      const answered = anAnswered({ questions: [own], values: { asked: sample.stored }, goals: [], logged: [] });
      for (const card of [presenter.answered(answered, reader), presenter.summary(model, reader, publicUrl)]) {
        expect(faultsOf(card)).toEqual([]);
        expect(textOf(card)).toContain(sample.shown[locale]);
      }
      const email = renderEmail(
        {
          ...{ kind: 'SUMMARY', model, url: publicUrl, timezone: aZone('Europe/Berlin') },
          ...{ organization: 'Contoso', sender: 'Ann', stopUrl: `${publicUrl}/stop` },
        },
        { t: translateFor(locale), locale, publicUrl },
      );
      expect(email.text).toContain(sample.shown[locale]);
      const averageText = sample.averaged?.[locale];
      for (const text of [textOf(presenter.summary(model, reader, publicUrl)), email.text]) {
        expect(/Average|Durchschnitt/.test(text)).toBe(averageText !== undefined);
        expect(text).toContain(`${label} ${averageText ?? ''}`);
      }
    }
  });

  it('has an average in the report of the day if its values have one', async () => {
    const world = await openRun(own);
    await send(world, sample.stored);
    const counts = choicesOf(own).map((value) => ({ value, count: value === sample.stored ? 1 : 0 }));
    const average = { answers: 1, average: Number(sample.stored), counts };
    const { averages } = await reportOf(world);
    expect(averages).toEqual(
      sample.averaged === null
        ? undefined
        : [{ questionId: 'asked', question: label, format: formatOf(own), ...average }],
    );
  });

  it('has the same figures in both trends and in the roll-up', async () => {
    const world = await openRun(own);
    await send(world, sample.stored);
    await world.runUntil('2026-11-20T12:00:00Z', 3600);
    const [place, ann] = [{ teamId: world.teamId, meetingId: aMeetingId() }, world.actor('ann')];
    const figures = { question: label, format: formatOf(own), answers: 1, ...sample.figures };
    const inTrends = tallyOf(own, sample.stored) === null ? [] : [figures];
    const byRun = await getTrends(world.answering, ann, trendsCall.input.parse(place));
    expect(byRun.questions).toMatchObject(inTrends);
    const { questions } = await getWeeklyTrends(world.answering, ann, weeklyTrendsCall.input.parse(place));
    const ofWeek = { answers: 1, ...sample.figures };
    expect(questions.map(({ weeks }) => weeks.at(-1))).toEqual(inTrends.map(() => ofWeek));
    const query = { preset: 'RANGE', from: friday, to: friday, by: 'QUESTION' };
    const { groups } = await getRollup(world.answering, ann, rollupCall.input.parse(query));
    expect(groups).toMatchObject([figures]);
    expect(groups.map((group) => 'dates' in group)).toEqual(['dates' in sample.figures]);
    for (const locale of ['en', 'de'] as const) {
      const { bytes } = await fileOf(world, world.actor('ann', { locale }), 'MARKDOWN', query);
      expect(bytes.toString()).toContain(sample.summary[locale]);
    }
  });

  it('is in the export of the person as stored, with the format that explains it', async () => {
    const world = await openRun(own);
    await send(world, sample.stored);
    const records = inOrg(world.store, world.orgId);
    const { teamId } = world;
    await records.touch(orgTeam, { teamId }, { teamId, name: 'Platform', state: 'CONNECTED' });
    const home = { records, organisation: { name: 'Contoso' }, place: { memberId: world.member('ann') } };
    const items = [];
    for await (const item of exportedAnswers(home as unknown as ExportMembership)) items.push(item);
    const format = formatOf(own);
    expect(items).toMatchObject([
      { answers: [{ question: label, answer: sample.stored, ...(isShownAsStored(format) ? {} : format) }] },
    ]);
  });
});
