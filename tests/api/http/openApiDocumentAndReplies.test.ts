import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { getActivities } from '#contracts/reports/getActivities.ts';
import { getBillingSummary } from '#contracts/billing/billingMonthAndSummaryCalls.ts';
import { getCatchup } from '#contracts/reports/getCatchup.ts';
import type { Endpoint } from '#contracts/core/endpoint.ts';
import { previewMeeting } from '#contracts/meetings/nextRunsPreview.ts';
import { getOrg } from '#contracts/organisations/organisationCalls.ts';
import { getPersonReport } from '#contracts/reports/personReport.ts';
import { getSettings } from '#contracts/meetings/newMeetingDefaults.ts';
import { getTeamInfo } from '#contracts/organisations/teamAndMemberCalls.ts';
import { getTimesheet } from '#contracts/timesheets/timesheetTaskCalls.ts';
import { listTimezones } from '#contracts/people/listTimezones.ts';
import { getTrends } from '#contracts/reports/getTrends.ts';
import { listUsers } from '#contracts/people/userAndProfileCalls.ts';
import { notes } from '../../../bot/src/http/openapi/documentTextAndEndpointNotes.ts';
import { rawNotes } from '../../../bot/src/http/openapi/routesWithoutContractNotes.ts';
import { refusalsOf } from '../../../bot/src/http/openapi/endpointErrors.ts';
import { statusBeforeRouting } from '../../../bot/src/http/server/errorStatusAndRefusals.ts';
import { callsByName, openDay } from '../../support/apps/standupDayAndValidCalls.ts';
import type { Day } from '../../support/apps/standupDayAndValidCalls.ts';
import { aMeetingDraft, aMemberId, aTeamId } from '../../support/data/idDateAndRecordBuilders.ts';
import { publicUrl, useTestApp } from '../../support/apps/testApp.ts';
import type { Person, Reply } from '../../support/apps/testApp.ts';

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly security: readonly object[];
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly required?: boolean }[];
  readonly requestBody?: { readonly content: object };
  readonly responses: Readonly<Record<string, { readonly description: string; readonly content?: object }>>;
}
interface Document {
  readonly openapi: string;
  readonly info: { readonly description: string };
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: object;
}

const app = useTestApp();
let day: Day;
let reply: Reply;
let document: Document;
beforeAll(async () => {
  day = await openDay(app());
  reply = await app().send({ target: '/openapi.json' });
  document = JSON.parse(reply.text) as Document;
});

const newAjv = (): Ajv2020 => {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addFormat('media-range', /^[\w*.+-]+\/[\w*.+-]+$/);
  return ajv;
};

const operations = (): (readonly [string, Operation])[] =>
  Object.entries(document.paths).flatMap(([at, item]) =>
    Object.entries(item).map(
      ([method, operationObject]) => [`${method.toUpperCase()} ${at}`, operationObject] as const,
    ),
  );
const operation = (name: string): Operation => {
  const [, found] = operations().find(([operationObject]) => operationObject === name) ?? [];
  if (found === undefined) throw new Error(`${name} is not in the document`);
  return found;
};

/**
 * Closes every object schema, so that an undocumented property is a fault. The document itself allows additional
 * properties, because later versions may add some.
 */
const closed = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(closed);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.fromEntries(
    Object.entries(value).map(([key, operationObject]) => [key, closed(operationObject)]),
  );
  const isObject = members['type'] === 'object' && 'properties' in members && !('additionalProperties' in members);
  return isObject ? { ...members, additionalProperties: false } : members;
};

const escaped = (part: string): string => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'));
let strict: Ajv2020 | undefined;
const replySchema = (at: string, method: string, status: number): ValidateFunction => {
  if (strict === undefined) {
    strict = newAjv();
    strict.addSchema(closed(document) as object, 'api');
  }
  const pointer = ['paths', at, method, 'responses', `${status}`, 'content', 'application/json', 'schema'];
  const anyValidateFunction = strict.getSchema(`api#/${pointer.map(escaped).join('/')}`);
  if (anyValidateFunction === undefined) throw new Error(`No schema at ${pointer.join('/')}`);
  return anyValidateFunction;
};
const faultsOf = (endpoint: Endpoint, { status, envelope }: Reply, at = endpoint.path): unknown => {
  const check = replySchema(at, endpoint.method.toLowerCase(), status);
  return check(envelope) ? [] : check.errors;
};

