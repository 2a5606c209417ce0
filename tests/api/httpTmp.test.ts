import { connect } from 'node:net';
import { brokenOff } from '../support/httpHostile.ts';
import { makeBuild } from '../support/httpBuild.ts';
import { startHttpProcess } from '../support/httpProcess.ts';
it('x', async () => {
  const server = await startHttpProcess({ webDir: makeBuild().dir });
  const leave = (bytes: string): Promise<void> =>
    new Promise((resolve) => {
      const socket = connect(server.port, '127.0.0.1', () => {
        socket.write(bytes, () => { socket.resetAndDestroy(); resolve(); });
      });
      socket.on('error', () => undefined);
    });
  for (let r=0;r<3;r++)
  for (const b of brokenOff) {
    for (let i = 0; i < 20; i++) await Promise.all(Array.from({length:8},()=>leave(b)));
    const a = await server.measure();
    const t=performance.now(); let n=0; let f=a; while (f.connections>0 && n<2000) {f=await server.measure(); n++;} process.stdout.write('['+n+' rounds '+Math.round(performance.now()-t)+' ms\n');
    const c = await server.measure();
    process.stdout.write(JSON.stringify([b.slice(0, 30), a.connections, c.connections]) + '\n');
  }
  await server.stop();
}, 60000);
