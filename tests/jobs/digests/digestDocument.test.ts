import type { DigestSection } from '#contracts/digests/digestCadencesAndSections.ts';
import { digestDocument, periodText } from '../../../bot/src/domain/digests/digestDocument.ts';
import type { DigestModel } from '../../../bot/src/domain/digests/digestModelTypes.ts';
import { digestWebhookPayload } from '../../../bot/src/domain/digests/digestWebhookPayload.ts';
import type { AttentionLine } from '#contracts/attention/getAttention.ts';
import { translateFor } from '../../../bot/src/translate.ts';
import { aDate, aMeetingId, aMemberId, anInstant, aTeamId, aZone } from '../../support/data/idDateAndRecordBuilders.ts';
import { aDigestId, aDigestModel, aDigestPerson, anOrganisationModel } from '../../support/data/digestBuilders.ts';

const t = translateFor('en');
const documentOf = (change: Partial<DigestModel> = {}) => digestDocument(t, aDigestModel(change));
/** Returns the lines of a document that has only this section. */
const linesOf = (section: DigestSection, change: Partial<DigestModel> = {}) =>
  documentOf({ ...change, sections: [section] }).blocks[0]?.lines;
const periodLine = '13 Nov 2026, 17:00 to 20 Nov 2026, 17:00 · 5 runs';

describe('the document of a digest', () => {
  it('begins with the period in the zone of the digest and the number of runs', () => {
    expect(documentOf({ isLate: false })).toMatchObject({ title: 'Weekly digest · Platform', intro: [periodLine] });
    const { from, to } = aDigestModel();
    expect(periodText(t, { from, to, timezone: aZone('Asia/Tokyo') })).toBe('14 Nov 2026, 01:00 to 21 Nov 2026, 01:00');
  });

  it('states that it is late, and that it has nothing to report', () => {
    const empty = { attention: [], people: [], missing: [], trends: [], leavesOutEmpty: true };
    expect(documentOf(empty)).toMatchObject({
      intro: [periodLine, 'This digest comes later than planned.', 'Nothing to report for this time.'],
      blocks: [],
    });
  });

  it('has the chosen sections in their order, whatever the order of the choice', () => {
    const { blocks } = documentOf({ sections: ['TRENDS', 'MISSING', 'PEOPLE', 'ATTENTION'] });
    expect(blocks.map(({ heading }) => heading)).toEqual([
      ...['Needs attention', 'By person', 'Missing answers', 'Trends'],
    ]);
    expect(documentOf({ sections: ['MISSING'] }).blocks.map(({ heading }) => heading)).toEqual(['Missing answers']);
  });

  it.each([
    ['ATTENTION', 'Nothing needs attention.', { attention: [] }],
    ['PEOPLE', 'No one was asked.', { people: [] }],
    ['MISSING', 'No answer is missing.', { missing: [] }],
    ['TRENDS', 'No report ran.', { trends: [] }],
  ] as const)('states for the empty section %s that it has no content, or leaves it out', (section, text, change) => {
    expect(linesOf(section, change)).toEqual([{ subject: '', text }]);
    expect(linesOf(section, { ...change, leavesOutEmpty: true })).toBeUndefined();
  });
});

describe('a line that needs attention', () => {
  it('has the reason and a link to the page that helps', () => {
    expect(linesOf('ATTENTION')).toEqual([
      {
        ...{ subject: 'Bob', text: t('needs.whySilent', { runs: 3 }) },
        link: { label: t('needs.openAnswers'), path: `/reports/person/${aMemberId('bob')}` },
      },
    ]);
  });

  it('quotes the text of a blocker, if there is one', () => {
    const blocker: AttentionLine = {
      ...{ kind: 'BLOCKER', action: 'OPEN_BLOCKER', state: 'OPEN', since: aDate('2026-11-18'), days: 2, needed: null },
      ...{ meetingId: aMeetingId(), meetingName: 'Daily', memberId: aMemberId('bob'), name: 'Bob' },
    };
    const lines = linesOf('ATTENTION', { attention: [{ ...blocker, text: 'No keys' }, blocker] });
    expect(lines).toMatchObject([{ subject: 'Bob', quote: 'No keys' }, { subject: 'Bob' }]);
    expect(Object.keys(lines?.[1] ?? {})).not.toContain('quote');
  });
});

