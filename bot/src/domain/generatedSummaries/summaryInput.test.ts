import type { MeetingReport, ReportMember } from '#contracts/reports/dailyReport.ts';
import { translateFor } from '../../translate.ts';
import { checkSentences } from './checkSentences.ts';
import { modelRequest } from './modelRequest.ts';
import { answersDigest, hasEnoughAuthors, memberDigest, summaryInput } from './summaryInput.ts';

const member = (name: string, ...answers: string[]): ReportMember =>
  ({
    memberId: `id of ${name}`,
    name,
    answers: answers.map((answer, index) => ({
      ...{ questionId: `q${index}`, question: 'What is new?', answer, isBlocking: false, format: { type: 'TEXT' } },
    })),
  }) as unknown as ReportMember;
const reportOf = (...members: ReportMember[]): Pick<MeetingReport, 'members'> => ({ members });
const reader = { t: translateFor('en'), locale: 'en-GB' };
const inputOf = (report: Pick<MeetingReport, 'members'>, usesInitials: boolean, requestId = 'request') =>
  summaryInput(report, { requestId, usesInitials, reader });

describe('the input of a request', () => {
  it('has ids that no other request has, and no ids of the product', () => {
    const report = reportOf(member('Ann Lee', 'one', 'two'), member('Bob Ray', 'three'));
    const [first, second] = ['r1', 'r2'].map((id) => inputOf(report, false, id).answers.map((answer) => answer.id));
    expect(new Set([...(first ?? []), ...(second ?? [])]).size).toBe(6);
    const { data } = modelRequest(inputOf(report, false), 'en');
    const { answers } = JSON.parse(data) as { readonly answers: readonly { readonly id: string }[] };
    expect(answers[0]).toMatchObject({ author: 'Ann Lee', question: 'What is new?', answer: 'one' });
    expect(Object.keys(answers[0] ?? {})).toEqual(['id', 'author', 'question', 'answer']);
    expect(answers[0]?.id).toMatch(/^a[0-9a-f]{9}$/);
    expect(data).not.toContain('id of');
  });

  it('leaves out members without words, such as erased ones', () => {
    const report = reportOf(member('Ann Lee', 'one'), member('Erased person'), member('Bob Ray', ' '));
    expect(inputOf(report, false).answers.map(({ author }) => author)).toEqual(['Ann Lee']);
    expect(hasEnoughAuthors(report)).toBe(false);
    expect(hasEnoughAuthors(reportOf(member('Ann', 'x'), member('Bob', 'y')))).toBe(true);
  });

  it('stops at the limits and states the number of all answers', () => {
    const report = reportOf(member('Ann Lee', ...Array.from({ length: 301 }, () => '€'.repeat(1200))));
    const { answers, answersTotal } = inputOf(report, false);
    expect([answers.length, answersTotal, answers[0]?.answer.length]).toEqual([300, 301, 1000]);
  });
});

describe('initials', () => {
  const report = reportOf(
    member('Ann Lee', 'Paired with Bob, bob and @Bob Ray; will ask Al'),
    member('Bob Ray', 'Waits for Ann Lee and Lee'),
    member('Al Lang', 'Nothing'),
    member('Will May', 'I may help'),
    member('Ina', 'Done'),
    member('王小明', 'Done'),
  );

  it('replace all names of members in authors and answers', () => {
    const { answers } = inputOf(report, true);
    expect(answers.map(({ author, answer }) => `${author}: ${answer}`)).toEqual([
      'AL: Paired with BR, BR and @BR; will ask Al',
      'BR: Waits for AL and AL',
      'ALa: Nothing',
      'WM: I may help',
      'IN: Done',
      '王小: Done',
    ]);
  });

  it('become names again in checked sentences', () => {
    const input = inputOf(report, true);
    const id = input.answers[0]?.id ?? '';
    const { sentences, dropped } = checkSentences(
      [
        { text: 'AL paired with BR.', ids: [id] },
        { text: 'ALa paired with BR.', ids: [id] },
      ],
      input,
      'en',
    );
    expect(sentences.map(({ text }) => text)).toEqual(['Ann Lee paired with Bob Ray.']);
    expect(dropped).toEqual({ NAME: 1 });
  });
});

const digestOfAnswers = (report: Pick<MeetingReport, 'members'>, usesInitials: boolean): string =>
  answersDigest(report.members.map(memberDigest), usesInitials);

describe('the digest of the answers', () => {
  const before = reportOf(member('Ann Lee', 'one'), member('Bob Ray', 'two'));
  it.each([
    ['an answer changes', reportOf(member('Ann Lee', 'one!'), member('Bob Ray', 'two'))],
    ['an answer is added', reportOf(member('Ann Lee', 'one', 'more'), member('Bob Ray', 'two'))],
    ['a member is erased', reportOf(member('Ann Lee', 'one'), member('Erased person'))],
    ['a name changes', reportOf(member('Ann Ray', 'one'), member('Bob Ray', 'two'))],
  ])('changes if %s', (_, after) => {
    expect(digestOfAnswers(after, true)).not.toBe(digestOfAnswers(before, true));
  });

  it('depends on the use of initials, and on nothing else of the report', () => {
    expect(digestOfAnswers(before, false)).not.toBe(digestOfAnswers(before, true));
    const later = reportOf(...before.members.map((one) => ({ ...one, blockedDays: 4 })));
    expect(digestOfAnswers(later, true)).toBe(digestOfAnswers(before, true));
  });
});
