import { getRollup as getRollupCall } from '#contracts/reports/rollup.ts';
import { downloadRollup, rollupDownloadToken } from '#contracts/reports/rollupFile.ts';
import type { RollupFileQuery } from '#contracts/reports/rollupFile.ts';
import type { Deps } from '../../services/core/deps.ts';
import { authenticate } from '../../services/identity/authenticateRequest.ts';
import type { SessionDeps } from '../../services/identity/authenticateRequest.ts';
import { actorOfDownload, issueDownloadToken } from '../../services/identity/downloadTokens.ts';
import { getRollup } from '../../services/rollup/getRollup.ts';
import { findScope } from '../../services/rollup/rollupScope.ts';
import { writeRollupFile } from '../../services/rollupFiles/writeRollupFile.ts';
import type { RollupFileDeps } from '../../services/rollupFiles/writeRollupFile.ts';
import { bind, bindDownload } from '../server/bindEndpoint.ts';
import type { LinkActor, Route } from '../server/bindEndpoint.ts';

export type RollupRouteDeps = Deps & SessionDeps & RollupFileDeps;

/** Returns the query string of a link. Equal roll-ups have the same text, to which the download token is bound. */
const queryText = ({ meetings, people, weeks, ...query }: RollupFileQuery): string => {
  const texts = { ...query, meetings: meetings.join(','), people: people.join(','), weeks: weeks?.toString() };
  const given = Object.entries(texts).flatMap(([name, text]) =>
    text === undefined || text === '' ? [] : [[name, text] as [string, string]],
  );
  return new URLSearchParams(given).toString();
};

const purposeOf = (query: RollupFileQuery): string => `rollup ${queryText(query)}`;

/**
 * Returns the actor of the download token if the token was issued for this roll-up. Otherwise accepts the token of a session, unless a page
 * of another site sent the request.
 */
const linkActor =
  (deps: RollupRouteDeps): LinkActor =>
  async (token, { asked, locale, isFromElsewhere }) => {
    const parsed = downloadRollup.input.safeParse(asked);
    if (parsed.success) {
      const { token: _token, ...query } = parsed.data;
      const actor = await actorOfDownload(deps, token, { filter: purposeOf(query), locale });
      if (actor !== undefined) return actor;
    }
    return isFromElsewhere ? undefined : authenticate(deps, token, locale);
  };

export const rollupRoutes = (deps: RollupRouteDeps): readonly Route[] => [
  bind(getRollupCall, (actor, input) => getRollup(deps, actor, input)),
  bind(rollupDownloadToken, async (actor, query) => {
    // Refuses unknown ids and wrong dates. The download itself counts the answers, so that they are read only once.
    await findScope(deps, actor, query);
    return { token: await issueDownloadToken(deps, actor, purposeOf(query)), query: queryText(query) };
  }),
  bindDownload(downloadRollup, linkActor(deps), (actor, { token: _token, ...query }) =>
    writeRollupFile(deps, actor, query),
  ),
];
