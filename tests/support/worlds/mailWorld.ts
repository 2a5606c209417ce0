import { createAccountWork } from '../../../bot/src/jobs/outbox/sendDueEmailsAndPurge.ts';
import { codeKeys } from '../../../bot/src/services/identity/emailLinkCodes.ts';
import { createLimiter } from '../../../bot/src/services/rateLimits/storedRateLimiter.ts';
import { approveAddresses } from '../data/approveAddressesAndReadConsent.ts';
import { fakeWebhooks, webhookKeys } from '../fakes/fakeWebhooks.ts';
import { pdfFonts } from '../files/pdfFonts.ts';
import { aWorld } from './teamWorldWithEngine.ts';
import type { World } from './teamWorldWithEngine.ts';
import { fakeMail } from './registrationWorldAndFakeMail.ts';
import type { FakeMail } from './registrationWorldAndFakeMail.ts';

export interface MailWorld extends World {
  readonly mail: FakeMail;
}

const secrets = ['a secret of at least thirty-two bytes'];

export const mailWork = (world: World, mail: FakeMail, webhooks = fakeWebhooks()) =>
  createAccountWork({
    pdfFonts,
    webhooks,
    ...webhookKeys,
    ...world.deps,
    newId: world.answering.newId,
    codeKeys: codeKeys(secrets),
    trialDays: 30,
    limiter: createLimiter({ ...world.deps, addressLimiter: null }),
    mail,
  });

/** Creates a world in which each heartbeat also sends the emails. */
export const mailWorld = async (people?: readonly string[]): Promise<MailWorld> => {
  const world = await aWorld(people === undefined ? {} : { people });
  await approveAddresses(world, 'lead@example.org', 'boss@example.org');
  const mail = fakeMail();
  const accountWork = mailWork(world, mail);
  const engine = world.instance('one', { accountWork });
  return { ...world, mail, runUntil: (at, every, beating = engine) => world.runUntil(at, every, beating) };
};

/** Returns the kind and recipient of each sent email, sorted. */
export const emailsSent = (world: MailWorld): string[] =>
  world.mail.sent.map(({ to, email }) => `${email.kind} ${to}`).sort();
