import { z } from 'zod';
import { createDocument } from 'zod-openapi';
import type {
  CreateDocumentOptions,
  ZodOpenApiOperationObject,
  ZodOpenApiPathItemObject,
  ZodOpenApiResponsesObject,
} from 'zod-openapi';
import type { Endpoint } from '#contracts/core/endpoint.ts';
import { errorCodes } from '#contracts/core/errorCodesAndAppError.ts';
import type { ErrorCode } from '#contracts/core/errorCodesAndAppError.ts';
import { permissions, roles } from '#contracts/core/rolesAndPermissions.ts';
import type { Permission } from '#contracts/core/rolesAndPermissions.ts';
import type { Translate } from '#contracts/text/translateAndMessageKeyTypes.ts';
import type { Route } from '../server/bindEndpointsAndRawRoutes.ts';
import { statusOf } from '../server/errorStatusAndRefusals.ts';
import { about, notes, title } from './documentTextAndEndpointNotes.ts';
import { rawNotes } from './routesWithoutContractNotes.ts';
import type { RawNote } from './routesWithoutContractNotes.ts';
import { refusalsOf } from './endpointErrors.ts';

/** Version of the API, which increases with every change of the calls. docs/api.md explains each part of the number. */
export const apiVersion = '1.0.0';

const scopes = {
  org: 'in the organisation',
  team: 'in their own teams',
  own: 'for what is their own',
  none: 'never',
} as const;

const needs = (access: Permission): string =>
  `Needs \`${access}\`: ${roles.map((role) => `${role} ${scopes[permissions[access][role]]}`).join(', ')}.`;

const envelope = (endpoint: Endpoint): z.ZodType =>
  z.object({
    status: z.literal('Success'),
    data: endpoint.output,
    code: z.literal(200),
    message: z.string(),
    errorCode: z.null(),
  });

const refusal = z.object({
  status: z.literal('Error'),
  /**
   * Data for the codes MEETING_CHANGED, DRAFT_CHANGED, TASK_CHANGED and ORG_CHANGED, and the troubles in a refusal of
   * /readyz; null for every other refusal.
   */
  data: z.unknown(),
  code: z.int(),
  message: z.string(),
  errorCode: z.enum(errorCodes),
  correlationId: z.string(),
  path: z.array(z.union([z.string(), z.int()])).optional(),
});

/**
 * Returns one reply for each status. The reply names the error codes of the status and the sentence that people see for
 * each code.
 */
const refused = (codes: ReadonlySet<ErrorCode>, t: Translate): ZodOpenApiResponsesObject => {
  const statuses = [...new Set([...codes].map((code) => statusOf[code]))].sort((a, b) => a - b);
  return Object.fromEntries(
    statuses.map((status) => {
      const these = [...codes].filter((code) => statusOf[code] === status).sort();
      const texts = these.map((code) => `\`${code}\`: ${t(`error.${code}`, { field: t('http.wholeRequest') })}`);
      const schema = {
        allOf: [
          { $ref: '#/components/schemas/Refusal' },
          { properties: { code: { const: status }, errorCode: { enum: these } } },
        ],
      };
      return [`${status}`, { description: texts.join('\n\n'), content: { 'application/json': { schema } } }];
    }),
  );
};

const shapeOf = (endpoint: Endpoint): Readonly<Record<string, z.ZodType>> =>
  endpoint.input instanceof z.ZodObject ? endpoint.input.shape : {};

const partsOf = (path: string): readonly string[] => Array.from(path.matchAll(/:(\w+)/g), ([, name = '']) => name);

type Taken = Pick<ZodOpenApiOperationObject, 'requestParams' | 'requestBody'>;

const takes = (endpoint: Endpoint, path: string, isFile: boolean): Taken => {
  const parts = new Set(partsOf(path));
  // Names of the parts in the longest path. A part that a shorter path leaves out must not appear as a query parameter.
  const named = new Set(Array.from(endpoint.path.matchAll(/\{(\w+)\}/g), ([, name]) => name));
  const shape = Object.entries(shapeOf(endpoint));
  // OpenAPI requires every parameter in a path, even one that the call's schema makes optional.
  const filled = shape.flatMap(([name, schema]) => {
    if (!parts.has(name)) return [];
    return [[name, schema instanceof z.ZodOptional ? (schema.unwrap() as z.ZodType) : schema]];
  });
  // For a file, the security scheme `link` already describes the query parameter `token`.
  const isOther = (name: string): boolean => !named.has(name) && !(isFile && name === 'token');
  const rest = Object.fromEntries(shape.filter(([name]) => isOther(name)));
  const params = filled.length === 0 ? {} : { path: z.object(Object.fromEntries(filled)) };
  if (endpoint.method === 'GET')
    return { requestParams: Object.keys(rest).length === 0 ? params : { ...params, query: z.object(rest) } };
  if (Object.keys(rest).length === 0) return { requestParams: params };
  const members = z.object(rest);
  const list = endpoint.bodyAs === undefined ? undefined : rest[endpoint.bodyAs];
  const schema = list === undefined ? members : z.union([list, members]);
  return {
    requestParams: params,
    requestBody: { required: !members.safeParse({}).success, content: { 'application/json': { schema } } },
  };
};

