import type { Endpoint } from '#contracts/core/endpoint.ts';
import en from '#contracts/text/en.json' with { type: 'json' };
import { isCatalogueSentence } from '../data/isCatalogueSentence.ts';
import type { RawRequest } from '../http/rawHttpClient.ts';
import { bearer } from '../http/rawHttpClient.ts';
import { requestOf } from './testApp.ts';
import type { Person, TestApp } from './testApp.ts';

export type Refusal = readonly [status: number, code: string | null, message: string];

/** Returns the general sentence of INVALID_INPUT, for fields without a sentence of their own. */
export const generic = (field: string): string => en['error.INVALID_INPUT'].replace('{field}', field);

/**
 * Sends a bad request as bob or another person. Checks that the reply is an envelope with a sentence of the catalogue,
 * and that nothing was written.
 */
export const rawRefusal = async (app: TestApp, request: RawRequest, who: Person = 'bob'): Promise<Refusal> => {
  const headers = { ...bearer(await app.token(who)), ...request.headers };
  const before = await app.dump();
  const { status, envelope } = await app.send({ ...request, headers });
  expect(await app.dump()).toEqual(before);
  // Only the errors about a concurrent edit contain data: the stored state of the edited object.
  const isEdited = ['MEETING_CHANGED', 'DRAFT_CHANGED', 'TASK_CHANGED', 'ORG_CHANGED'].includes(
    envelope.errorCode ?? '',
  );
  const data: unknown = isEdited ? expect.anything() : null;
  expect(envelope).toMatchObject({ status: 'Error', data, code: status });
  expect([envelope.message, isCatalogueSentence(envelope.message)]).toEqual([envelope.message, true]);
  return [status, envelope.errorCode, envelope.message];
};

export const refusalOf = (app: TestApp, endpoint: Endpoint, input: object, who?: Person): Promise<Refusal> =>
  rawRefusal(app, requestOf(endpoint, input), who);

export type Case = readonly [field: string, value: unknown, message: string];

export const at = (field: string, values: readonly unknown[], message: string): Case[] =>
  values.map((value) => [field, value, message]);

/** Values of every JSON type except text. */
export const noTexts: readonly unknown[] = [7, true, [], {}, ['x'], null];
