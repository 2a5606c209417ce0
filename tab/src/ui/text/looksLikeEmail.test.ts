import { email } from '#contracts/core/textAndEmailSchemas.ts';
import { looksLikeEmail } from './looksLikeEmail.ts';

it.each(['ann@rollcall.test', '  ann@rollcall.test ', 'ann+x@mail.rollcall.test'])(
  'accepts “%s” as the server does',
  (text) => {
    expect([looksLikeEmail(text), email.safeParse(text).success]).toEqual([true, true]);
  },
);

it.each(['', 'ann', '@rollcall.test', 'ann@', 'ann@rollcall', 'ann lee@rollcall.test', 'a@b@rollcall.test'])(
  'rejects “%s” as the server does',
  (text) => {
    expect([looksLikeEmail(text), email.safeParse(text).success]).toEqual([false, false]);
  },
);
