import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { packageFolder, teamsManifest } from '../support/files/teamsManifest.ts';
import { useTempDir } from '../support/files/tempDir.ts';
import { provisioned } from '../support/files/readAndFillToolkitFiles.ts';
import { unzipBytes } from '../support/files/unzip.ts';

const inTemp = useTempDir();

const build = (target: string, env: Readonly<Record<string, string>>) =>
  spawnSync(process.execPath, ['--import', 'tsx', 'scripts/package/buildTeamsPackage.ts', 'nowhere', target], {
    env: { PATH: process.env['PATH'], ...env },
    encoding: 'utf8',
  });

describe('the package', () => {
  it('contains only the completed manifest, the two icons and the languages', () => {
    const target = inTemp('app.zip');
    expect(build(target, provisioned)).toMatchObject({ status: 0, stderr: '' });
    const files = unzipBytes(readFileSync(target));
    const { icons, localizationInfo } = teamsManifest();
    const beside = [icons.color, icons.outline, ...localizationInfo.additionalLanguages.map(({ file }) => file)];
    expect(Object.keys(files).sort()).toEqual(['manifest.json', ...beside].sort());
    expect(JSON.parse(String(files['manifest.json']))).toEqual(teamsManifest());
    for (const file of beside) expect(files[file]).toEqual(readFileSync(`${packageFolder}/${file}`));
  });

  it('is not built with an unset placeholder, and the error names it', () => {
    const { status, stderr } = build(inTemp('none.zip'), { ...provisioned, BOT_ID: '', TAB_DOMAIN: '' });
    expect([status, stderr]).toEqual([1, 'env/.env.nowhere or the environment must name: BOT_ID, TAB_DOMAIN\n']);
  });
});
