import { getRollup as getRollupCall } from '#contracts/rollup/rollupQueryAndResult.ts';
import { downloadRollup, rollupDownloadToken } from '#contracts/rollup/rollupFileCalls.ts';
import type { RollupFileQuery } from '#contracts/rollup/rollupFileCalls.ts';
import type { Deps } from '../../services/core/deps.ts';
import type { SessionDeps } from '../../services/identity/authenticateRequestAndRequireProof.ts';
import { issueDownloadToken } from '../../services/identity/downloadTokens.ts';
import { getRollup } from '../../services/rollup/getRollup.ts';
import { findRollupScope } from '../../services/rollup/findRollupScope.ts';
import { streamRollupFile } from '../../services/rollup/files/streamRollupFile.ts';
import type { RollupFileDeps } from '../../services/rollup/files/streamRollupFile.ts';
import { bind, bindDownload } from '../server/bindEndpointsAndRawRoutes.ts';
import type { Route } from '../server/bindEndpointsAndRawRoutes.ts';
import { authenticateDownload } from './authenticateDownload.ts';

export type RollupRouteDeps = Deps & SessionDeps & RollupFileDeps;

/**
 * Returns the query string of a link. Equal roll-ups have the same string, because the download token is valid for this
 * string only.
 */
const queryText = ({ meetings, people, weeks, ...query }: RollupFileQuery): string => {
  const texts = { ...query, meetings: meetings.join(','), people: people.join(','), weeks: weeks?.toString() };
  const given = Object.entries(texts).flatMap(([name, text]) =>
    text === undefined || text === '' ? [] : [[name, text] as [string, string]],
  );
  return new URLSearchParams(given).toString();
};

const purposeOf = (query: RollupFileQuery): string => `rollup ${queryText(query)}`;

/**
 * Returns the text for which a download token of this query is valid; undefined if the query is invalid. The query is
 * parsed as in the call itself.
 */
const purposeIn = (asked: Readonly<Record<string, string>>): string | undefined => {
  const parsed = downloadRollup.input.safeParse(asked);
  if (!parsed.success) return undefined;
  const { token: _token, ...query } = parsed.data;
  return purposeOf(query);
};

export const rollupRoutes = (deps: RollupRouteDeps): readonly Route[] => [
  bind(getRollupCall, (actor, input) => getRollup(deps, actor, input)),
  bind(rollupDownloadToken, async (actor, query) => {
    // Throws for unknown ids and wrong dates. The answers are not counted here, because the download counts them
    // itself.
    await findRollupScope(deps, actor, query);
    return { token: await issueDownloadToken(deps, actor, purposeOf(query)), query: queryText(query) };
  }),
  bindDownload(downloadRollup, authenticateDownload(deps, purposeIn), (actor, { token: _token, ...query }) =>
    streamRollupFile(deps, actor, query),
  ),
];
