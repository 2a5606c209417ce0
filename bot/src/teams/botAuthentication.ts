import { CloudAdapter, ConfigurationBotFrameworkAuthentication } from 'botbuilder';
import type { Activity, InvokeResponse, TurnContext } from 'botbuilder';
import { AuthenticationConstants, ClaimsIdentity, UserTokenClient } from 'botframework-connector';
import type {
  AuthenticateRequestResult,
  BotFrameworkAuthentication,
  ConnectorFactory,
  ServiceClientCredentialsFactory,
} from 'botframework-connector';
import { decodeJwt, decodeProtectedHeader, jwtVerify } from 'jose';
import type { JWTPayload } from 'jose';
import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import type { Clock } from '../domain/core/clockPort.ts';
import { hasCanonicalSignature, isWithinLifetime } from '../domain/core/signedTokenChecks.ts';
import { PatientConnectorFactory } from '../gateways/botframework/connectorWithoutRetries.ts';
import type { ChatWatch } from '../gateways/botframework/connectorWithoutRetries.ts';
import { createOpenIdProvider } from '../gateways/openid/openIdMetadataAndKeys.ts';
import type { OpenIdProvider } from '../gateways/openid/openIdMetadataAndKeys.ts';

export interface BotIdentity {
  readonly appId: string;
  readonly appType: 'UserAssignedMSI' | 'SingleTenant';
  readonly tenantId: string | null;
  readonly password: string | null;
}

/**
 * URLs and names of a Bot Framework cloud. If `BotAuthSettings.cloud` is left out, the bot uses the public cloud; tests
 * use a local issuer.
 */
export interface BotCloud {
  readonly ToChannelFromBotLoginUrl: string;
  readonly ToChannelFromBotOAuthScope: string;
  readonly ToBotFromChannelTokenIssuer: string;
  readonly OAuthUrl: string;
  readonly ToBotFromChannelOpenIdMetadataUrl: string;
  readonly ToBotFromEmulatorOpenIdMetadataUrl: string;
  readonly CallerId: string;
}

export interface BotAuthSettings extends ChatWatch {
  /** Identity of the bot; null only in demo mode, in which requests are not signed. */
  readonly bot: BotIdentity | null;
  readonly isDemo: boolean;
  readonly clock: Clock;
  readonly cloud?: BotCloud;
  /** Credentials that sign the bot's calls to the chat service; left out = they are created from `bot`. */
  readonly credentials?: ServiceClientCredentialsFactory;
}

const clockToleranceSeconds = 300;
/**
 * Maximum lifetime of a token in seconds. Tokens of the Bot Framework last an hour today; a day allows for a longer
 * lifetime in the future.
 */
const longestSeconds = 24 * 3_600;
const teamsChannel = 'msteams';

const unauthenticated = (cause?: unknown): AppError => new AppError('UNAUTHENTICATED', { cause });

interface Expected {
  readonly issuer: string;
  readonly appId: string;
  readonly keys: OpenIdProvider;
  readonly clock: Clock;
}

const tokenOf = (authorization: string): string => {
  const [scheme, token, ...rest] = authorization.trim().split(' ');
  if (scheme?.toLowerCase() !== 'bearer' || token === undefined || rest.length > 0) throw unauthenticated();
  return token;
};

/**
 * Rejects a token with a wrong algorithm, issuer or audience, so that no key is fetched for it. Returns the key id of
 * every other token.
 */
const keyIdOf = (token: string, { issuer, appId }: Expected): string => {
  const { alg, kid } = decodeProtectedHeader(token);
  const { iss, aud } = decodeJwt(token);
  if (alg !== 'RS256' || kid === undefined || iss !== issuer || aud !== appId) throw unauthenticated();
  return kid;
};

/**
 * Verifies the token of a request from Teams. It must be unexpired, for this bot and for the URL that gets the replies.
 * The channel's issuer must have signed it (RS256) with a published key that is endorsed for Teams or has no
 * endorsements. Tokens of emulators and skills are rejected. Throws UNAUTHENTICATED, or UNAVAILABLE without the keys.
 */
const verifyPost = async (authorization: string, activity: Activity, expected: Expected): Promise<JWTPayload> => {
  const { issuer, appId, keys, clock } = expected;
  if (activity.channelId !== teamsChannel) throw unauthenticated();
  try {
    const token = tokenOf(authorization);
    if (!hasCanonicalSignature(token)) throw unauthenticated();
    const key = await keys.find(keyIdOf(token, expected));
    if (key === undefined) throw unauthenticated();
    const { payload } = await jwtVerify(token, key.verify, {
      issuer,
      audience: appId,
      algorithms: ['RS256'],
      requiredClaims: ['exp'],
      clockTolerance: clockToleranceSeconds,
      currentDate: new Date(clock.now()),
    });
    const limits = { now: clock.now(), longestSeconds, aheadSeconds: clockToleranceSeconds };
    if (!isWithinLifetime(payload, limits)) throw unauthenticated();
    const isEndorsed = key.endorsements.length === 0 || key.endorsements.includes(teamsChannel);
    if (!isEndorsed || payload[AuthenticationConstants.ServiceUrlClaim] !== activity.serviceUrl)
      throw unauthenticated();
    return payload;
  } catch (error) {
    // Every other error comes from the token itself, so the sender of the token gets no details.
    throw error instanceof AppError ? error : unauthenticated(error);
  }
};

