import type { Actor } from '../../../bot/src/services/core/actor.ts';
import { connectOrgByCode } from '../../../bot/src/services/connect/connectOrgByCode.ts';
import { answerConnect } from '../../../bot/src/services/connect/connectCodeOfferAndCommand.ts';
import { createOrg } from '../../../bot/src/services/teamsSync/getOrCreateOrgAndTeam.ts';
import {
  claimEmail,
  joinOrganisation,
  keepEmail,
  writeProfile,
} from '../../../bot/src/services/registration/claimEmailAndCreateAccount.ts';
import { hashPassword } from '../../../bot/src/services/identity/passwordHashing.ts';
import { authenticate } from '../../../bot/src/services/identity/authenticateRequestAndRequireProof.ts';
import { MessengerError } from '../../../bot/src/gateways/messengerPort.ts';
import type { PersonAddress, RoomAddress } from '../../../bot/src/domain/core/chatAddressTypes.ts';
import type { Messenger, OutgoingMessage } from '../../../bot/src/gateways/messengerPort.ts';
import { outside } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { teamsUser } from '../../../bot/src/store/kinds/microsoftAccounts/teamsUser.ts';
import { openSqliteStore } from '../../../bot/src/store/sqlite/openSqlite.ts';
import { createPresenter } from '../../../bot/src/teams/cards/teamsCardPresenter.ts';
import { translateFor } from '../../../bot/src/translate.ts';
import { anOrgId, aUserId, aZone } from '../data/idDateAndRecordBuilders.ts';
import { aSender, fakeChat } from '../fakes/fakeChatWithRostersAndSenders.ts';
import { fakeClock } from '../data/fakeClock.ts';
import { anEntraPerson } from '../fakes/localEntra.ts';
import { tokenFor } from '../worlds/signInSessionAndToken.ts';
import { installIn } from './signInApp.ts';
import { testDeps } from '../data/testDepsAndLogs.ts';
import { readable } from '../data/messagesWithReadableCards.ts';
import type { ReadableMessage } from '../data/messagesWithReadableCards.ts';

// Creates a tenant in which Ann has installed the bot, and organisations that Zoe and others registered on the web.

export const passwordOf = (name: string): string => `${name} likes quartz and kettles`;
export const home = { address: '192.0.2.1' };
export const reader = { locale: 'en', timezone: aZone('UTC') };

export const inOwnChat = (name: string, tenant = 'contoso') => {
  const { tid, oid } = anEntraPerson(name, tenant);
  return aSender(name, { tid, oid, personalConversationId: `a:${name}` });
};

export const codeIn = (message: OutgoingMessage): string | undefined =>
  /\b(?:[0-9A-Z]{4}-){2}[0-9A-Z]{4}\b/.exec(JSON.stringify(readable(message).card))?.[0];

// Hashes are cached, because hashing passwords takes longer than the rest of the set-up.
const hashes = new Map<string, Promise<string>>();
const hashOf = (password: string): Promise<string> => {
  const hash = hashes.get(password) ?? hashPassword(password);
  hashes.set(password, hash);
  return hash;
};

export const connectWorld = () => {
  const store = openSqliteStore({ file: ':memory:' });
  const clock = fakeClock();
  const chat = fakeChat();
  const sent: { readonly to: PersonAddress | RoomAddress; readonly message: ReadableMessage }[] = [];
  const mood = { isBlocked: false };
  const messenger: Pick<Messenger, 'send' | 'roster' | 'channels'> = {
    ...chat.messenger,
    send: (to, message) => {
      if (mood.isBlocked) return Promise.reject(new MessengerError({ kind: 'BLOCKED' }));
      sent.push({ to, message: readable(message) });
      return Promise.resolve({ conversationId: 'c', activityId: 'a' });
    },
  };
  const presenter = createPresenter({ translateFor: translateFor, publicUrl: 'https://rollcall.test' });
  const deps = { ...testDeps(store, clock), messenger, presenter };

  /** Registers an organisation on the web and returns its admin as a signed-in actor. */
  const register = async (name = 'zoe'): Promise<Actor> => {
    const [orgId, userId] = [anOrgId(`${name} org`), aUserId(name)];
    await createOrg(deps, { orgId, name: `${name} Ltd`, tid: null, actor: name });
    const email = `${name}@example.test`;
    const person = { email, firstName: name, lastName: 'Q', isConfirmed: true, orgId };
    await claimEmail(deps, email, userId);
    await writeProfile(deps, person, { userId, hash: await hashOf(passwordOf(name)) });
    await joinOrganisation(deps, userId, { orgId, memberId: null, role: 'admin' });
    await keepEmail(deps, email, userId);
    const actor = await authenticate(deps, await tokenFor(deps, { userId, orgId }));
    if (actor === undefined) throw new Error('not signed in');
    return actor;
  };
  const install = (
    people: readonly [string, ...string[]] = ['ann', 'bob'],
    where: { tenant?: string; team?: string } = {},
  ) => installIn(deps, chat, people, where);
  const newCode = async (name = 'ann', tenant = 'contoso'): Promise<string> => {
    const shown = codeIn(await answerConnect(deps, inOwnChat(name, tenant), reader));
    if (shown === undefined) throw new Error('no code was shown');
    return shown.replaceAll('-', '');
  };
  return {
    ...{ store, clock, chat, sent, mood, deps, register, install, newCode },
    preview: (actor: Actor, code: string) => connectOrgByCode(deps, actor, { code, confirm: false }, home),
    confirm: (actor: Actor, code: string, on: typeof deps = deps) =>
      connectOrgByCode(on, actor, { code, confirm: true, password: passwordOf(actor.name.split(' ')[0] ?? '') }, home),
    orgOf: async (name: string, tenant = 'contoso') =>
      (await outside(store).get(teamsUser, anEntraPerson(name, tenant)))?.value.orgId,
  };
};
export type ConnectWorld = ReturnType<typeof connectWorld>;
