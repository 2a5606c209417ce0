import { createEngine } from '../../../bot/src/jobs/engine/engineAndHeartbeat.ts';
import { createUlids } from '../../../bot/src/gateways/ulidGenerator.ts';
import { createAccountWork } from '../../../bot/src/jobs/outbox/sendDueEmailsAndPurge.ts';
import { codeKeys } from '../../../bot/src/services/identity/emailLinkCodes.ts';
import { createLimiter } from '../../../bot/src/services/rateLimits/storedRateLimiter.ts';
import { inOrg } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { meeting as meetingKind } from '../../../bot/src/store/kinds/meetings/meetingWithNameAndPointer.ts';
import { movedClock, morning } from '../../parts/movedClockAndBenchmarkInstants.ts';
import { seedDay } from '../../parts/seedDayAndSaveAnswers.ts';
import { jobDepsOn, messengerOf, secret } from '../../parts/engineDepsAndFakeMessenger.ts';
import { countingStore, sumOf, withCopy } from '../../parts/temporaryAndCountingStores.ts';
import { sideBySide, timed } from '../../measureTimesBlockingAndMemory.ts';
import { inMs, times } from '../../benchmarkTypesAndFigureFormats.ts';
import type { Bench } from '../../benchmarkTypesAndFigureFormats.ts';
import { noWebhooks } from '../../../tests/support/fakes/fakeWebhooks.ts';
import { pdfFonts } from '../../../tests/support/files/pdfFonts.ts';

const meetings = 10_000;

/** Measures a heartbeat without due work, because nearly all heartbeats have none. */
export const bench: Bench = async () => {
  const { file, teams } = await seedDay({ teams: meetings, members: 1, orgs: 500 });
  return withCopy(file, async (opened) => {
    const store = countingStore(opened);
    const clock = movedClock(morning);
    const job = jobDepsOn(store, clock, messengerOf(0));
    const newId = createUlids(clock);
    const mail = { send: () => Promise.resolve() };
    const accountWork = createAccountWork({
      pdfFonts,
      ...noWebhooks,
      ...{ ...job, mail, codeKeys: codeKeys([secret]), newId, trialDays: 30 },
      limiter: createLimiter({ store, clock, addressLimiter: null }),
    });
    const engine = createEngine({ ...job, accountWork });
    // The first heartbeat also takes the leases, which makes it longer, so it is not measured.
    await engine.poll();
    const scanAll = async (): Promise<void> => {
      for (const { orgId, teamId } of teams)
        await inOrg(opened, orgId).list(meetingKind, { teamId }, { from: 'G|', to: 'G}' });
    };
    const measured = await sideBySide(
      5,
      () => timed(() => engine.poll()),
      () => timed(scanAll),
    );
    store.takeCalls();
    await engine.poll();
    const calls = store.takeCalls();
    const due = calls.get('Due') ?? 0;
    const outbox = calls.get('Outbox') ?? 0;
    return [
      {
        what: `idle heartbeat, ${meetings.toLocaleString('en-GB')} meetings, nothing due`,
        figure: inMs(measured.subject),
        baseline: `${inMs(measured.baseline)} scan of all meetings`,
        ratio: times(measured.ratio),
        target: '≤ 20 ms',
        isMet: measured.subject <= 20,
      },
      {
        what: 'its store calls',
        figure: `${due} due, ${outbox} outbox, ${sumOf(calls) - due - outbox} leases`,
        target: '≤ 16 due, ≤ 16 outbox',
        isMet: due <= 16 && outbox <= 16,
      },
    ];
  });
};
