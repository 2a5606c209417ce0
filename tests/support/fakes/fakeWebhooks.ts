import { WebhookError } from '../../../bot/src/gateways/webhookPort.ts';
import type { WebhookCall, WebhookFault, WebhookGateway } from '../../../bot/src/gateways/webhookPort.ts';
import { sessionKeys } from '../../../bot/src/services/identity/sessionKeys.ts';

/** A fake receiver of webhooks that stores every call, or rejects it with `fault` if a test has set one. */
export interface FakeWebhooks extends WebhookGateway {
  readonly calls: WebhookCall[];
  fault: WebhookFault | null;
}

export const fakeWebhooks = (): FakeWebhooks => {
  const webhooks: FakeWebhooks = {
    calls: [],
    fault: null,
    post: (call) => {
      if (webhooks.fault !== null) return Promise.reject(new WebhookError(webhooks.fault));
      webhooks.calls.push(call);
      return Promise.resolve();
    },
  };
  return webhooks;
};

/** The keys that encrypt the secrets of webhooks in tests. */
export const webhookKeys = { sessionKeys: sessionKeys(['a secret of at least thirty-two bytes']) };

/** The dependencies of the sender for tests without webhooks. */
export const noWebhooks = { webhooks: fakeWebhooks(), ...webhookKeys };