const claimsOf = (payload: JWTPayload): { type: string; value: string }[] =>
  Object.entries(payload).flatMap(([type, value]) =>
    typeof value === 'string' || typeof value === 'number' ? [{ type, value: String(value) }] : [],
  );

const refuseTokens = (): Promise<never> => Promise.reject(unauthenticated());

class NoUserTokens extends UserTokenClient {
  override getUserToken = refuseTokens;
  override getSignInResource = refuseTokens;
  override signOutUser = refuseTokens;
  override getTokenStatus = refuseTokens;
  override getAadTokens = refuseTokens;
  override exchangeToken = refuseTokens;
}

const noTokens = new NoUserTokens();

/**
 * Replaces the part of the SDK that authenticates incoming requests. That part replies to bad tokens with 500 and its
 * own error text, waits for keys without a limit, and prints to the console. The connectors of this class never retry.
 */
class TeamsAuthentication extends ConfigurationBotFrameworkAuthentication {
  readonly #settings: BotAuthSettings;
  readonly #expected: Expected | undefined;
  #replies: ConnectorFactory | undefined;

  constructor(settings: BotAuthSettings) {
    const { bot, cloud, clock, credentials } = settings;
    super({ ...(bot === null ? {} : sdkIdentity(bot)), ...cloud }, credentials);
    this.#settings = settings;
    if (bot === null) return;
    const metadataUrl =
      cloud?.ToBotFromChannelOpenIdMetadataUrl ?? AuthenticationConstants.ToBotFromChannelOpenIdMetadataUrl;
    this.#expected = {
      issuer: cloud?.ToBotFromChannelTokenIssuer ?? AuthenticationConstants.ToBotFromChannelTokenIssuer,
      appId: bot.appId,
      keys: createOpenIdProvider(metadataUrl, clock, settings.onDate),
      clock,
    };
  }

  override async authenticateRequest(activity: Activity, authHeader: string): Promise<AuthenticateRequestResult> {
    const { cloud } = this.#settings;
    const claims = this.#expected === undefined ? [] : claimsOf(await verifyPost(authHeader, activity, this.#expected));
    const claimsIdentity = new ClaimsIdentity(claims, true);
    return {
      audience: cloud?.ToChannelFromBotOAuthScope ?? AuthenticationConstants.ToChannelFromBotOAuthScope,
      ...(cloud === undefined ? {} : { callerId: cloud.CallerId }),
      claimsIdentity,
      // Every accepted token contains the app id of this bot, so one factory serves all replies.
      connectorFactory: (this.#replies ??= this.createConnectorFactory(claimsIdentity)),
    };
  }

  override createConnectorFactory(claimsIdentity: ClaimsIdentity): ConnectorFactory {
    return new PatientConnectorFactory(super.createConnectorFactory(claimsIdentity), this.#settings);
  }

  /**
   * The bot has no sign-in inside a chat. Without this override, the SDK would create a client of its sign-in service
   * for every turn.
   */
  override createUserTokenClient(): Promise<UserTokenClient> {
    return Promise.resolve(noTokens);
  }

  /** Rejects every call from a skill, because Rollcall offers none. */
  override authenticateChannelRequest(): Promise<ClaimsIdentity> {
    return Promise.reject(unauthenticated());
  }

  /** Rejects every web socket, because Rollcall accepts activities only as HTTP requests. */
  override authenticateStreamingRequest(): Promise<AuthenticateRequestResult> {
    return Promise.reject(unauthenticated());
  }
}

const sdkIdentity = ({ appId, appType, tenantId, password }: BotIdentity) => ({
  MicrosoftAppId: appId,
  MicrosoftAppType: appType,
  ...(tenantId === null ? {} : { MicrosoftAppTenantId: tenantId }),
  ...(password === null ? {} : { MicrosoftAppPassword: password }),
});

/**
 * Creates the authentication for the adapter and the messenger. Throws without an app id outside demo mode, because the
 * SDK would then accept requests from any sender.
 */
export const createBotAuthentication = (settings: BotAuthSettings): BotFrameworkAuthentication => {
  if (settings.bot === null && !settings.isDemo)
    throw new Error('MicrosoftAppId is required outside demo mode: without it anybody could post to the bot');
  return new TeamsAuthentication(settings);
};

/** The SDK's adapter without its HTTP handling, which would write error texts into replies and to the console. */
export class TeamsAdapter extends CloudAdapter {
  /**
   * Authenticates one activity and runs its turn. Resolves to the reply to an invoke; undefined for most other
   * activities.
   */
  turn(
    authorization: string,
    activity: Activity,
    logic: (context: TurnContext) => Promise<void>,
  ): Promise<InvokeResponse | undefined> {
    return this.processActivity(authorization, activity, logic);
  }

  /**
   * No middleware is registered, and a turn handles its own errors (messagesEndpoint.ts), so the SDK's wrapper around a
   * turn is skipped.
   */
  protected override runMiddleware(
    context: TurnContext,
    logic: (context: TurnContext) => Promise<void>,
  ): Promise<void> {
    return logic(context);
  }
}
