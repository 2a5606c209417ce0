import { loginPath, safeTarget } from './safeRedirectAndLoginPath.ts';

const origin = 'https://app.example';
// Redirect targets that attackers use, from OWASP, PortSwigger and our own tests. Each target makes some browser open
// another site or passes a check that is too simple.
const bad: readonly string[] = [
  '//evil.com',
  '////evil.com',
  '\\\\evil.com',
  '/\t/evil.com',
  '\t//evil.com',
  '/%09/evil.com',
  '/%5C/evil.com',
  '/%0d/evil.com',
  '//evil\u3002com',
  'https:evil.com',
  'https:///evil.com',
  'javascript:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'blob:https://app.example/x',
  'https://app.example.evil.com',
  'https://evil.com?app.example',
  'https://app.example%00.evil.com',
  'http://app.example/',
  '//app.example@evil.com',
  '.evil.com',
  '/..//evil.com',
  '/foo/..//evil.com',
  '/%2e%2e//evil.com',
  '/%2f/evil.com',
  '//2130706433',
  'http://[::ffff:127.0.0.1]',
  'http://123.123.123.123?localhost:8000/path',
  '/\u2028/evil.com',
  '/\\/\\/evil.com',
  '/%',
  '',
  'undefined',
  '/home\r\nSet-Cookie: a=1',
  `/${'a'.repeat(5000)}`,
];

describe('safeTarget', () => {
  it.each(bad)('refuses %j', (value) => {
    expect(safeTarget([value], origin)).toBeNull();
  });

  it('keeps an unusual path on the same origin', () => {
    const target = safeTarget(['/..%2F..%2Fevil.com'], origin);
    expect(new URL(target ?? '/', origin).origin).toBe(origin);
    expect(target).not.toMatch(/^[/\\]{2}/);
  });

  it('refuses two values in one address', () => {
    expect(safeTarget(['/home', '//evil.com'], origin)).toBeNull();
    expect(safeTarget([], origin)).toBeNull();
  });

  it.each(['/login', '/logout', '/LOGIN', '/login?redirectUrl=/login?redirectUrl=x', '/./login'])(
    'refuses the loop %s',
    (value) => {
      expect(safeTarget([value], origin)).toBeNull();
    },
  );

  it.each(['/', '/reports/01ABC?x=1#frag', '/timesheet?from=2026-01-01&to=2026-01-31', '/loginhelp'])(
    'keeps %s unchanged',
    (value) => {
      expect(safeTarget([value], origin)).toBe(value);
    },
  );
});

describe('loginPath', () => {
  it('returns to the reader’s current page', () => {
    const path = loginPath('/home?date=2026-11-20&meeting=a#x');
    expect(safeTarget(new URL(path, origin).searchParams.getAll('redirectUrl'), origin)).toBe(
      '/home?date=2026-11-20&meeting=a#x',
    );
  });

  it('needs no target for the start page', () => {
    expect(loginPath('/')).toBe('/login');
  });
});
