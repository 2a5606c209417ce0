import { confirmRegisterEmail } from '#contracts/identity/registration.ts';
import type { Reply } from './app.ts';
import type { Game } from './game.ts';
import type { Code } from './accountModel.ts';
import type { Person } from './people.ts';

// Calls that a page makes on its own or after a click, in the form that the screens send.

/** Confirms in the person's usual browser, or in a new browser with a password. */
export const pressConfirm = (
  { world }: Game,
  who: Person,
  code: Code,
  password: string | undefined,
): Promise<Reply> => {
  const browser = password === undefined ? world.elsewhere(who) : world.elsewhere();
  return world.app.ask({ browser }, confirmRegisterEmail, { code: code.code, password });
};

/** Acts as a mail scanner, which opens the link and may even press the button. Neither may confirm the address. */
export const openConfirmPage = ({ world }: Game, code: Code): Promise<Reply> =>
  world.app.ask({ browser: world.elsewhere() }, confirmRegisterEmail, { code: code.code });
