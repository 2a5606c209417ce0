import type * as argon2 from '@node-rs/argon2';

// The cost of a password hash is a rule of one test (accounts.test.ts), which unmocks this. Everywhere else a hash only has to match
// its password: with the cost of production, each app would spend a quarter of a second on the passwords of its people.
jest.mock('@node-rs/argon2', () => {
  const real = jest.requireActual<typeof argon2>('@node-rs/argon2');
  const cheap = { memoryCost: 64, timeCost: 1 };
  return {
    ...real,
    hash: (password: string, options: argon2.Options) => real.hash(password, { ...options, ...cheap }),
  };
});
