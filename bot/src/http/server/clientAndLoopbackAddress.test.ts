import { clientAddress, isLoopbackAddress, isLoopbackHost } from './clientAndLoopbackAddress.ts';

it('trusts a forwarded address only as far as our own proxies reach', () => {
  const chain = '6.6.6.6, 1.1.1.1, 2.2.2.2';
  expect(clientAddress('10.0.0.1', chain, 0)).toBe('10.0.0.1');
  expect(clientAddress('10.0.0.1', chain, 1)).toBe('2.2.2.2');
  expect(clientAddress('10.0.0.1', chain, 2)).toBe('1.1.1.1');
  expect(clientAddress('10.0.0.1', undefined, 1)).toBe('10.0.0.1');
});

it.each([
  ['1.2.3.4:5678', '1.2.3.4'],
  ['[2001:db8::1]:443', '2001:db8::1'],
  ['[2001:DB8::1]', '2001:db8::1'],
  ['::ffff:1.2.3.4', '1.2.3.4'],
  ['', '10.0.0.1'],
  ['unknown', '10.0.0.1'],
  ['1.2.3.4.5', '10.0.0.1'],
  ['<script>', '10.0.0.1'],
])('accepts or rejects %j as an address', (forwarded, address) => {
  expect(clientAddress('::ffff:10.0.0.1', forwarded, 1)).toBe(address);
});

it('recognises loopback addresses', () => {
  for (const peer of ['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1']) expect(isLoopbackAddress(peer)).toBe(true);
  for (const peer of ['128.0.0.1', '::', '::ffff:10.0.0.1', undefined]) expect(isLoopbackAddress(peer)).toBe(false);
  for (const host of ['localhost', '127.0.0.1', '[::1]']) expect(isLoopbackHost(host)).toBe(true);
  for (const host of ['localhost.', 'a.localhost', '127.0.0.1.evil.com', '127.evil.com', '[::]'])
    expect(isLoopbackHost(host)).toBe(false);
});
