import { anyPath, matchPath } from './matchPath.ts';

const find = (paths: readonly string[], address: string) => {
  const match = matchPath(
    paths.map((path) => ({ path })),
    address,
  );
  return match === undefined ? undefined : [match.route.path, match.params];
};

const paths = [anyPath, '/reports/:id', '/reports/create', '/reports', '/teams/home/:test?', '/confirm/:id'];

it.each([
  ['/reports', '/reports', {}],
  ['/reports/', '/reports', {}],
  ['/Reports', '/reports', {}],
  ['/reports/1', '/reports/:id', { id: '1' }],
  ['/reports/create', '/reports/create', {}],
  ['/teams/home', '/teams/home/:test?', { test: undefined }],
  ['/teams/home/test', '/teams/home/:test?', { test: 'test' }],
  ['/confirm/a%20b%2Fc', '/confirm/:id', { id: 'a b/c' }],
  ['/confirm/50%', '/confirm/:id', { id: '50%' }],
  ['/reports/1/2', anyPath, { '*': 'reports/1/2' }],
])('finds for %s the path %s, in whatever order the paths are listed', (address, path, params) => {
  expect(find(paths, address)).toEqual([path, params]);
  expect(find(paths.toReversed(), address)).toEqual([path, params]);
});

it('finds nothing if no path matches', () => {
  expect(find(['/reports'], '/nowhere')).toBeUndefined();
});
