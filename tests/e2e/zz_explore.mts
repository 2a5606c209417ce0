import { startBrowser, startServer, openPage, sessionOf } from '/work/main/tests/e2e/world.ts';
import { freePort } from '/work/main/tests/support/programs.ts';
const t0=performance.now(); const lap=(s:string)=>console.log(s, Math.round(performance.now()-t0));
const server = await startServer(await freePort(), true, '2026-11-18T07:30:00Z'); lap('server');
const browser = await startBrowser(); lap('browser');
const bob = await sessionOf(browser, server, {email:'bob@rollcall.test',password:'Rollcall-demo-1'}); lap('bob');
console.log(JSON.stringify(bob).slice(0,300));
const page = await openPage(browser, server, undefined, bob);
page.on('console', m=>console.log('C', m.type(), m.text()));
const shot=async(n:string)=>{ await page.screenshot({path:`/tmp/shots/${n}.png`, fullPage:true}); lap(n) };
for (const d of ['', '?date=2026-11-17','?date=2026-11-15','?date=2026-11-06','?date=2026-11-12','?date=2026-11-13']) {
  await page.goto(server.address+'/'+d);
  await page.getByRole('heading',{level:1}).waitFor();
  await page.waitForLoadState('networkidle');
  await shot('d'+d.slice(-5));
}
await server.advance(150); lap('advanced');
const p2 = await openPage(browser, server, undefined, bob);
await p2.goto(server.address+'/'); await p2.getByRole('button',{name:'Answer now'}).first().waitFor(); lap('owes');
await p2.screenshot({path:'/tmp/shots/owes.png', fullPage:true});
await p2.getByRole('button',{name:'Answer now'}).first().click();
await p2.getByRole('dialog').getByRole('button',{name:'Send'}).waitFor(); 
await p2.screenshot({path:'/tmp/shots/dialog.png'}); lap('dialog');
await p2.getByRole('dialog').getByRole('button',{name:'Send'}).click();
await p2.screenshot({path:'/tmp/shots/dialog-missing.png'}); lap('dialog');
console.log(server.output());
await browser.close(); await server.stop();
