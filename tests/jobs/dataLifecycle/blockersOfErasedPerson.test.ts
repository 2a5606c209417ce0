import { eraseUser } from '../../../bot/src/services/dataLifecycle/planAndRunDeletionJobs.ts';
import { inOrg } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { blocker } from '../../../bot/src/store/kinds/blockers/blocker.ts';
import { blockerCards } from '../../../bot/src/store/kinds/blockers/blockerCards.ts';
import { teamMember } from '../../../bot/src/store/kinds/people/teamMember.ts';
import { answerDraft } from '../../../bot/src/store/kinds/answers/answerDraft.ts';
import { aDate, anInstant } from '../../support/data/idDateAndRecordBuilders.ts';
import { idsIn } from '../../support/data/seededIdsAndNames.ts';
import { deletionWorld, pollUntilErased, signedIn } from '../../support/worlds/deletionWorld.ts';

// Tests the erasure of Bob, who is the needed member of Ann's blocker and has received cards and reminders about it.

const { orgId, teamId, meetingId, ann, bob } = idsIn('contoso');
const key = { teamId, meetingId, memberId: ann.memberId };
const notBefore = anInstant('2026-11-20T09:00:00Z');
const card = { since: aDate('2026-11-19'), naming: 1, days: 1, conversationId: 'c', activityId: 'a', digest: 'd' };
const reminder = { sends: 1, notBefore, isOver: true, reason: null, card };

const erased = async () => {
  const world = await deletionWorld();
  const records = inOrg(world.store, orgId);
  const stored = await records.get(blocker, key);
  const record = await records.get(blockerCards, key);
  if (stored?.value.life == null || record === undefined)
    throw new Error('The seed has a blocker with a needed member.');
  const life = { ...stored.value.life, changedBy: bob.memberId, neededId: bob.memberId, noteBy: bob.memberId };
  await records.touch(blocker, key, { life: { ...life, note: 'Ask the office' } });
  const [own] = record.value.cards;
  if (own === undefined) throw new Error('The seed has a card.');
  await records.touch(blockerCards, key, {
    cards: [own, { ...own, who: bob.memberId, number: 2 }],
    pending: [{ who: bob.memberId, number: 3, sends: 1, notBefore }],
    reminders: [
      { ...reminder, who: ann.memberId, number: -1 },
      { ...reminder, who: bob.memberId, number: -3 },
    ],
  });
  await eraseUser(world.deps, signedIn(world.clock, 'contoso', 'bob'));
  await pollUntilErased(world.deps, world.clock);
  return records;
};

it('removes the person from the blockers of others, with the note, and keeps the blocker', async () => {
  const records = await erased();
  const value = (await records.get(blocker, key))?.value;
  expect(value).toMatchObject({ isOpen: true, text: expect.stringContaining('Blocker of') as string });
  expect(value?.life).toMatchObject({ changedBy: null, neededId: null, noteBy: null, note: null });
});

it('removes the cards and reminders that the person got, and keeps those of others', async () => {
  const records = await erased();
  const value = (await records.get(blockerCards, key))?.value;
  expect(value?.cards.map(({ who }) => who)).toEqual([ann.memberId]);
  expect(value?.pending).toEqual([]);
  expect(value?.reminders?.map(({ who }) => who)).toEqual([ann.memberId]);
  expect(value?.reminders?.[0]?.card).toEqual(card);
});

it('removes the person’s own blocker with its messages, and the quiet hours', async () => {
  const records = await erased();
  const own = { ...key, memberId: bob.memberId };
  expect(await records.get(blocker, own)).toBeUndefined();
  expect(await records.get(blockerCards, own)).toBeUndefined();
  expect((await records.get(teamMember, own))?.value.quietHours ?? null).toBeNull();
  expect((await records.get(teamMember, key))?.value.quietHours).toEqual({ from: 1320, to: 420 });
});

it('removes the person from the drafts of others as the needed member, and keeps their text', async () => {
  const date = aDate('2027-01-04');
  const draftOf = async (records: Awaited<ReturnType<typeof erased>>, who: typeof ann) =>
    (await records.get(answerDraft, { ...key, memberId: who.memberId, date }))?.value;
  const world = await deletionWorld();
  const before = await draftOf(inOrg(world.store, orgId), ann);
  expect(before?.needed).toEqual({ id: bob.memberId, shown: bob.memberId });
  const records = await erased();
  const { needed, ...rest } = (await draftOf(records, ann)) ?? {};
  expect(needed ?? null).toBeNull();
  expect(rest).toEqual({ ...before, needed: undefined });
  expect(await draftOf(records, bob)).toBeUndefined();
});
