import { changeBlockerOf } from '../../../bot/src/services/blockers/changeBlocker.ts';
import { inOrg } from '../../../bot/src/store/recordKindsAndAccess.ts';
import type { ValueOf } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { blocker } from '../../../bot/src/store/kinds/blockers/blocker.ts';
import { blockerCards } from '../../../bot/src/store/kinds/blockers/blockerCards.ts';
import { aMeetingId, aMemberId } from '../../support/data/idDateAndRecordBuilders.ts';
import { aWorld, faultsIn } from '../../support/worlds/teamWorldWithEngine.ts';
import { answerAs } from '../../support/worlds/saveAnswersAndReadMessages.ts';

// Tests that verify-store finds faults of blockers, of the messages about them and of quiet hours.

type CardsRow = ValueOf<typeof blockerCards>;
type BlockerRow = ValueOf<typeof blocker>;

/** Returns a world in which Bob was blocked on Friday and needs Cy, who has received a card and a reminder. */
const reminded = async () => {
  const world = await aWorld({ people: ['ann', 'bob', 'cy'] });
  await world.meeting({ isReminderEnabled: false, blockerReminderDays: 1 });
  await world.runUntil('2026-11-20T09:05:00Z', 60);
  await answerAs(world, 'bob', { change: { blocked: 'Yes', what: 'No keys' } });
  const place = { meetingId: aMeetingId(), memberId: aMemberId('bob') };
  await changeBlockerOf(world.answering, world.actor('bob'), { ...place, action: 'NEED', neededId: aMemberId('cy') });
  await world.runUntil('2026-11-23T08:30:00Z', 300);
  const records = inOrg(world.store, world.orgId);
  const key = { ...place, teamId: world.teamId };
  const [stored, cards] = [await records.get(blocker, key), await records.get(blockerCards, key)];
  if (stored === undefined || cards === undefined) throw new Error('Bob is not blocked.');
  expect(cards.value.reminders).toHaveLength(1);
  expect(await faultsIn(world.store)).toEqual([]);
  return { world, records, key, stored: stored.value, cards: cards.value };
};

const twice = <T>(list: readonly T[] | null | undefined): T[] => [...(list ?? []), ...(list ?? [])];

it.each<[string, (cards: CardsRow) => Partial<CardsRow>]>([
  ['has reminded a member twice on one day', ({ reminders }) => ({ reminders: twice(reminders) })],
  [
    'keeps the card of a reminder that was not sent',
    ({ reminders }) => ({ reminders: (reminders ?? []).map((sent) => ({ ...sent, reason: 'MUTED' })) }),
  ],
  ['has asked twice for one naming', ({ cards }) => ({ cards: twice(cards) })],
  ['has asked a member whom nobody named', ({ cards }) => ({ cards: cards.map((card) => ({ ...card, number: 7 })) })],
  ['announces a hand-back that does not exist', () => ({ told: 1 })],
])('finds a record of messages that %s', async (fault, change) => {
  const { world, records, key, cards } = await reminded();
  world.plants(new RegExp(fault));
  await records.touch(blockerCards, key, change(cards));
  expect(await faultsIn(world.store)).toEqual([expect.stringContaining(fault)]);
});

it.each<[string, (life: NonNullable<BlockerRow['life']>) => NonNullable<BlockerRow['life']>]>([
  ['needs a member whom nobody named', (life) => ({ ...life, needs: 0 })],
  ['needs a person who was never in the team', (life) => ({ ...life, neededId: aMemberId('stranger') })],
])('finds a blocker that %s', async (fault, change) => {
  const { world, records, key, stored } = await reminded();
  if (stored.life == null) throw new Error('The blocker needs a member.');
  world.plants(new RegExp(fault));
  await records.touch(blocker, key, { life: change(stored.life) });
  expect(await faultsIn(world.store)).toEqual([expect.stringContaining(fault)]);
});

it('finds quiet hours that last too long or too short', async () => {
  for (const quietHours of [
    { from: 0, to: 961 },
    { from: 60, to: 60 },
  ]) {
    const { world } = await reminded();
    world.plants(/has quiet hours that are too/);
    await world.changeMember('cy', { quietHours });
    expect(await faultsIn(world.store)).toEqual([expect.stringContaining('has quiet hours that are too')]);
  }
});
