const layer = (name) => `^bot/src/${name}/`;
const only = (name, ...allowed) => ({
  name: `${name}-imports`,
  severity: 'error',
  from: { path: layer(name), pathNot: '\\.test\\.ts$' },
  to: { path: '^bot/src/', pathNot: [layer(name), ...allowed.map(layer)] },
});
/**
 * The feature folders of an area, from the lowest to the highest. A folder imports only folders that come before it; files at
 * the top of the area are not in a folder and obey only the rules between layers.
 */
const featureFolders = {
  'bot/src/contracts':
    'text core billing operations identity registration microsoftAccounts connect dataLifecycle organisations teamsSync people attention summaryEmails ' +
    'generatedSummaries meetings runs daysOff answers reports rollup search blockers digests timesheets dashboard',
  'bot/src/domain':
    'core runs daysOff answers blockers billing timesheets dataLifecycle engine observability reports wording rollup attention search generatedSummaries digests',
  'bot/src/services':
    'core tenancy runs rateLimits operations teamsSync reports attention search identity generatedSummaries billing files timesheets rollup blockers answers ' +
    'summaryEmails digests meetings daysOff dataLifecycle people chatCommands connect microsoftAccounts registration emails organisations dashboard',
  'bot/src/store/kinds':
    'core messages due outbox emails operations rateLimits organisations identity microsoftAccounts registration people meetings runs answers blockers ' +
    'timesheets daysOff reports search generatedSummaries summaryEmails digests billing connect dataLifecycle teamsSync',
  'bot/src/jobs': 'core delivery due outboxRows billing blockers digests runs timesheets outbox engine',
  'bot/src/http': 'server openapi routes',
  'tab/src/api':
    'client answers attention billing blockers connect dataLifecycle daysOff digests generatedSummaries microsoftAccounts organisations people ' +
    'rollup search summaryEmails timesheets identity reports meetings registration',
  'tab/src/app': 'runtime palette shell hosted routes',
  'tab/src/ui': 'lazy text router dialogs display forms',
  'tests/support': 'files data http fakes store worlds apps setup',
};
const ordered = Object.entries(featureFolders).flatMap(([area, list]) => {
  const folders = list.split(' ');
  return folders.slice(0, -1).map((folder, index) => ({
    name: `${area.replaceAll('/', '-')}-${folder}-is-below-later-folders`,
    severity: 'error',
    from: { path: `^${area}/${folder}/`, pathNot: '\\.test\\.tsx?$' },
    to: { path: `^${area}/(${folders.slice(index + 1).join('|')})/` },
  }));
});
module.exports = {
  forbidden: [
    ...ordered,
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'contracts-import-only-zod',
      severity: 'error',
      from: { path: layer('contracts'), pathNot: '\\.test\\.ts$' },
      to: { pathNot: [layer('contracts'), 'node_modules/zod'] },
    },
    {
      name: 'domain-imports-only-contracts-and-time',
      severity: 'error',
      from: { path: layer('domain'), pathNot: '\\.test\\.ts$' },
      to: { pathNot: [layer('domain'), layer('contracts'), 'node_modules/temporal-polyfill', '^(node:)?crypto$'] },
    },
    only('concurrency'),
    only('store', 'contracts', 'domain', 'concurrency'),
    only('gateways', 'contracts', 'domain', 'concurrency'),
    only('services', 'contracts', 'domain', 'concurrency', 'store', 'gateways'),
    only('http', 'contracts', 'domain', 'concurrency', 'services'),
    only('testing', 'contracts', 'domain'),
    only('teams', 'contracts', 'domain', 'concurrency', 'services', 'gateways'),
    only('jobs', 'contracts', 'domain', 'concurrency', 'services', 'store', 'gateways'),
    {
      name: 'observability-imports-no-startup',
      severity: 'error',
      from: { path: layer('observability') },
      to: { path: [layer('startup'), layer('composition')] },
    },
    {
      name: 'only-main-imports-composition',
      severity: 'error',
      from: { pathNot: ['^bot/src/main\\.ts$', layer('composition')] },
      to: { path: layer('composition') },
    },
    {
      name: 'services-and-jobs-import-only-ports',
      severity: 'error',
      from: { path: '^bot/src/(services|jobs)/', pathNot: '\\.test\\.ts$' },
      to: { path: ['^bot/src/store/(sqlite|tables)/', '^bot/src/store/admin', '^bot/src/gateways/[^/]+/'] },
    },
    {
      name: 'tab-imports-only-contracts',
      severity: 'error',
      from: { path: '^tab/' },
      to: { path: '^bot/', pathNot: layer('contracts') },
    },
    {
      name: 'only-the-chat-platform-imports-address-parts',
      severity: 'error',
      from: {
        path: '^bot/src/',
        pathNot: [
          '\\.test\\.ts$',
          layer('gateways/botframework'),
          layer('teams'),
          layer('services/teamsSync'),
          '^bot/src/store/kinds/teamsSync/convertRowsToChatAddresses\\.ts$',
          // The demo and the simulation implement their own simulated chat platforms.
          layer('demo'),
          layer('simulation'),
        ],
      },
      to: {
        path: '^bot/src/(domain/core/chatAddressParts|gateways/botframework/(cardAsOpaqueMessage|teamsRateLimits))\\.ts$',
      },
    },
    { name: 'bot-does-not-import-tab', severity: 'error', from: { path: '^bot/' }, to: { path: '^tab/' } },
    {
      name: 'bench-is-imported-only-by-bench',
      severity: 'error',
      from: { pathNot: '^bench/' },
      to: { path: '^bench/' },
    },
    {
      name: 'benchmarks-are-not-imported',
      severity: 'error',
      from: { path: '^bench/' },
      to: { path: '^bench/(benchmarks|processes)/' },
    },
    {
      name: 'screens-do-not-import-each-other',
      severity: 'error',
      from: { path: '^tab/src/screens/([^/]+)/' },
      to: { path: '^tab/src/screens/', pathNot: '^tab/src/screens/$1/' },
    },
    {
      name: 'lower-folders-do-not-import-app',
      severity: 'error',
      from: { path: '^tab/src/(screens|parts|ui|api)/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^tab/src/app/' },
    },
    {
      name: 'lower-folders-do-not-import-screens',
      severity: 'error',
      from: { path: '^tab/src/(parts|ui|api)/' },
      to: { path: '^tab/src/screens/' },
    },
    {
      name: 'api-does-not-import-parts',
      severity: 'error',
      from: { path: '^tab/src/api/' },
      to: { path: '^tab/src/parts/' },
    },
    {
      name: 'ui-does-not-import-data-or-screens',
      severity: 'error',
      from: { path: '^tab/src/ui/' },
      to: { path: '^tab/src/(screens|parts|api)/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(/dist/|/dist-types/)' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.js'],
      conditionNames: ['import', 'require', 'node', 'default'],
    },
  },
};
