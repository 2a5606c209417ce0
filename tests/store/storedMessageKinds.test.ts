import { aDate, aMeetingId, aMemberId, anInstant, anOrgId, aTeamId } from '../support/data/idDateAndRecordBuilders.ts';
import { decode, encode } from '../../bot/src/store/rowCodec.ts';
import {
  isMaintenance,
  isMessage,
  isRunEmail,
  messageIn,
  messageTo,
  recipientFromStored,
  requireMemberRecipient,
  storedRecipient,
} from '../../bot/src/store/kinds/messages/messageKindsAndRecipients.ts';
import type { DueKind, OutboxKind } from '../../bot/src/store/kinds/messages/messageKindsAndRecipients.ts';
import { delivery } from '../../bot/src/store/kinds/runs/delivery.ts';
import { due } from '../../bot/src/store/kinds/due/dueRow.ts';
import { outbox } from '../../bot/src/store/kinds/outbox/outboxRow.ts';

const run = { orgId: anOrgId(), teamId: aTeamId(), meetingId: aMeetingId(), date: aDate('2026-11-20') };
const at = anInstant('2026-11-20T08:00:00Z');
const memberId = aMemberId();

describe('an outbox row', () => {
  const message = (kind: OutboxKind, who: string) => ({
    ...{ ...run, at, kind, who, notBefore: at, notAfter: null, lease: null, touched: null, failures: null },
    parkedReason: null,
  });

  it.each<[OutboxKind, string]>([
    ['prompt.1', 'prompt.1'],
    ['reminder1.12', 'r1.12'],
    ['reminder2.1', 'r2.1'],
    ['announcement.1', 'bcast.1'],
    ['summaryEmail.1', 'mail.1'],
    ['fallbackEmail.3', 'fall.3'],
    ['summary', 'sum'],
    ['ledger', 'used'],
    ['weekCards', 'week'],
    ['blockerCards', 'block'],
  ])('an outbox row of the kind %s is stored as %s, as earlier versions store it', (kind, stored) => {
    const row = message(kind, memberId);
    const values = encode(outbox, row);
    expect(values['kind']).toBe(stored);
    expect(outbox.at(null, row).rk.split('|')[1]).toBe(stored);
    expect(decode(outbox, values).kind).toBe(kind);
  });

  it.each([
    ['channel', '!ch'],
    ['email:0123456789abcdef0123456789abcdef', '!ml0123456789abcdef0123456789abcdef'],
    [memberId, memberId],
  ])('an outbox row to %s stores the recipient %s', (who, stored) => {
    const row = message('prompt.1', who);
    const values = encode(outbox, row);
    expect(values['who']).toBe(stored);
    expect(outbox.at(null, row).rk.split('|').at(-1)).toBe(stored);
    expect(decode(outbox, values).who).toBe(who);
    expect(storedRecipient(recipientFromStored(stored))).toBe(stored);
  });

  it('an outbox row of a kind from the next version keeps that kind', () => {
    const values = { ...encode(outbox, message('summary', 'channel')), kind: 'poll.1' };
    expect(encode(outbox, decode(outbox, values))).toEqual(values);
  });

  it('stores the reminders that share an accepted message in the short spelling', () => {
    const shared = { teamId: run.teamId, meetingId: run.meetingId, date: run.date, round: 1, isLate: false };
    const accepted = { conversationId: 'c', activityId: 'a', isLate: false };
    const row = {
      ...message('reminder1.1', memberId),
      accepted: { ...accepted, sharedWith: [{ ...shared, kind: 'reminder2' as const }] },
    };
    const values = encode(outbox, row);
    expect(JSON.parse(String(values['j_accepted']))).toEqual({ ...accepted, sharedWith: [{ ...shared, kind: 'r2' }] });
    expect(decode(outbox, values).accepted).toMatchObject(row.accepted);
  });
});

describe('the recipient of a message', () => {
  it('is the channel for an announcement, and a member for every other kind', () => {
    expect(messageTo('announcement', 'channel')).toEqual({ kind: 'announcement', who: 'channel' });
    expect(messageTo('prompt', memberId)).toEqual({ kind: 'prompt', who: memberId });
    expect(messageTo('announcement', memberId)).toBeUndefined();
    for (const who of ['channel', 'email:0123456789abcdef']) expect(messageTo('observerSummary', who)).toBeUndefined();
  });

  it('must be a member in rows that are only for members', () => {
    expect(requireMemberRecipient(memberId)).toBe(memberId);
    for (const who of ['channel', 'email:0123456789abcdef'])
      expect(() => requireMemberRecipient(who)).toThrow('no member');
  });
});

it.each<[DueKind, string]>([
  ['prompt', 'prompt'],
  ['reminder1', 'r1'],
  ['reminder2', 'r2'],
  ['close', 'close'],
])('a due row of the kind %s is stored as %s', (kind, stored) => {
  const row = { ...run, at, kind, zone: null, rev: 1, failures: 0, parkedReason: null, source: null };
  const values = encode(due, row);
  expect([values['kind'], due.at(null, row).rk.split('|')[1]]).toEqual([stored, stored]);
  expect(decode(due, values).kind).toBe(kind);
});

it('a delivery record stores its kind, its recipient and the reminders it shares in the short spelling', () => {
  expect(delivery.at(run.orgId, { ...run, who: 'channel', kind: 'announcement' }).rk).toMatch(/\|s\|!ch\|bcast$/);
  const ref = { teamId: run.teamId, meetingId: run.meetingId, date: run.date };
  const record = {
    ...{ round: 1, state: 'SENT' as const, reason: null, at, isLate: false, conversationId: 'c', activityId: 'a' },
    ...{ digest: null, sharedWith: [{ ...ref, kind: 'reminder1' as const }] },
  };
  const values = encode(delivery, record);
  expect(JSON.parse(String(values['j_sharedWith']))).toEqual([{ ...ref, kind: 'r1' }]);
  expect(decode(delivery, values).sharedWith).toEqual(record.sharedWith);
});

it('distinguishes outbox rows by their kinds and keys', () => {
  expect(['prompt.1', 'reminder1.1', 'announcement.1', 'summaryEmail.1', 'summary'].filter(isMessage)).toHaveLength(3);
  expect(['summary', 'ledger', 'weekCards', 'summary.1', 'prompt.1'].filter(isMaintenance)).toHaveLength(3);
  expect(messageIn('reminder2.7')).toEqual({ kind: 'reminder2', round: 7 });
  expect([messageIn('reminder2.x'), messageIn('reminder2'), messageIn('summary')]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect(['mail.1', 'fall.2', 'prompt.1', 'mail'].map((kind) => isRunEmail(`20261120080000|${kind}|O`))).toEqual([
    true,
    true,
    false,
    false,
  ]);
});
