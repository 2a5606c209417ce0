import { login } from '#contracts/identity/sessionAndUserDetailsCalls.ts';
import { endpoint } from '#contracts/core/endpoint.ts';
import { listTeams } from '#contracts/organisations/teamAndMemberCalls.ts';
import { bind, bindOpen, expandPath } from './bindEndpointsAndRawRoutes.ts';

it.each([
  ['/api/team/list', ['/api/team/list']],
  ['/api/meeting/get/{meetingId}', ['/api/meeting/get/:meetingId']],
  ['/api/x/{a}/meeting[/{b}]', ['/api/x/:a/meeting', '/api/x/:a/meeting/:b']],
])('writes %s as the router does', (path, expected) => {
  expect(expandPath(path)).toEqual(expected);
});

it.each(['api/x', '/api/*', '/api/:id', '/api/{a}-{b}', '/api/[{a}]/b', '/api/(x)', '/api//x', '/api/x/'])(
  'rejects %s',
  (path) => {
    expect(() => expandPath(path)).toThrow('Not a path');
  },
);

it('prevents opening a call that needs a permission', () => {
  expect(() => bindOpen(listTeams, () => [])).toThrow('needs a permission');
  expect(() => bind(login, () => Promise.reject(new Error('never')))).toThrow('open to anyone');
});

it('keeps the access of the contract on the route', () => {
  const { method, path, input, output } = listTeams;
  expect(bind(endpoint({ method, path, input, output, access: 'org.manage' }), () => [])).toMatchObject({
    name: 'GET /api/team/list',
    access: 'org.manage',
  });
});
