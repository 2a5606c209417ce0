/** A call to a webhook: an HTTPS POST of JSON. */
export interface WebhookCall {
  readonly url: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * REFUSED: the receiver does not accept the call, so a retry cannot succeed. FORBIDDEN: this server must not call the
 * address. LATER: the call can be retried; `mayHaveArrived` if the receiver may have accepted it.
 */
export type WebhookFault =
  | { readonly kind: 'REFUSED'; readonly status: number }
  | { readonly kind: 'FORBIDDEN' }
  | { readonly kind: 'LATER'; readonly mayHaveArrived: boolean };

export class WebhookError extends Error {
  readonly fault: WebhookFault;
  constructor(fault: WebhookFault) {
    super(`The webhook failed: ${fault.kind}`);
    this.name = 'WebhookError';
    this.fault = fault;
  }
}

export interface WebhookGateway {
  /**
   * Resolves if the receiver accepted the call; otherwise rejects with a WebhookError. `deadlineMs`: maximum
   * milliseconds of the whole call.
   */
  post(call: WebhookCall, deadlineMs: number): Promise<void>;
}
