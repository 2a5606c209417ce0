const layer = (name) => `^bot/src/${name}/`;
const only = (name, ...allowed) => ({
  name: `${name}-imports`,
  severity: 'error',
  from: { path: layer(name), pathNot: '\\.test\\.ts$' },
  to: { path: '^bot/src/', pathNot: [layer(name), ...allowed.map(layer)] },
});
module.exports = {
  forbidden: [
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'contracts-know-only-zod',
      severity: 'error',
      from: { path: layer('contracts'), pathNot: '\\.test\\.ts$' },
      to: { pathNot: [layer('contracts'), 'node_modules/zod'] },
    },
    {
      name: 'domain-has-no-packages-but-time',
      severity: 'error',
      from: { path: layer('domain'), pathNot: '\\.test\\.ts$' },
      to: { pathNot: [layer('domain'), layer('contracts'), 'node_modules/temporal-polyfill', '^(node:)?crypto$'] },
    },
    only('store', 'contracts', 'domain'),
    only('gateways', 'contracts', 'domain'),
    only('services', 'contracts', 'domain', 'store', 'gateways'),
    only('http', 'contracts', 'domain', 'services'),
    only('teams', 'contracts', 'domain', 'services', 'gateways'),
    only('jobs', 'contracts', 'domain', 'services', 'store', 'gateways'),
    {
      name: 'only-main-composes',
      severity: 'error',
      from: { path: '^(bot|scripts|tests|bench)/', pathNot: ['^bot/src/main\\.ts$', layer('composing')] },
      to: { path: layer('composing') },
    },
    {
      name: 'services-see-ports-not-engines',
      severity: 'error',
      from: { path: '^bot/src/(services|jobs)/', pathNot: '\\.test\\.ts$' },
      to: { path: ['^bot/src/store/(sqlite|tables)/', '^bot/src/store/admin', '^bot/src/gateways/[^/]+/'] },
    },
    {
      name: 'tab-sees-contracts-only',
      severity: 'error',
      from: { path: '^tab/' },
      to: { path: '^bot/', pathNot: layer('contracts') },
    },
    { name: 'bot-never-sees-tab', severity: 'error', from: { path: '^bot/' }, to: { path: '^tab/' } },
    { name: 'nobody-needs-the-bench', severity: 'error', from: { pathNot: '^bench/' }, to: { path: '^bench/' } },
    {
      name: 'bench-rows-stand-alone',
      severity: 'error',
      from: { path: '^bench/' },
      to: { path: '^bench/(rows|processes)/' },
    },
    {
      name: 'screens-do-not-import-each-other',
      severity: 'error',
      from: { path: '^tab/src/screens/([^/]+)/' },
      to: { path: '^tab/src/screens/', pathNot: '^tab/src/screens/$1/' },
    },
    {
      name: 'screens-below-app',
      severity: 'error',
      from: { path: '^tab/src/(screens|parts|ui|api)/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^tab/src/app/' },
    },
    {
      name: 'parts-below-screens',
      severity: 'error',
      from: { path: '^tab/src/(parts|ui|api)/' },
      to: { path: '^tab/src/screens/' },
    },
    {
      name: 'ui-is-dumb',
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
