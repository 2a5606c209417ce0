import type { RouteNote } from './routeNoteType.ts';

/**
 * Note on a route outside the contracts, with the statuses and content types of its replies. Clients call few of these
 * routes.
 */
export interface RawNote extends RouteNote {
  readonly replies: Readonly<Record<number, { readonly description: string; readonly type: string | null }>>;
}

const json = 'application/json';
const health = {
  does: 'Returns whether the process answers.',
  replies: { 200: { description: 'The process answers.', type: json } },
} as const satisfies RawNote;
const ready = {
  does: 'Returns whether this instance is ready for requests.',
  refuses: ['UNAVAILABLE'],
  replies: { 200: { description: 'The instance is ready.', type: json } },
} as const satisfies RawNote;

export const rawNotes: Readonly<Record<string, RawNote>> = {
  'GET /livez': health,
  'HEAD /livez': health,
  'GET /healthz': health,
  'HEAD /healthz': health,
  'GET /readyz': ready,
  'HEAD /readyz': ready,
  'GET /metrics': {
    does: 'Returns the measurements to programs of the same machine and to callers with the metrics token.',
    refuses: ['NOT_FOUND'],
    replies: { 200: { description: 'Text as Prometheus reads it.', type: 'text/plain' } },
  },
  'GET /openapi.json': { does: 'Reads this document.', replies: { 200: { description: 'OpenAPI 3.1.', type: json } } },
  'GET /.well-known/security.txt': {
    does: 'Returns how to report a security problem (RFC 9116).',
    replies: { 200: { description: 'The file.', type: 'text/plain' } },
  },
  'GET /support': {
    does: "Redirects to the operator's support, or to the page that names the contact.",
    replies: { 302: { description: 'The address is in `Location`.', type: null } },
  },
  'GET /mail': {
    does: 'Shows the emails of a demo, in place of a mailbox; only in demo mode.',
    replies: { 200: { description: 'A page.', type: 'text/html' } },
  },
  'GET /email/summaries/{token}': {
    does: 'Shows the recipient of an email whether their address gets summaries. It changes nothing.',
    replies: {
      200: { description: 'A page with a button.', type: 'text/html' },
      404: { description: 'This installation did not sign the link.', type: 'text/html' },
    },
  },
  'POST /email/summaries/{token}': {
    does: 'Ends the summaries to the address, as the one-click unsubscribe of RFC 8058 does; `choice=AGREE` begins them.',
    refuses: ['TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'],
    replies: {
      200: { description: 'A page with the new state.', type: 'text/html' },
      404: { description: 'This installation did not sign the link.', type: 'text/html' },
    },
  },
  'POST /api/messages': {
    does: 'Accepts activities of the Bot Framework, signed by it; not for other clients.',
    refuses: ['INVALID_INPUT', 'UNAUTHENTICATED', 'FORBIDDEN', 'TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE', 'UNAVAILABLE'],
    replies: { 200: { description: 'The server accepted it.', type: json } },
  },
  'POST /api/payment/webhook/{provider}': {
    does: 'Accepts events of the payment provider, signed by it; not for other clients.',
    refuses: ['NOT_FOUND', 'WEBHOOK_REFUSED', 'PAYMENT_MISMATCH', 'TOO_LARGE', 'UNAVAILABLE'],
    replies: { 200: { description: 'The server accepted it.', type: json } },
  },
  'GET /api/v1/userlogin/callback': {
    does: 'Receives the browser from Microsoft after a sign-in; not for other clients.',
    replies: { 302: { description: 'Redirects to the sign-in page, with a code or a reason.', type: null } },
  },
};