describe('the line of a person', () => {
  it('has the share of the answered runs, and the skipped ones if there are any', () => {
    const people = [
      { ...aDigestPerson('Ann'), skipped: 2 },
      { ...aDigestPerson('Bob'), skipped: 0 },
      { ...aDigestPerson('Eve'), asked: 0, answered: 0, skipped: 1 },
    ];
    expect(linesOf('PEOPLE', { people })).toEqual([
      { subject: 'Ann', text: '4 of 5 answered (80%) · 2 skipped' },
      { subject: 'Bob', text: '4 of 5 answered (80%)' },
      { subject: 'Eve', text: 'no one was asked · 1 skipped' },
    ]);
  });

  it('is followed by the answers, each run named once before its own', () => {
    const answer = (report: string, day: string, format: object = { type: 'TEXT' }, text = '3.5') => ({
      ...{ report, date: aDate(day), question: 'Done?', answer: text, format: format as never },
    });
    const answers = [
      answer('Daily', '2026-11-20'),
      answer('Daily', '2026-11-20', { type: 'NUMBER', unit: 'h' }),
      answer('Daily', '2026-11-19'),
      answer('Retro', '2026-11-19'),
    ];
    const run = (text: string) => ({ subject: '', detail: 'RUN', text });
    const shown = (quote: string) => ({ subject: '', text: 'Done?', quote, detail: 'ANSWER' });
    expect(linesOf('PEOPLE', { people: [{ ...aDigestPerson('Ann'), answers }] })?.slice(1)).toEqual([
      ...[run('Daily, 20 Nov 2026'), shown('3.5'), shown('3.5 h')],
      ...[run('Daily, 19 Nov 2026'), shown('3.5'), run('Retro, 19 Nov 2026'), shown('3.5')],
    ]);
  });
});

it('the line of missing answers counts the runs of each report', () => {
  const reports = [
    { name: 'Daily', runs: 2 },
    { name: 'Retro', runs: 1 },
  ];
  expect(linesOf('MISSING', { missing: [{ memberId: aMemberId('bob'), name: 'Bob', reports }] })).toEqual([
    { subject: 'Bob', text: 'Daily (2), Retro (1)' },
  ]);
});

it('the line of a trend compares with the 30 days before, if someone was asked then', () => {
  const [trend] = aDigestModel().trends;
  if (trend === undefined) throw new Error('There is no trend.');
  const trends = [trend, { ...trend, name: 'New', before: { asked: 0, answered: 0, runs: 0 } }];
  expect(linesOf('TRENDS', { trends })).toEqual([
    { subject: 'Daily', text: '8 of 10 answered (80%) · 30 days before: 90% · 1 blocker' },
    { subject: 'New', text: '8 of 10 answered (80%) · 1 blocker' },
  ]);
});

it('a digest of the organisation has one line of figures for each team and no name of a person', () => {
  expect(digestDocument(t, anOrganisationModel()).blocks).toEqual([
    { heading: 'Needs attention', lines: [{ subject: 'Platform', text: '3 items' }] },
    { heading: 'By team', lines: [{ subject: 'Platform', text: '8 of 10 answered (80%)' }] },
    { heading: 'Missing answers', lines: [{ subject: 'Platform', text: '2 missing answers' }] },
    {
      heading: 'Trends',
      lines: [{ subject: 'Platform', text: '8 of 10 answered (80%) · 30 days before: 90% · 1 blocker' }],
    },
  ]);
});

it.each(['OWNER_LEFT', 'NO_RIGHT'] as const)('a digest that stopped has the reason %s and no content', (reason) => {
  expect(documentOf({ stopped: { reason, owner: 'Bob' } })).toEqual({
    title: 'Stopped: Weekly digest · Platform',
    intro: [t(`digests.stop${reason}`), t('digest.stoppedHow')],
    blocks: [],
  });
});

describe('the body of a call to a webhook', () => {
  const bodyOf = (model: DigestModel): Record<string, unknown> =>
    JSON.parse(digestWebhookPayload(aDigestId(), model)) as Record<string, unknown>;

  it('names the digest, its period and its runs', () => {
    expect(bodyOf(aDigestModel({ sections: [] }))).toEqual({
      ...{ version: 1, isLate: true, runs: 5 },
      digest: { id: aDigestId(), name: 'Weekly digest', scope: 'TEAM', place: 'Platform' },
      period: {
        ...{
          from: anInstant('2026-11-13T16:00:00Z'),
          to: anInstant('2026-11-20T16:00:00Z'),
          timezone: 'Europe/Berlin',
        },
      },
    });
  });

  it.each([
    ['ATTENTION', 'attention'],
    ['PEOPLE', 'people'],
    ['MISSING', 'missing'],
    ['TRENDS', 'trends'],
  ] as const)('contains of a team only the chosen section %s', (section, key) => {
    const model = aDigestModel({ sections: [section] });
    const body = bodyOf(model);
    expect(Object.keys(body).sort()).toEqual(['digest', 'isLate', 'period', 'runs', 'version', key].sort());
    expect(body[key]).toEqual(model[key]);
  });

  it.each([
    ['ATTENTION', { attention: 3 }],
    ['PEOPLE', { asked: 10, answered: 8 }],
    ['MISSING', { missing: 2 }],
    ['TRENDS', { asked: 10, answered: 8, blockers: 1, before: { asked: 100, answered: 90 } }],
  ] as const)('contains of the organisation the figures of each team for the chosen section %s', (section, figures) => {
    const body = bodyOf({ ...anOrganisationModel(), sections: [section] });
    expect(body).toMatchObject({ digest: { scope: 'ORGANISATION', place: 'Contoso' } });
    expect(Object.keys(body).sort()).toEqual(['digest', 'isLate', 'period', 'runs', 'teams', 'version']);
    expect(body['teams']).toEqual([{ teamId: aTeamId(), name: 'Platform', runs: 5, ...figures }]);
  });
});
