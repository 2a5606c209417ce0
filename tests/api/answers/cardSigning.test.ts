import type { CardData } from '#contracts/answers/answerCardDataAndVerbs.ts';
import { aDate, aMeetingId, aMemberId, anOrgId, aTeamId } from '../../support/data/idDateAndRecordBuilders.ts';
import { createCardSigner } from '../../../bot/src/services/core/cardSigner.ts';

const card = { O: anOrgId(), T: aTeamId(), meetingId: aMeetingId(), date: aDate('2026-11-20'), memberId: aMemberId() };

it('accepts cards signed with the current secret or with a rotated one', () => {
  const old = createCardSigner(['the old secret of thirty-two bytes']);
  const both = createCardSigner(['the new secret of thirty-two bytes', 'the old secret of thirty-two bytes']);
  expect(both.isGenuine(old.sign(card))).toBe(true);
  expect(both.isGenuine(both.sign(card))).toBe(true);
  expect(old.isGenuine(both.sign(card))).toBe(false);
});

it('signs alike for every copy of a card, and with another key than the secret itself', () => {
  const signer = createCardSigner(['a secret']);
  expect(signer.sign(card)).toEqual(signer.sign({ ...card }));
  expect(signer.sign(card).sig).not.toBe(createCardSigner(['A secret']).sign(card).sig);
});

it.each<Partial<CardData>>([
  { O: anOrgId('other') },
  { T: aTeamId('other') },
  { meetingId: aMeetingId('other') },
  { date: aDate('2026-11-21') },
  { memberId: aMemberId('bob') },
  { sig: '' },
  { sig: 'A'.repeat(43) },
  { sig: 'é€'.repeat(20) },
])('refuses a card with %p', (change) => {
  const signer = createCardSigner(['a secret']);
  expect(signer.isGenuine({ ...signer.sign(card), ...change })).toBe(false);
});

it('rejects a signature in a non-canonical encoding', () => {
  const signer = createCardSigner(['a secret']);
  const signed = signer.sign(card);
  const last = signed.sig.slice(-1);
  const emails = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const neighbour = emails[emails.indexOf(last) ^ 1] ?? '';
  const spelled = [`${signed.sig.slice(0, -1)}${neighbour}`, `${signed.sig}=`, `${signed.sig} `];
  for (const sig of spelled) {
    expect(Buffer.from(sig, 'base64url')).toEqual(Buffer.from(signed.sig, 'base64url'));
    expect(signer.isGenuine({ ...signed, sig })).toBe(false);
  }
});

it('needs a secret', () => {
  expect(() => createCardSigner([])).toThrow('secret');
});
