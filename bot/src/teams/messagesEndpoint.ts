import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Activity, ActivityHandlerBase, InvokeResponse, TurnContext } from 'botbuilder';
import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import type { TeamsAdapter } from './botAuthentication.ts';
import { activityIn } from './parseInboundActivity.ts';
import { answerFailure } from './botReplies.ts';
import type { ReplyContext } from './botReplies.ts';

export interface EndpointDeps extends ReplyContext {
  readonly adapter: TeamsAdapter;
  readonly bot: ActivityHandlerBase;
  /** True in demo mode, in which requests contain no token, because no tenant signs them. */
  readonly isDemo: boolean;
  /**
   * True if replies may be sent to this URL. The body of a request contains the URL, and a request with a URL that is
   * not allowed is rejected.
   */
  readonly isServiceUrlAllowed: (url: string) => boolean;
}

/**
 * Handles POST /api/messages. Throws an AppError for the envelope of the HTTP layer. `readBody` is called after the
 * check of the authorization header.
 */
export type BotEndpoint = (
  req: IncomingMessage,
  res: ServerResponse,
  readBody: () => Promise<unknown>,
  correlationId: string,
) => Promise<void>;

const write = (res: ServerResponse, response: InvokeResponse | undefined): void => {
  const body = response?.body === undefined ? '' : JSON.stringify(response.body);
  res.writeHead(response?.status ?? 200, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(body)),
    'Cache-Control': 'no-store',
  });
  res.end(body);
};

const activityOf = (body: unknown, isServiceUrlAllowed: EndpointDeps['isServiceUrlAllowed']): Activity => {
  const activity = activityIn(body);
  if (activity === undefined || !isServiceUrlAllowed(activity.serviceUrl)) throw new AppError('INVALID_INPUT');
  return activity;
};

/**
 * Creates the endpoint of the bot, which authenticates a request, runs one turn and sends one reply. The text of an
 * exception never leaves the server.
 */
export const createBotEndpoint = (deps: EndpointDeps): BotEndpoint => {
  const { adapter, bot, isDemo, isServiceUrlAllowed } = deps;
  return async (req, res, readBody, correlationId) => {
    const authorization = req.headers.authorization ?? '';
    // Rejects a request without a token before its body is read, so that the body costs no memory.
    if (!isDemo && authorization === '') throw new AppError('UNAUTHENTICATED');
    const activity = activityOf(await readBody(), isServiceUrlAllowed);
    const run = async (context: TurnContext): Promise<void> => {
      try {
        await bot.run(context);
      } catch (error) {
        await answerFailure(context, deps, error, correlationId);
      }
    };
    write(res, await adapter.turn(authorization, activity, run));
  };
};
