import fc from 'fast-check';
import { people, seatNames } from './accountPeopleAndSeats.ts';
import type { Person, Seat } from './accountPeopleAndSeats.ts';

// Actions of people and of an attacker as plain data. `pick` selects one of the sessions that `who` holds; 0 = the
// newest.

export const lootKinds = [
  ...(['ACCESS', 'REFRESH', 'PASSWORD', 'CONFIRM', 'RESET', 'INVITE', 'UNDELETE'] as const),
  ...(['FEED', 'RECOVERY', 'TOTP'] as const),
] as const;
export type LootKind = (typeof lootKinds)[number];

/** APP: a code of the app. RECOVERY: a recovery code. USED: a code that was used already. WRONG: an invalid code. */
export type FactorCode = 'APP' | 'RECOVERY' | 'USED' | 'WRONG';

export type Step =
  | { readonly do: 'wait'; readonly minutes: number }
  /** Only mal, the attacker, may use the address of another person. */
  | { readonly do: 'register' | 'forgot'; readonly who: Person; readonly at: Person }
  | { readonly do: 'confirm'; readonly who: Person; readonly by: 'BROWSER' | 'PASSWORD' }
  | { readonly do: 'openLink' | 'reset' | 'undelete'; readonly who: Person }
  | { readonly do: 'invite'; readonly who: Person; readonly pick: number; readonly seat: Seat }
  | {
      readonly do: 'accept';
      readonly who: Person;
      readonly pick: number;
      readonly how: 'REGISTER' | 'JOIN';
      readonly at: Person;
    }
  | { readonly do: 'signIn'; readonly who: Person; readonly at: Person; readonly isOld: boolean }
  | { readonly do: 'verify'; readonly who: Person; readonly with: FactorCode }
  | { readonly do: 'microsoft' | 'teams'; readonly who: Person; readonly place: number }
  | { readonly do: 'join'; readonly who: Person; readonly pick: number; readonly place: number }
  | { readonly do: 'refresh'; readonly who: Person; readonly pick: number; readonly how: 'ONCE' | 'TWICE' | 'LATE' }
  | {
      readonly do: 'signOut' | 'factorOn' | 'feed' | 'erase' | 'deleteOrg';
      readonly who: Person;
      readonly pick: number;
    }
  | { readonly do: 'rename' | 'language'; readonly who: Person; readonly pick: number; readonly to: number }
  | { readonly do: 'switch'; readonly who: Person; readonly pick: number; readonly to: number }
  | { readonly do: 'factorOff'; readonly who: Person; readonly pick: number; readonly with: FactorCode }
  | { readonly do: 'password'; readonly who: Person; readonly pick: number; readonly isRight: boolean }
  | {
      readonly do: 'guess';
      readonly who: Person;
      readonly at: Person;
      readonly paths: readonly ('VERIFY' | 'DISABLE')[];
    }
  | {
      readonly do: 'role';
      readonly who: Person;
      readonly pick: number;
      readonly seat: Seat;
      readonly role: 'user' | 'admin';
    }
  | { readonly do: 'enable'; readonly who: Person; readonly pick: number; readonly seat: Seat; readonly flag: boolean }
  | { readonly do: 'steal'; readonly kind: LootKind; readonly at: Person };

type With<Name, One> = One extends { readonly do: infer Names } ? (Name extends Names ? One : never) : never;
export type StepOf<Name extends Step['do']> = Name extends Name ? With<Name, Step> : never;

export interface Scenario {
  readonly steps: readonly Step[];
}

/** mal, the attacker, acts more often than any other person, because the test searches for successful attacks. */
const who = fc.constantFrom(...people, 'ann' as const, 'bob' as const, 'mal' as const, 'mal' as const, 'mal' as const);
const anyPerson = fc.constantFrom(...people);
const seat = fc.constantFrom(...seatNames);
const pick = fc.constantFrom(0, 0, 0, 0, 1, 2);
const place = fc.nat({ max: 1 });
const code = fc.constantFrom<FactorCode>('APP', 'APP', 'APP', 'RECOVERY', 'RECOVERY', 'USED', 'WRONG');
const path = fc.constantFrom('VERIFY' as const, 'DISABLE' as const);

const doing = <Name extends Step['do']>(...names: readonly [Name, ...Name[]]) => fc.constantFrom(...names);

