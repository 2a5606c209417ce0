import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Activity, ActivityHandlerBase, InvokeResponse, TurnContext } from 'botbuilder';
import { AppError } from '#contracts/core/errors.ts';
import type { TeamsAdapter } from './botAuthentication.ts';
import { activityIn } from './inboundActivity.ts';
import { answerFailure } from './botReplies.ts';
import type { ReplyContext } from './botReplies.ts';

export interface EndpointDeps extends ReplyContext {
  readonly adapter: TeamsAdapter;
  readonly bot: ActivityHandlerBase;
  /** Demo mode: posts carry no token. */
  readonly isDemo: boolean;
  /** Replies go to the address in the post, so an address that is not allowed is refused with it. */
  readonly isServiceUrlAllowed: (url: string) => boolean;
}

/** Answers POST /api/messages, or throws an AppError for the HTTP layer's envelope. `readBody` is called once the post is worth reading. */
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

/** The door of the bot: authentication, one turn, one answer. No exception text reaches anybody. */
export const createBotEndpoint = (deps: EndpointDeps): BotEndpoint => {
  const { adapter, bot, isDemo, isServiceUrlAllowed } = deps;
  return async (req, res, readBody, correlationId) => {
    const authorization = req.headers.authorization ?? '';
    // An unsigned post is not even read.
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
