// Preload (node --require) for third-party programs that would listen on every interface: it makes their servers listen
// on 127.0.0.1 only.
const { Server } = require('node:net');

const loopback = '127.0.0.1';
const listen = Server.prototype.listen;

/** Options that name a socket file or a handle stay unchanged, because only this machine can reach those. */
const boundOptions = (options) =>
  options.path === undefined && options.fd === undefined && options._handle === undefined
    ? { ...options, host: loopback }
    : options;

Server.prototype.listen = function listenOnLoopback(...given) {
  const [first, ...rest] = given;
  if (typeof first === 'object' && first !== null) return listen.call(this, boundOptions(first), ...rest);
  const isPort = typeof first === 'number' || first === undefined || first === null || /^\d+$/.test(String(first));
  if (!isPort && typeof first !== 'function') return listen.call(this, ...given);
  const port = typeof first === 'function' || first === undefined || first === null ? 0 : Number(first);
  const backlog = given.slice(1).find((part) => typeof part === 'number');
  const callback = given.find((part) => typeof part === 'function');
  return listen.call(this, { port, host: loopback, ...(backlog === undefined ? {} : { backlog }) }, callback);
};
