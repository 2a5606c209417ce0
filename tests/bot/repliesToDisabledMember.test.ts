import { aDialogue, only } from '../support/apps/botConversation.ts';
import type { Dialogue } from '../support/apps/botConversation.ts';
import { aWorld } from '../support/worlds/teamWorldWithEngine.ts';
import type { World } from '../support/worlds/teamWorldWithEngine.ts';

// Tests the bot for a person whom an admin disabled in all teams: in a personal chat, the reply to every command states
// this fact.

let world: World;
let chat: Dialogue;
beforeEach(async () => {
  world = await aWorld();
  chat = await aDialogue(world);
  await world.meeting();
  await world.runUntil('2026-11-20T09:02:00Z');
});
afterEach(() => chat.close());

const reason = /An admin disabled you.*Ask an admin of your team to enable you again in Team Settings\./s;

it.each(['hi', 'help', 'start', 'start Daily', 'answer', 'tomorrow', 'why', 'mute', 'unmute'])(
  'replies to “%s” with the reason, and offers nothing that would be refused',
  async (text) => {
    await world.changeMember('bob', { isEnabled: false });
    const reply = only((await chat.sendText('bob', text)).here);
    expect(reply.text).toMatch(reason);
    expect(reply.buttons).toEqual([]);
  },
);

it('keeps the reason out of a channel', async () => {
  await world.changeMember('bob', { isEnabled: false });
  const turn = await chat.sendText('bob', 'start', { place: 'channel' });
  expect(only(turn.aside).text).toMatch(reason);
  expect(turn.here.map(({ text }) => text).join(' ')).not.toMatch(/disabled/);
});

it('replies to a button of an older list with the reason', async () => {
  const list = only((await chat.sendText('bob', 'hi')).here);
  await world.changeMember('bob', { isEnabled: false });
  const [title = ''] = list.buttons;
  const turn = await chat.press('bob', { on: list, title });
  expect(only(turn.here).text).toMatch(reason);
});

it('continues as before once an admin switched the person on again', async () => {
  await world.changeMember('bob', { isEnabled: false });
  await chat.sendText('bob', 'hi');
  await world.changeMember('bob', { isEnabled: true });
  expect(only((await chat.sendText('bob', 'hi')).here).text).toContain('One report waits for your answer');
});
