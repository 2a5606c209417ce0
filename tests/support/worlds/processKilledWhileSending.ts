import { MessengerError } from '../../../bot/src/gateways/messengerPort.ts';
import type { Messenger } from '../../../bot/src/gateways/messengerPort.ts';
import { shows } from '../fakes/fakePresenterAndShownModels.ts';
import type { World } from './teamWorldWithEngine.ts';

// Simulates a process that is killed while it sends: after the kill, none of its calls has an effect.

/**
 * `before`: Teams had not accepted the message. `after`: Teams had accepted it, but the process never got the reply.
 */
export interface Kill {
  /** Number of the message during which the process is killed, from 1. */
  readonly at: number;
  readonly moment: 'before' | 'after';
  /** Kind of the calls that count; if it is missing, sends count. */
  readonly call?: 'send' | 'update';
}

/**
 * Runs an instance and returns true if it was killed; false if it had no such message to send, for example because
 * another process has the leases.
 */
export const liveUntilKilled = async (world: World, name: string, kill: Kill): Promise<boolean> => {
  const life: { isDead: boolean } = { isDead: false };
  const isDead = (): boolean => life.isDead;
  let sends = 0;
  let die: () => void = () => undefined;
  const death = new Promise<void>((resolve) => {
    die = () => {
      life.isDead = true;
      resolve();
    };
  });
  // A killed process neither fails nor continues, so its calls never end.
  const alive = async <T>(work: () => Promise<T>): Promise<T> => {
    if (isDead()) return new Promise<T>(() => undefined);
    const result = await work();
    return isDead() ? new Promise<T>(() => undefined) : result;
  };
  const store = new Proxy(world.store, {
    get: (target, property) => {
      const value: unknown = Reflect.get(target, property);
      return typeof value !== 'function' || property === 'close'
        ? value
        : (...parameters: unknown[]) => alive(() => Reflect.apply(value, target, parameters) as Promise<unknown>);
    },
  });
  const counted = <T>(call: Kill['call'], work: () => Promise<T>): Promise<T> =>
    alive(async () => {
      if (call !== (kill.call ?? 'send')) return work();
      sends += 1;
      const isLast = sends === kill.at;
      if (isLast && kill.moment === 'before') {
        die();
        throw new MessengerError({ kind: 'TRANSIENT' });
      }
      const result = await work();
      if (isLast) die();
      return result;
    });
  const send: Messenger['send'] = (...parameters) => counted('send', () => world.messenger.send(...parameters));
  const update: Messenger['update'] = (...parameters) => counted('update', () => world.messenger.update(...parameters));
  const engine = world.instance(name, { store, messenger: { ...world.messenger, send, update } });
  await Promise.race([engine.poll(), death]);
  // After this time, the leases of the killed process have expired and the next process can start.
  world.clock.advance({ seconds: 90 });
  return isDead();
};

/** Returns the number of prompts by person. */
export const sendsTo = (world: World): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const { message, to } of world.messenger.calls)
    if (shows(message) === 'ask') counts.set(to, (counts.get(to) ?? 0) + 1);
  return counts;
};

export const doubled = (world: World): number =>
  [...sendsTo(world).values()].reduce((sum, count) => sum + count - 1, 0);
