import places from './zonePlaces.json';
import { timezoneSearch } from './timezoneSearch.ts';

const zones = [
  ['America/Chicago', '-06:00'],
  ['America/Indiana/Knox', '-06:00'],
  ['America/New_York', '-05:00'],
  ['America/Port-au-Prince', '-05:00'],
  ['America/Sao_Paulo', '-03:00'],
  ['America/St_Johns', '-03:30'],
  ['Asia/Karachi', '+05:00'],
  ['Asia/Kathmandu', '+05:45'],
  ['Asia/Kolkata', '+05:30'],
  ['Europe/Athens', '+02:00'],
  ['Europe/Berlin', '+01:00'],
  ['Europe/London', '+00:00'],
  ['Europe/Paris', '+01:00'],
  ['Europe/Zurich', '+01:00'],
  ['UTC', '+00:00'],
].map(([id = '', offset = '']) => ({ id, name: `${id} (UTC${offset})` }));

const find = timezoneSearch(zones, 'de');
const found = (typed: string) => find(typed).map(({ id }) => id);

it.each([
  ['a city', 'kolkata', ['Asia/Kolkata']],
  ['a city of two words', 'new york', ['America/New_York']],
  ['a city with hyphens', 'port au prince', ['America/Port-au-Prince']],
  ['a large city that names no zone', 'mumbai', ['Asia/Kolkata']],
  ['a city as its people write it', 'Zürich', ['Europe/Zurich']],
  ['a country before places that begin alike', 'india', ['Asia/Kolkata', 'America/Indiana/Knox']],
  ['a country in the language of the reader', 'Griechenland', ['Europe/Athens']],
  ['a country code', 'GB', ['Europe/London']],
  ['an abbreviation', 'CET', ['Europe/Berlin', 'Europe/Paris', 'Europe/Zurich']],
  ['an abbreviation of summer', 'cest', ['Europe/Berlin', 'Europe/Paris', 'Europe/Zurich']],
  ['an offset with minutes', '+5:30', ['Asia/Kolkata']],
  ['an offset without minutes, whole hours first', '+5', ['Asia/Karachi', 'Asia/Kolkata', 'Asia/Kathmandu']],
  ['an offset after UTC', 'UTC+2', ['Europe/Athens']],
  ['an offset after GMT, with the sign that typographers use', 'gmt \u22123:30', ['America/St_Johns']],
  ['an offset in four digits', '-0600', ['America/Chicago', 'America/Indiana/Knox']],
  ['no offset at all', '+00:00', ['Europe/London', 'UTC']],
  ['the zone of no place', 'utc', ['UTC']],
  ['the id', 'America/Sao_Paulo', ['America/Sao_Paulo']],
  ['the whole entry', 'America/Sao_Paulo (UTC-03:00)', ['America/Sao_Paulo']],
  ['the middle of a name', 'hica', ['America/Chicago']],
])('finds zones by %s', (_, typed, ids) => {
  expect(found(typed)).toEqual(ids);
});

it('finds none for a text that names no place, and all for an empty one', () => {
  expect(found('xyzzy')).toEqual([]);
  expect(found(' ')).toHaveLength(zones.length);
});

it('has a country for every inhabited zone', () => {
  const unknown = Object.entries(places).filter(([, words]) => !/^[A-Z]{2}(?:\||$)/.test(words));
  expect(unknown).toEqual([]);
  expect(Object.keys(places).length).toBeGreaterThan(400);
});