describe('the document', () => {
  it('is OpenAPI 3.1 by the official schema, and every schema in it compiles', () => {
    const file = path.resolve('tests/api/fixtures/openapi-3.1.schema.json');
    const official = newAjv().compile(JSON.parse(readFileSync(file, 'utf8')) as object);
    expect([official(document), official.errors]).toEqual([true, null]);
    expect(document.openapi).toMatch(/^3\.1\./);
    const ajv = newAjv().addSchema(document, 'api');
    for (const [name, { responses }] of operations()) {
      const [method = '', at = ''] = name.split(' ');
      for (const [status, { content = {} }] of Object.entries(responses))
        for (const type of Object.keys(content)) {
          const parts = ['paths', at, method.toLowerCase(), 'responses', status, 'content', type];
          expect(ajv.getSchema(`api#/${parts.map(escaped).join('/')}`)).toBeDefined();
        }
    }
  });

  it('contains every address of the route table and no other', () => {
    const served = app().routes.flatMap((route) =>
      route.paths.map((at) => `${route.method} ${at.replace(/:(\w+)/g, '{$1}')}`),
    );
    expect(
      operations()
        .map(([name]) => name)
        .sort(),
    ).toEqual(served.sort());
  });

  it('describes every route in a sentence, and no route that does not exist', () => {
    const routes = app().routes;
    const names = (isRaw: boolean) =>
      routes.filter((item) => (item.endpoint === null) === isRaw).map((item) => item.name);
    expect(Object.keys(notes).sort()).toEqual(names(false).sort());
    expect(Object.keys(rawNotes)).toEqual(expect.arrayContaining(names(true)));
    expect(operations().filter(([, { summary }]) => !/^[A-Z].{10,}\.$/.test(summary))).toEqual([]);
    const ids = operations().map(([, { operationId }]) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('names the server, the session that a call needs, its permission and every part of its path', () => {
    expect(document.servers).toEqual([{ url: publicUrl }]);
    for (const route of app().routes.filter((item) => item.endpoint !== null))
      for (const at of route.paths) {
        const operationObject = operation(`${route.method} ${at.replace(/:(\w+)/g, '{$1}')}`);
        expect(operationObject.security.length > 0).toBe(route.access !== 'anyone');
        expect(operationObject.description).toContain(route.access === 'anyone' ? 'no session' : `\`${route.access}\``);
        const named = (operationObject.parameters ?? [])
          .filter((parameter) => parameter.in === 'path')
          .map((parameter) => [parameter.name, parameter.required]);
        expect(named).toEqual(Array.from(at.matchAll(/:(\w+)/g), ([, name]) => [name, true]));
      }
    expect(operation('GET /api/user/export').security).toEqual([{ bearer: [] }, { link: [] }]);
  });

  it('names the input of a call: query of a GET, body of the others', () => {
    const report = operation('GET /api/meeting/getreport/{teamId}/meeting');
    expect(report.parameters?.map((parameter) => `${parameter.in} ${parameter.name}`)).toEqual([
      'path teamId',
      'query date',
    ]);
    expect(report.requestBody).toBeUndefined();
    const body = JSON.stringify(operation('POST /api/meeting/save').requestBody);
    expect(body).toContain('"questions"');
    expect(body).toContain('"maxLength":100');
    expect(JSON.stringify(operation('POST /api/vacation/save/{objectType}/{objectId}').requestBody)).toContain(
      '"array"',
    );
  });

  it('names every code with which a call may refuse, under its status', () => {
    for (const route of app().routes)
      for (const at of route.paths) {
        const { responses } = operation(`${route.method} ${at.replace(/:(\w+)/g, '{$1}')}`);
        const documented = Object.values(responses).flatMap((response) =>
          Array.from(response.description.matchAll(/`([A-Z_]+)`:/g)),
        );
        expect(documented.map(([, code]) => code).sort()).toEqual([...refusalsOf(route)].sort());
      }
    const save = operation('POST /api/meeting/save').responses;
    expect(save['409']?.description).toContain('`MEETING_NAME_EXISTS`: ');
    expect(save['403']?.description).toContain('`ORG_READ_ONLY`: ');
  });

  it('names every status with which the server rejects a request before it reaches a call', () => {
    const { description } = document.info;
    for (const status of Object.values(statusBeforeRouting)) expect(description).toContain(`${status}`);
  });
});

describe('real replies', () => {
  it.each(callsByName)('%s answers as documented', async (_name, { endpoint, input }) => {
    const answer = await app().ask('bob', endpoint, input(day) as object);
    expect(answer.status).toBe(200);
    const [shorter = '', tail = ''] = endpoint.path.replace(']', '').split('[');
    const hasTail = tail !== '' && Object.keys(input(day) as object).includes(tail.replace(/[/{}]/g, ''));
    expect(faultsOf(endpoint, answer, hasTail ? shorter + tail : shorter)).toEqual([]);
  });

  const reads = (): readonly (readonly [Endpoint, object])[] => [
    [getActivities, { objectType: 'Meeting', objectId: day.own.id, pageCount: 10, pageNumber: 1 }],
    [getBillingSummary, {}],
    [getCatchup, { teamId: aTeamId('platform') }],
    [getOrg, {}],
    [getPersonReport, { memberId: aMemberId('bob') }],
    [getSettings, { keys: ['DefaultStandupQuestions'] }],
    [getTeamInfo, { teamId: aTeamId('platform') }],
    [
      getTimesheet,
      { teamId: aTeamId('platform'), startDate: '2026-11-01', endDate: '2026-11-20', pageNumber: 1, count: 5 },
    ],
    [getTrends, { teamId: aTeamId('platform'), meetingId: day.own.id, days: 30 }],
    [listTimezones, {}],
    [listUsers, {}],
    [
      previewMeeting,
      { meeting: aMeetingDraft({ teamId: aTeamId('platform'), members: [aMemberId('bob')] }), count: 3 },
    ],
  ];

  it('real replies to an admin match their documented schemas', async () => {
    for (const [endpoint, input] of reads()) {
      const answer = await app().ask('ann', endpoint, input);
      expect([endpoint.path, answer.status, answer.envelope.message]).toEqual([endpoint.path, 200, '']);
      expect([endpoint.path, faultsOf(endpoint, answer)]).toEqual([endpoint.path, []]);
    }
  });

  it('real replies that refuse respond as documented', async () => {
    const refusals: (readonly [Person | null, Endpoint, object, number])[] = [
      [null, getOrg, {}, 401],
      ['bob', listUsers, {}, 403],
      ['bob', getTeamInfo, { teamId: aTeamId('mars') }, 404],
      ['bob', getTeamInfo, { teamId: 'x' }, 400],
    ];
    for (const [who, endpoint, input, status] of refusals) {
      const answer = await app().ask(who, endpoint, input);
      expect(answer.status).toBe(status);
      expect(faultsOf(endpoint, answer)).toEqual([]);
    }
  });

  it('real replies that differ from the document are detected', () => {
    const check = replySchema('/api/org/get', 'get', 200);
    const good = { status: 'Success', data: {}, code: 200, message: '', errorCode: null };
    expect(check(good)).toBe(false);
    const refusal = replySchema('/api/org/get', 'get', 401);
    const shownText = {
      status: 'Error',
      data: null,
      code: 401,
      message: 'x',
      correlationId: 'x',
      errorCode: 'UNAUTHENTICATED',
    };
    expect(refusal(shownText)).toBe(true);
    expect(refusal({ ...shownText, errorCode: 'FORBIDDEN' })).toBe(false);
    expect(refusal({ ...shownText, stack: 'x' })).toBe(false);
  });
});

describe('GET /openapi.json', () => {
  it('needs no session, can be cached for a while, and is not sent again to a client that has it', async () => {
    expect(reply).toMatchObject({ status: 200, headers: { 'cache-control': 'public, max-age=300' } });
    const { etag = '' } = reply.headers;
    const again = await app().send({ target: '/openapi.json', headers: { 'If-None-Match': etag } });
    expect([again.status, again.text]).toEqual([304, '']);
  });
});