const entrySteps: readonly fc.WeightedArbitrary<Step>[] = [
  { weight: 5, arbitrary: fc.record({ do: doing('register'), who, at: anyPerson }) },
  { weight: 5, arbitrary: fc.record({ do: doing('confirm'), who, by: fc.constantFrom('BROWSER', 'PASSWORD') }) },
  { weight: 3, arbitrary: fc.record({ do: doing('openLink'), who: anyPerson }) },
  { weight: 4, arbitrary: fc.record({ do: doing('invite'), who, pick, seat }) },
  {
    weight: 5,
    arbitrary: fc.record({ do: doing('accept'), who, pick, how: fc.constantFrom('REGISTER', 'JOIN'), at: anyPerson }),
  },
  { weight: 4, arbitrary: fc.record({ do: doing('forgot'), who, at: anyPerson }) },
  { weight: 4, arbitrary: fc.record({ do: doing('reset'), who }) },
];

const sessions: readonly fc.WeightedArbitrary<Step>[] = [
  {
    weight: 14,
    arbitrary: fc.record({
      do: doing('signIn'),
      who,
      at: anyPerson,
      isOld: fc.constantFrom(false, false, false, true),
    }),
  },
  { weight: 6, arbitrary: fc.record({ do: doing('verify'), who, with: code }) },
  { weight: 5, arbitrary: fc.record({ do: doing('microsoft', 'teams'), who, place }) },
  { weight: 4, arbitrary: fc.record({ do: doing('join'), who, pick, place }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: doing('refresh'), who, pick, how: fc.constantFrom('ONCE', 'ONCE', 'TWICE', 'LATE') }),
  },
  { weight: 2, arbitrary: fc.record({ do: doing('signOut'), who, pick }) },
  { weight: 2, arbitrary: fc.record({ do: doing('switch'), who, pick, to: fc.nat({ max: 3 }) }) },
  { weight: 4, arbitrary: fc.record({ do: doing('factorOn'), who, pick }) },
  { weight: 2, arbitrary: fc.record({ do: doing('factorOff'), who, pick, with: code }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: doing('password'), who, pick, isRight: fc.constantFrom(true, true, false) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: doing('guess'),
      who,
      at: anyPerson,
      paths: fc.array(path, { minLength: 1, maxLength: 12 }),
    }),
  },
];

const organisations: readonly fc.WeightedArbitrary<Step>[] = [
  { weight: 3, arbitrary: fc.record({ do: doing('rename', 'language'), who, pick, to: fc.nat({ max: 3 }) }) },
  { weight: 3, arbitrary: fc.record({ do: doing('role'), who, pick, seat, role: fc.constantFrom('user', 'admin') }) },
  { weight: 3, arbitrary: fc.record({ do: doing('enable'), who, pick, seat, flag: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ do: doing('feed'), who, pick }) },
  { weight: 2, arbitrary: fc.record({ do: doing('erase', 'deleteOrg'), who, pick }) },
  { weight: 2, arbitrary: fc.record({ do: doing('undelete'), who }) },
];

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ do: doing('wait'), minutes: fc.constantFrom(1, 4, 6, 16, 16, 31, 25 * 60, 8 * 24 * 60) }),
  },
  { weight: 10, arbitrary: fc.record({ do: doing('steal'), kind: fc.constantFrom(...lootKinds), at: anyPerson }) },
  ...entrySteps,
  ...sessions,
  ...organisations,
);

const owner = fc.constantFrom('ann' as const, 'cy' as const, 'zoe' as const);

