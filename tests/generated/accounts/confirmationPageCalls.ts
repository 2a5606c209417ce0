import { confirmRegisterEmail } from '#contracts/registration/registrationAndPasswordResetCalls.ts';
import type { Reply } from './inProcessAppAndBrowser.ts';
import type { Game } from './accountGameOnProductAndModel.ts';
import type { Code } from './accountModel.ts';
import type { Person } from './accountPeopleAndSeats.ts';

// Calls that a page makes by itself or after a click, with the same input as the screens send.

/** Confirms an address: in the person's usual browser, or with a password in a new browser. */
export const pressConfirm = (
  { world }: Game,
  who: Person,
  code: Code,
  password: string | undefined,
): Promise<Reply> => {
  const browser = password === undefined ? world.elsewhere(who) : world.elsewhere();
  return world.app.ask({ browser }, confirmRegisterEmail, { code: code.code, password });
};

/**
 * Acts as a mail scanner, which opens the link and may even press the button. Neither action may confirm the address.
 */
export const openConfirmPage = ({ world }: Game, code: Code): Promise<Reply> =>
  world.app.ask({ browser: world.elsewhere() }, confirmRegisterEmail, { code: code.code });
