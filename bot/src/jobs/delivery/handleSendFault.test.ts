import type { OrgId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { teamsLimits } from '../../gateways/botframework/teamsRateLimits.ts';
import { MessengerError } from '../../gateways/messengerPort.ts';
import type { MessengerFault } from '../../gateways/messengerPort.ts';
import { maintenanceOutcome, outcomeOfFault } from './handleSendFault.ts';
import { TooSoon } from './rateLimitsPerTenantAndChat.ts';

const orgId = 'O' as OrgId;
const now = Date.parse('2026-11-20T09:00:00Z');
const deps = { clock: { now: () => now }, random: () => 0.5, messenger: { limits: teamsLimits } };

const aState = () => {
  const slowed: string[] = [];
  const buckets = { throttled: (tenant: string) => void slowed.push(tenant) };
  return { slowed, buckets, stoppedUntil: 0 };
};
type State = Parameters<typeof maintenanceOutcome>[1];

const maintained = (error: unknown, { sends = 0, failures = null as number | null } = {}) => {
  const state = aState();
  const outcome = maintenanceOutcome(deps, state as unknown as State, error, { orgId, failures, sends });
  return { outcome, state };
};
const fault = (given: MessengerFault) => new MessengerError(given);

describe('a fault of a message of a maintenance row', () => {
  it('slows the tenant down and waits ten seconds if the service names no time', () => {
    const { outcome, state } = maintained(fault({ kind: 'THROTTLED', retryAfterMs: null }));
    expect(outcome).toMatchObject({ is: 'LATER', notBefore: now + 10_000, mayHaveArrived: false });
    expect(state.slowed).toEqual([orgId]);
  });

  it('waits as long as the chat service or the rate of the conversation asks', () => {
    const { outcome } = maintained(fault({ kind: 'THROTTLED', retryAfterMs: 30_000 }));
    expect(outcome).toMatchObject({ is: 'LATER', notBefore: now + 30_500 });
    expect(maintained(new TooSoon(now + 4_000)).outcome).toMatchObject({ is: 'LATER', notBefore: now + 4_000 });
  });

  it('pauses all sending for a minute if the credentials of the bot were refused', () => {
    const { outcome, state } = maintained(fault({ kind: 'UNAUTHORIZED' }));
    expect(state.stoppedUntil).toBe(now + 60_000);
    expect(outcome).toMatchObject({ is: 'LATER', decided: 'STOP', notBefore: now + 60_000 });
  });

  it('is final for a chat that is gone, because the posting has tried a new one', () => {
    expect(maintained(fault({ kind: 'GONE' })).outcome).toMatchObject({
      is: 'OVER',
      reason: 'GONE',
      unreachable: 'GONE',
    });
  });

  it('a fault without a reply to a message of a maintenance row counts a send, and gives up after the third', () => {
    const lost = fault({ kind: 'TRANSIENT' });
    expect(maintained(lost).outcome).toMatchObject({ is: 'LATER', notBefore: now + 5_000, mayHaveArrived: true });
    expect(maintained(lost, { sends: 1 }).outcome).toMatchObject({ is: 'LATER', notBefore: now + 600_000 });
    expect(maintained(lost, { sends: 2 }).outcome).toMatchObject({ is: 'OVER', reason: 'UNCONFIRMED' });
  });
});

it('a message whose chat is gone is tried once more, in a new chat', () => {
  const given = (isGone: true | null) =>
    outcomeOfFault(deps, aState() as unknown as State, fault({ kind: 'GONE' }), {
      orgId,
      row: { failures: null, isGone },
      sends: 0,
    });
  expect(given(null)).toMatchObject({ is: 'LATER', isGone: true });
  expect(given(true)).toMatchObject({ is: 'FAILED', reason: 'GONE' });
});
