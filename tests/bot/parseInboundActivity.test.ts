import { aMessage, anExecute } from '../support/data/inboundActivities.ts';
import { activityIn, pressedButtonIn, senderOf, unknownSenderOf } from '../../bot/src/teams/parseInboundActivity.ts';

const serviceUrl = 'https://smba.trafficmanager.net/emea/';
const whole = anExecute(serviceUrl, 'submit', { v: 1 });

describe('a post is an activity', () => {
  it('a post is an activity when it has the required fields; the other fields stay unchanged', () => {
    expect(activityIn({ ...whole })).toEqual(whole);
    expect(activityIn({ ...whole })).toEqual(whole);
    expect(activityIn({ ...whole, serviceUrl: ` ${serviceUrl} ` })).toEqual(whole);
  });

  it.each([
    ['nothing', undefined],
    ['null', null],
    ['a text', 'activity'],
    ['a list', [whole]],
    ['without a type', { ...whole, type: undefined }],
    ['with an empty type', { ...whole, type: '' }],
    ['with a long type', { ...whole, type: 'x'.repeat(101) }],
    ['without a channel', { ...whole, channelId: undefined }],
    ['with a channel that is no text', { ...whole, channelId: 7 }],
    ['with a long channel', { ...whole, channelId: 'x'.repeat(501) }],
    ['without a conversation', { ...whole, conversation: null }],
    ['with a conversation without an id', { ...whole, conversation: {} }],
    ['with a list for a conversation', { ...whole, conversation: [] }],
    ['without a sender', { ...whole, from: undefined }],
    ['with an empty id', { ...whole, from: { id: '' } }],
    ['with a long id', { ...whole, recipient: { id: 'x'.repeat(501) } }],
    ['without an address', { ...whole, serviceUrl: undefined }],
    ['with an address of another kind', { ...whole, serviceUrl: 'ftp://example.org/' }],
    ['with an invalid address', { ...whole, serviceUrl: 'https://' }],
    ['with a long address', { ...whole, serviceUrl: `https://example.org/${'x'.repeat(1000)}` }],
  ])('a post is not an activity: %s', (_what, body) => {
    expect(activityIn(body)).toBeUndefined();
  });
});

describe('the zone of a sender', () => {
  const activity = (change: object) => activityIn({ ...whole, ...change }) ?? fail();
  const fail = (): never => {
    throw new Error('no activity');
  };
  const clients = (timezone: string) => ({ entities: [{ type: 'clientInfo', timezone }] });

  it.each([
    ['the activity', (zone: string) => ({ localTimezone: zone, ...clients('Asia/Tokyo') })],
    ['their client', (zone: string) => ({ localTimezone: 'Mars/Olympus', ...clients(zone) })],
  ])('has one spelling, and the name by which %s calls it', (_, withZone) => {
    for (const zone of ['America/New_York', 'Asia/Kolkata', 'Asia/Calcutta'])
      for (const sent of [zone, zone.toLowerCase(), zone.toUpperCase()]) {
        expect(senderOf(activity(withZone(sent)))?.timezone).toBe(zone);
        expect(unknownSenderOf(activity(withZone(sent))).timezone).toBe(zone);
      }
  });
});

const pressedOf = (value: unknown) => {
  const activity = activityIn({ ...whole, value });
  return activity === undefined ? 'no activity' : pressedButtonIn(activity);
};

describe('a pressed button', () => {
  it('returns its verb and its data', () => {
    const action = { type: 'Action.Execute', verb: 'submit', data: { v: 1, 'q:done': 'All' } };
    expect(pressedOf({ action })).toEqual({ kind: 'EXECUTE', verb: 'submit', data: action.data });
  });

  it.each([
    ['no value', undefined],
    ['no action', {}],
    ['another action', { action: { type: 'Action.Submit', verb: 'submit', data: {} } }],
    ['no verb', { action: { type: 'Action.Execute', data: {} } }],
    ['a long verb', { action: { type: 'Action.Execute', verb: 'x'.repeat(101), data: {} } }],
    ['no data', { action: { type: 'Action.Execute', verb: 'submit' } }],
    ['a list of data', { action: { type: 'Action.Execute', verb: 'submit', data: [] } }],
    ['a text for data', { action: { type: 'Action.Execute', verb: 'submit', data: 'v' } }],
  ])('an activity is no pressed button with %s', (_what, value) => {
    expect(pressedOf(value)).toBeUndefined();
  });

  it('is not recognised in typed text', () => {
    const activity = activityIn(aMessage(serviceUrl, 'help'));
    expect(activity === undefined ? 'no activity' : pressedButtonIn(activity)).toBeUndefined();
  });
});