/** Steps that have an effect only in this order. The generator may put other steps between them. */
const enter = (person: Person): Step[] => [
  { do: 'signIn', who: person, at: person, isOld: false },
  { do: 'verify', who: person, with: 'APP' },
];
const episode: fc.Arbitrary<readonly Step[]> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...people).map(enter) },
  {
    weight: 3,
    arbitrary: fc
      .constantFrom('bob' as const, 'gus' as const, 'mal' as const)
      .map((item): Step[] => [
        { do: 'register', who: item, at: item },
        { do: 'confirm', who: item, by: 'BROWSER' },
        ...enter(item),
      ]),
  },
  {
    weight: 3,
    arbitrary: anyPerson.map((at): Step[] => [
      { do: 'register', who: 'mal', at },
      { do: 'openLink', who: at },
      { do: 'signIn', who: 'mal', at, isOld: false },
    ]),
  },
  {
    weight: 4,
    arbitrary: anyPerson.map((item): Step[] => [
      { do: 'forgot', who: item, at: item },
      { do: 'reset', who: item },
    ]),
  },
  {
    weight: 3,
    arbitrary: fc
      .tuple(fc.constantFrom('REGISTER' as const, 'JOIN' as const), fc.constantFrom('bob', 'bobf'))
      .map(([how, whose]): Step[] => {
        const admin = whose === 'bob' ? 'ann' : 'zoe';
        return [
          ...enter(admin),
          { do: 'invite', who: admin, pick: 0, seat: whose as Seat },
          { do: 'accept', who: 'bob', pick: 0, how, at: 'bob' },
        ];
      }),
  },
  { weight: 4, arbitrary: owner.map((item): Step[] => [...enter(item), { do: 'factorOn', who: item, pick: 0 }]) },
  {
    weight: 3,
    arbitrary: fc
      .tuple(owner, place)
      .map(([first, at]): Step[] => [
        ...enter(first),
        { do: 'join', who: first, pick: 0, place: at },
        { do: 'microsoft', who: first, place: at },
      ]),
  },
  {
    weight: 5,
    arbitrary: fc
      .tuple(owner, fc.constantFrom('ACCESS' as const, 'REFRESH' as const), step)
      .map(([first, kind, next]): Step[] => [
        ...enter(first),
        { do: 'steal', kind, at: first },
        ...(kind === 'REFRESH' ? [{ do: 'refresh' as const, who: 'mal' as const, pick: 0, how: 'ONCE' as const }] : []),
        'who' in next ? { ...next, who: 'mal' } : next,
      ]),
  },
  {
    weight: 3,
    arbitrary: fc.tuple(owner, fc.constantFrom('TOTP' as const, 'RECOVERY' as const)).map(([first, kind]): Step[] => [
      { do: 'steal', kind: 'PASSWORD', at: first },
      { do: 'signIn', who: 'mal', at: first, isOld: false },
      { do: 'steal', kind, at: first },
      { do: 'verify', who: 'mal', with: kind === 'TOTP' ? 'APP' : kind },
    ]),
  },
  {
    weight: 4,
    arbitrary: fc
      .tuple(owner, seat, fc.boolean(), fc.nat({ max: 4 }))
      .map(([first, of, flag, what]): Step[] => [
        ...enter(first),
        what === 0
          ? { do: 'enable', who: first, pick: 0, seat: of, flag: false }
          : what === 1
            ? { do: 'role', who: first, pick: 0, seat: of, role: flag ? 'admin' : 'user' }
            : what === 2
              ? { do: 'password', who: first, pick: 0, isRight: true }
              : { do: what === 3 ? 'feed' : 'erase', who: first, pick: 0 },
      ]),
  },
  {
    weight: 5,
    arbitrary: fc
      .tuple(owner, fc.constantFrom('feed' as const, 'join' as const, 'invite' as const), place)
      .map(([first, what, at]): Step[] => [
        ...enter(first),
        { do: 'steal', kind: 'ACCESS', at: first },
        what === 'feed'
          ? { do: 'feed', who: 'mal', pick: 0 }
          : what === 'join'
            ? { do: 'join', who: 'mal', pick: 0, place: at }
            : { do: 'invite', who: 'mal', pick: 0, seat: 'bob' },
        { do: 'forgot', who: first, at: first },
        { do: 'reset', who: first },
        { do: 'microsoft', who: 'mal', place: at },
      ]),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(owner, owner)
      .map(([first, other]): Step[] => [
        ...enter(first),
        { do: 'deleteOrg', who: first, pick: 0 },
        { do: 'undelete', who: other },
      ]),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(owner, fc.array(path, { minLength: 1, maxLength: 12 })).map(([first, paths]): Step[] => [
      { do: 'steal', kind: 'PASSWORD', at: first },
      { do: 'guess', who: 'mal', at: first, paths },
    ]),
  },
);

export const scenario: fc.Arbitrary<Scenario> = fc
  .array(fc.oneof({ weight: 3, arbitrary: step.map((item) => [item]) }, { weight: 2, arbitrary: episode }), {
    minLength: 6,
    maxLength: 24,
    size: 'max',
  })
  .map((parts) => ({ steps: parts.flat() }));
