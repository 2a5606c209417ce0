import type { PersonAddress, RoomAddress } from '../../domain/core/chatAddressTypes.ts';
import { teamsLimits } from './teamsRateLimits.ts';
import { lazyMessenger } from './lazyMessenger.ts';
import type { Messenger, OutgoingMessage } from '../messengerPort.ts';

const person = {} as PersonAddress;
const room = {} as RoomAddress;
const message = {} as OutgoingMessage;

const loadFails = (): Promise<Messenger> => Promise.reject(new Error('The file is missing'));

it('loads nothing before the first call', () => {
  let loads = 0;
  const messenger = lazyMessenger(() => {
    loads += 1;
    return loadFails();
  });
  expect(messenger.limits).toBe(teamsLimits);
  expect(loads).toBe(0);
});

it('rejects as a message that was not sent if loading fails', async () => {
  const messenger = lazyMessenger(loadFails);
  const refused = { fault: { kind: 'TRANSIENT', wasRefused: true } };
  await expect(messenger.send(person, message, 1_000)).rejects.toMatchObject(refused);
  await expect(messenger.channels(room)).rejects.toMatchObject(refused);
  await expect(messenger.roster(room)[Symbol.asyncIterator]().next()).rejects.toMatchObject(refused);
});
