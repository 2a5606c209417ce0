import { checkPassword } from './passwordRules.ts';
import type { PasswordContext } from './passwordRules.ts';

const context: PasswordContext = {
  firstName: 'Annabel',
  lastName: 'Mark-Lee',
  email: 'ann.ourfamily@harbourworks.test',
  orgNames: ['The Data Team'],
};

const refused = (password: string): string | undefined => {
  try {
    checkPassword(password, context);
    return undefined;
  } catch (error) {
    return (error as { details: { message: string } }).details.message;
  }
};

describe('a new password', () => {
  it.each([
    'correct horse battery',
    'vK8#qLm2xW',
    'lobster quartz tuning',
    'Eine-Brücke-im-Nebel',
    'пароль, которого нет',
    '我喜欢在雨天喝热茶看书',
    '4839201748',
    'remarkable steamed updates',
    'x'.repeat(3) + 'y7Q-kettle-under',
    `${'long words '.repeat(90)}end`,
    'e\u0301tage nouveau mince',
    '🦊🚲🌧️🪴🧭🎻🗝️🥾🧵🛶',
    ' a b c d e f g h i j ',
  ])('is accepted as it was typed: %j', (password) => {
    expect(refused(password)).toBeUndefined();
  });

  it.each(['', 'x', 'short12345'.slice(0, 9), '🦊🚲🌧🪴🧭🎻🗝🥾🧵'])(
    'is refused when shorter than 10: %j',
    (password) => {
      expect(refused(password)).toBe('passwordRule.tooShort');
    },
  );

  it.each([
    'password123',
    'Password123!',
    'P@$$w0rd2026',
    'PASSWORDPASSWORD',
    'qwertyuiop',
    'QWERTZUIOP1',
    '1234567890',
    '9876543210',
    '0123456789',
    '111111111111',
    'aaaaaaaaaaaaaaaaaaaa',
    'abcdefghijkl',
    'abcabcabcabc',
    'hunter2hunter2',
    'Summer2026!!',
    'Welcome2Winter',
    'iloveyou1234',
    '1q2w3e4r5t',
    'correcthorsebatterystaple',
    'Tr0ub4dor&3',
    'letmein-letmein-letmein',
    '2024 2025 2026',
    '__________x_',
    'ＰＡＳＳＷＯＲＤ１２３',
  ])('rejects a common password: %j', (password) => {
    expect(refused(password)).toBe('passwordRule.common');
  });

  it.each([
    'annabel-rides-a-tandem',
    'ANNABEL rides a tandem',
    'a tandem for @nn4b3l',
    'mark:tandem:kettle:fog',
    'ourfamily tandem kettle',
    'harbourworks2026xyz',
    'Rollcall-demo-1',
    'r0llc4ll tandem kettle',
    'annabelmark1xyz',
    'thedatateam7',
  ])('rejects a password that contains names of the person, the organisation or the product: %j', (password) => {
    expect(refused(password)).toBe('passwordRule.personal');
  });

  it('is decided quickly at any length', () => {
    const started = performance.now();
    for (const sign of ['a', '1', 'qwerty', 'é', '\u0301', ' ', 'password']) refused(sign.repeat(1000).slice(0, 1000));
    expect(performance.now() - started).toBeLessThan(700);
  });
});
