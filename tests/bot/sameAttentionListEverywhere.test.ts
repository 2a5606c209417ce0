import fc from 'fast-check';
import { defaultAttentionThresholds } from '#contracts/attention/defaultAttentionThresholds.ts';
import {
  attentionActionKeys,
  attentionPath,
  attentionSubject,
} from '#contracts/attention/attentionLineTextsAndPath.ts';
import type { AttentionLine } from '#contracts/attention/getAttention.ts';
import { attentionSteps } from '../../bot/src/domain/attention/findAndSortAttentionLines.ts';
import type { AttentionSources, RunReply } from '../../bot/src/domain/attention/findAndSortAttentionLines.ts';
import { summaryAttentionLines } from '../../bot/src/domain/attention/summaryAttentionLines.ts';
import { runToEnd } from '../../bot/src/domain/engine/pausableGeneratorsAndSort.ts';
import { renderEmail } from '../../bot/src/gateways/mail/renderEmail.ts';
import { translateFor } from '../../bot/src/translate.ts';
import { aDate, aMeetingId, aMemberId, aZone } from '../support/data/idDateAndRecordBuilders.ts';
import { aReader, aSummary } from '../support/data/cardModelBuilders.ts';
import { faultsOf, ofType } from '../support/data/readAndCheckCards.ts';
import { readablePresenter } from '../support/data/messagesWithReadableCards.ts';

// Tests that the dashboard, the card and the email of the summary show one attention list: the same lines in the same
// order, each with one action.

const publicUrl = 'https://rollcall.test';
const t = translateFor('en');
const presenter = readablePresenter({ translateFor, publicUrl });
const today = aDate('2026-11-20');

const anyMember = (name: string) =>
  fc.record({
    memberId: fc.constant(aMemberId(name)),
    name: fc.constant(name),
    isAway: fc.boolean(),
    unreachable: fc.constantFrom(null, 'BLOCKED' as const, 'GONE' as const),
    replies: fc.array(fc.constantFrom<RunReply>('ANSWERED', 'SILENT', 'SKIPPED'), { maxLength: 4 }),
    goals: fc.constantFrom(
      [],
      [{ id: '0123456789abcdef', text: 'Ship it', ticked: false, state: 'DROPPED' as const }],
      [{ id: '0123456789abcdef', text: 'Ship it', ticked: false, state: 'CARRIED' as const, day: 4 }],
    ),
    blocker: fc.option(
      fc.record({
        state: fc.constantFrom('OPEN' as const, 'ACKNOWLEDGED' as const, 'REOPENED' as const),
        since: fc.constant(today),
        days: fc.integer({ min: 0, max: 3 }),
        needed: fc.constantFrom(null, 'Cy'),
        text: fc.constantFrom('No keys', 'No licence'),
      }),
    ),
  });
const names = ['ann', 'bob', 'cy', 'dee', 'eve', 'gus'];
const anyReport = (meeting: string): fc.Arbitrary<AttentionSources> =>
  fc
    .tuple(fc.tuple(...names.map(anyMember)), fc.integer({ min: 0, max: 6 }), fc.constantFrom(0, 2, null))
    .map(([members, answered, blockerDays]) => ({
      ...{ meetingId: aMeetingId(meeting), meetingName: meeting, members },
      thresholds: { ...defaultAttentionThresholds, blockerDays },
      run: { date: today, answered, asked: 6 },
    }));

interface ShownLine {
  readonly subject: string;
  readonly actions: readonly string[];
}

const onCard = (attention: readonly AttentionLine[]): ShownLine[] => {
  const card = presenter.summary(aSummary({ attention }), aReader(), `${publicUrl}/reports/x`);
  expect(faultsOf(card)).toEqual([]);
  return ofType(card, 'RichTextBlock').flatMap((block) => {
    const runs = block['inlines'] as readonly Readonly<Record<string, unknown>>[];
    const actions = runs.flatMap((run) => {
      const action = run['selectAction'] as { readonly url: string } | undefined;
      return action === undefined ? [] : [`${String(run['text'])} <${action.url}>`];
    });
    return actions.length === 0 ? [] : [{ subject: String(runs[0]?.['text']), actions }];
  });
};

const inMail = (attention: readonly AttentionLine[]): ShownLine[] => {
  const { text, html } = renderEmail(
    {
      ...{
        kind: 'SUMMARY',
        model: aSummary({ attention }),
        url: `${publicUrl}/home`,
        timezone: aZone('Europe/Berlin'),
      },
      ...{ organization: 'Contoso', sender: 'Ann', stopUrl: `${publicUrl}/email/summaries/x` },
    },
    { t, locale: 'en', publicUrl },
  );
  const labels = Object.values(attentionActionKeys).map((key) => t(key));
  const actionsIn = (line: string): string[] =>
    labels.flatMap((label) => line.match(new RegExp(`${label} <[^>]*>`, 'g')) ?? []);
  const shown = text
    .split('\n')
    .filter((line) => line.startsWith('- '))
    .map((line) => ({ subject: line.slice(2).split(' ')[0] ?? '', actions: actionsIn(line) }))
    .filter(({ actions }) => actions.length > 0);
  for (const { actions } of shown)
    for (const action of actions)
      expect(html).toContain(`href="${(action.split('<')[1] ?? '').slice(0, -1).replaceAll('&', '&amp;')}"`);
  return shown;
};

it('is the same list, with one action for each line, on the dashboard, in the card and in the email', () => {
  fc.assert(
    fc.property(anyReport('daily'), anyReport('retro'), (daily, retro) => {
      const board = runToEnd(attentionSteps([daily, retro]));
      const own = runToEnd(attentionSteps([daily]));
      const keyOf = (line: AttentionLine) => `${line.kind} ${attentionSubject(line)}`;
      const ownKeys = own.map(keyOf);
      const ofReport = board.filter(({ kind, meetingId }) => kind === 'UNREACHABLE' || meetingId === daily.meetingId);
      expect(ofReport.map(keyOf).filter((key) => ownKeys.includes(key))).toEqual(ownKeys);

      const expected = summaryAttentionLines({ attention: own }, Number.MAX_SAFE_INTEGER).shown.map((line) => ({
        subject: attentionSubject(line),
        actions: [`${t(attentionActionKeys[line.action])} <${publicUrl}${attentionPath(line)}>`],
      }));
      expect(onCard(own)).toEqual(expected);
      expect(inMail(own)).toEqual(expected);
    }),
    { numRuns: 60 },
  );
});
