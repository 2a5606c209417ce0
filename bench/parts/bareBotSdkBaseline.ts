import { ActivityTypes, CloudAdapter, ConfigurationBotFrameworkAuthentication } from 'botbuilder';
import type { Request, Response, TurnContext } from 'botbuilder';
import restify from 'restify';
import { cardIn } from '../../bot/src/gateways/botframework/cardAsOpaqueMessage.ts';
import type { OutgoingMessage } from '../../bot/src/gateways/messengerPort.ts';

// Receives and sends with restify and the SDK alone, without product code. The benchmarks compare the product with this
// minimum.

export interface BareServer {
  readonly url: string;
  end(): void;
}

const listening = async (server: restify.Server): Promise<BareServer> => {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    end: () => {
      server.close();
    },
  };
};

export const bareJsonServer = (): Promise<BareServer> => {
  const server = restify.createServer();
  server.get('/teams', (_req, res, next) => {
    res.send(200, {
      status: 'Success',
      data: [{ id: '1', name: 'Platform' }],
      code: 200,
      message: '',
      errorCode: null,
    });
    next();
  });
  return listening(server);
};

const adapter = (): CloudAdapter => new CloudAdapter(new ConfigurationBotFrameworkAuthentication({}));

export const bareInvokeServer = (card: object): Promise<BareServer> => {
  const server = restify.createServer();
  server.use(restify.plugins.bodyParser());
  const sdk = adapter();
  const body = { statusCode: 200, type: 'application/vnd.microsoft.card.adaptive', value: card };
  const answer = async (context: TurnContext): Promise<void> => {
    await context.sendActivity({ type: ActivityTypes.InvokeResponse, value: { status: 200, body } });
  };
  server.post('/api/messages', async (req: restify.Request, res: restify.Response) => {
    await sdk.process(req as unknown as Request, res as unknown as Response, answer);
  });
  return listening(server);
};

/** Returns a function that sends one proactive message in the way the SDK's documentation shows. */
export const bareSend = (serviceUrl: string) => {
  const sdk = adapter();
  return async (conversationId: string, message: OutgoingMessage): Promise<void> => {
    const { card } = cardIn(message);
    const reference = {
      channelId: 'msteams',
      serviceUrl,
      bot: { id: '28:bot', name: 'Bot' },
      conversation: { id: conversationId, isGroup: false, conversationType: 'personal', name: '' },
    };
    await sdk.continueConversationAsync('', reference, async (context) => {
      await context.sendActivity({
        attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', content: card }],
      });
    });
  };
};
