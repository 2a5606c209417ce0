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

  it('has no empty answer, and no space around an answer', () => {
    const { answers, answersTotal } = inputOf(reportOf(member('Ann Lee', ' ', ' one ', '')), false);
    expect([answers.map(({ answer }) => answer), answersTotal]).toEqual([['one'], 1]);
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
      'ALa: Paired with BR, BR and @BR; will ask Al',
      'BR: Waits for ALa and ALa',
      'ALb: Nothing',
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
        { text: 'ALa paired with BR.', ids: [id] },
        { text: 'ALb paired with BR.', ids: [id] },
      ],
      input,
      'en',
    );
    expect(sentences.map(({ text }) => text)).toEqual(['Ann Lee paired with Bob Ray.']);
    expect(dropped).toEqual({ NAME: 1 });
  });
});

describe('the initials of a member', () => {
  const authorsOf = (...members: ReportMember[]): string[] =>
    inputOf(reportOf(...members), true).answers.map(({ author }) => author);

  it.each([
    ['Ana María de la Cruz', 'AMD'],
    ['jean-luc picard', 'JLP'],
    ['Lee, Bo', 'LB'],
    ['Ann', 'AN'],
    ['X', 'XX'],
    ['Ann (42)', 'AN'],
    ['42', 'XX'],
    ['E\u0301mile Zola', 'ÉZ'],
  ])('of %s are %s', (name, initials) => {
    expect(authorsOf(member(name, '-'))).toEqual([initials]);
  });

  it('get a letter more, then two, if other members have them', () => {
    const authors = authorsOf(...Array.from({ length: 29 }, (_, index) => member(`Ann Lee ${String(index)}`, '-')));
    expect([...authors.slice(0, 3), ...authors.slice(26)]).toEqual(['AL', 'ALa', 'ALb', 'ALz', 'ALaa', 'ALab']);
  });

  it('differ in more than case from those of other members', () => {
    expect(authorsOf(member('Ann Lee', '-'), member('Al Lang', '-'), member('Ann Lena Abt', '-'))).toEqual([
      ...['AL', 'ALa', 'ALAa'],
    ]);
  });

  it('are no word of an answer or a question, so that no word becomes a name', () => {
    const report = reportOf(member('Paul Ray', 'Reviewed PR 42'), member('Wim Isaac', 'what is new'));
    const { answers } = inputOf(report, true);
    expect(answers.map(({ author }) => author)).toEqual(['PRa', 'WI']);
    const [{ id } = { id: '' }] = answers;
    const { sentences } = checkSentences([{ text: 'PRa reviewed PR 42.', ids: [id] }], inputOf(report, true), 'en');
    expect(sentences.map(({ text }) => text)).toEqual(['Paul Ray reviewed PR 42.']);
    expect(authorsOf(member('Walt Ito', 'I saw it'), member('Ina Sol', '-'), member('Nils Ek', '-'))).toEqual([
      ...['WI', 'ISa', 'NE'],
    ]);
  });
});

describe('a name in an answer', () => {
  const sentOf = (name: string, answer: string): string | undefined =>
    inputOf(reportOf(member('Ann Bell', answer), member(name, '-')), true).answers[0]?.answer;

  it.each([
    ['maria garcia', 'Asked Maria, MARIA GARCIA and maria', 'Asked MG, MG and MG'],
    ['Maria Garcia', 'Asked maria garcia and Garcia', 'Asked MG and MG'],
    ['Ian McKay', 'Asked MCKAY, mckay, Mckay and McKay', 'Asked IM, IM, IM and IM'],
    ['Will May', 'Asked Will; WILL will', 'Asked WM; WM will'],
    ['will', 'Asked Will, as I will', 'Asked WI, as I will'],
    ['Jo Li', 'Asked Jo Li, jo li, Jo and Li', 'Asked JL, JL, Jo and Li'],
  ])('is replaced in every spelling of %s', (name, answer, sent) => {
    expect(sentOf(name, answer)).toBe(sent);
  });

  it('that several members share gets the initials of the first', () => {
    expect(sentOf('Tom Bell', 'Asked Bell')).toBe('Asked AB');
  });

  it('is replaced in questions as well', () => {
    const asking = {
      ...member('Bob Ray', 'yes'),
      answers: [{ ...member('x', 'yes').answers[0], question: 'Ask Bob?' }],
    };
    expect(inputOf(reportOf(asking as ReportMember), true).answers[0]?.question).toBe('Ask BR?');
  });

  it('never makes the answer longer than its limit', () => {
    expect(sentOf('X', 'X '.repeat(600))).toHaveLength(1000);
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
    const later = reportOf(...before.members.map((member) => ({ ...member, blockedDays: 4 })));
    expect(digestOfAnswers(later, true)).toBe(digestOfAnswers(before, true));
  });
});
