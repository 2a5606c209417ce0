import { confirmRegisterEmail } from '#contracts/identity/registration.ts';
import type { Reply } from './app.ts';
import type { Game } from './game.ts';
import type { Code } from './accountModel.ts';
import type { Person } from './people.ts';

// Calls whose form belongs to the screens: what a page does by itself, and what a button sends.

/** The button of the confirmation page: in the browser that somebody always uses, or in a new one with a password. */
export const pressConfirm = (
  { world }: Game,
  who: Person,
  code: Code,
  password: string | undefined,
): Promise<Reply> => {
  const browser = password === undefined ? world.elsewhere(who) : world.elsewhere();
  return world.app.ask({ browser }, confirmRegisterEmail, { code: code.code, password });
};

/** A mail program that follows the link, and even presses the button. */
export const openConfirmPage = ({ world }: Game, code: Code): Promise<Reply> =>
  world.app.ask({ browser: world.elsewhere() }, confirmRegisterEmail, { code: code.code });
