import * as argon2 from '@node-rs/argon2';

/**
 * Replaces the hash of passwords for the tests of a file by one that costs nothing. Returns the mocks, which count the
 * calls of both functions. Needs the setup of lowCostPasswordHashing.ts, without which the functions cannot be replaced.
 */
export const hashPasswordsWithoutCost = (): Record<'hash' | 'verify', jest.Mock> => {
  const hash = jest.fn((password: string) => Promise.resolve(`hash of ${password}`));
  const verify = jest.fn((kept: string, password: string) => Promise.resolve(kept === `hash of ${password}`));
  const spies: jest.SpyInstance[] = [];
  beforeAll(() => {
    spies.push(jest.spyOn(argon2, 'hash').mockImplementation(hash as never));
    spies.push(jest.spyOn(argon2, 'verify').mockImplementation(verify as never));
  });
  afterAll(() => {
    for (const spy of spies) spy.mockRestore();
  });
  return { hash, verify };
};
