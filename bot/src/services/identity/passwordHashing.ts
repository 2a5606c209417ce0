import { hash, verify } from '@node-rs/argon2';

// The parameters that OWASP recommends first for argon2id. `algorithm` 2 means argon2id: the library's enum cannot be
// imported, because it is a `const enum`.
const cost = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Returns the stored form of a password: argon2id in PHC format. */
export const hashPassword = (password: string): Promise<string> => hash(password, cost);

// The hash of a password that no account has. It has the same cost as real hashes, so that a check against it takes
// equally long.
const nobodys = '$argon2id$v=19$m=19456,t=2,p=1$lJNZTCSqFxl42t7fYsKDzA$8oc8GbOkcoz2dke51Kxg13S00XkIZr1c6SOpSx0mcCI';

/**
 * True if the password is right. Exactly one verification runs, with or without a stored hash (`kept`), so that the
 * response time does not reveal which accounts exist.
 */
export const isPassword = async (kept: string | undefined, password: string): Promise<boolean> => {
  const isRight = await verify(kept ?? nobodys, password);
  return isRight && kept !== undefined;
};