const pascal = (part: string): string => part.charAt(0).toUpperCase() + part.slice(1);

/** Returns the operation id of a path: `GET /api/team/get/:teamId` → `getTeamGetByTeamId`. */
const operationId = ({ method }: Route, path: string): string =>
  method.toLowerCase() +
  path
    .split('/')
    .filter((part) => part !== '' && part !== 'api')
    .map((part) => (part.startsWith(':') ? `By${pascal(part.slice(1))}` : part.split(/\W+/).map(pascal).join('')))
    .join('');

const tagOf = (path: string): string => {
  const [, first = '', second = ''] = path.split('/');
  return first === 'api' ? second.replace(/^v1$/, 'userlogin') : 'server';
};

const answersOf = (endpoint: Endpoint, file: readonly string[] | undefined): ZodOpenApiResponsesObject => {
  if (file === undefined)
    return { 200: { description: 'Done.', content: { 'application/json': { schema: envelope(endpoint) } } } };
  const content = Object.fromEntries(file.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]));
  return { 200: { description: 'The file itself, no envelope.', content } };
};

const security = (
  route: Route,
  file: readonly string[] | undefined,
): NonNullable<ZodOpenApiOperationObject['security']> => {
  if (route.access === 'anyone') return [];
  return file === undefined ? [{ bearer: [] }] : [{ bearer: [] }, { link: [] }];
};

const operation = (route: Route, endpoint: Endpoint, path: string, t: Translate): ZodOpenApiOperationObject => {
  const { does, file } = notes[route.name] ?? { does: route.name };
  return {
    operationId: operationId(route, path),
    tags: [tagOf(path)],
    summary: does,
    description: route.access === 'anyone' ? 'Needs no session.' : needs(route.access),
    security: security(route, file),
    ...takes(endpoint, path, file !== undefined),
    responses: { ...answersOf(endpoint, file), ...refused(refusalsOf(route), t) },
  };
};

const rawOperation = (route: Route, note: RawNote, path: string, t: Translate): ZodOpenApiOperationObject => ({
  operationId: operationId(route, path),
  tags: ['server'],
  summary: note.does,
  security: [],
  parameters: partsOf(path).map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
  responses: {
    ...Object.fromEntries(
      Object.entries(note.replies).map(([status, { description, type }]) => [
        status,
        { description, ...(type === null || route.method === 'HEAD' ? {} : { content: { [type]: {} } }) },
      ]),
    ),
    ...refused(refusalsOf(route), t),
  },
});

const itemOf = (route: Route, path: string, t: Translate): ZodOpenApiPathItemObject => {
  const method = route.method.toLowerCase() as 'get' | 'head' | 'post' | 'delete';
  if (route.endpoint !== null) return { [method]: operation(route, route.endpoint, path, t) };
  const note = rawNotes[route.name];
  return note === undefined ? {} : { [method]: rawOperation(route, note, path, t) };
};

const wire: CreateDocumentOptions = {
  override: ({ zodSchema, jsonSchema, io }) => {
    const { def } = zodSchema._zod;
    // The transforms of the contracts keep the type of a value, so the schema of the input also describes the output.
    if (io === 'output' && def.type === 'pipe' && def.out._zod.def.type === 'transform')
      Object.assign(jsonSchema, z.toJSONSchema(def.in, { io: 'input', unrepresentable: 'any' }));
    // A reply may get additional members within a version (docs/api.md), so the schema does not forbid them.
    delete jsonSchema.additionalProperties;
  },
};

export interface DocumentParts {
  readonly routes: readonly Route[];
  readonly publicUrl: string;
  readonly t: Translate;
}

export const openApiDocument = ({ routes, publicUrl, t }: DocumentParts): string => {
  const paths: Record<string, ZodOpenApiPathItemObject> = {};
  for (const route of routes)
    for (const path of route.paths) {
      const name = path.replace(/:(\w+)/g, '{$1}');
      paths[name] = { ...paths[name], ...itemOf(route, path, t) };
    }
  const document = createDocument(
    {
      openapi: '3.1.1',
      info: {
        title,
        version: apiVersion,
        description: about,
      },
      servers: [{ url: publicUrl }],
      paths,
      components: {
        schemas: { Refusal: refusal },
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
          link: { type: 'apiKey', in: 'query', name: 'token', description: 'A token made for this one download.' },
        },
      },
    },
    wire,
  );
  return JSON.stringify(document);
};
