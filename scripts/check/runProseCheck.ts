import { reportFindings } from '../lib/reportFindings.ts';
import { listRepositoryFiles, readTextFiles } from '../lib/listAndReadRepositoryFiles.ts';
import { checkProse } from '../prose/checkProse.ts';

/** True for the test of this check, which breaks its rules on purpose. */
const isOwnTest = (file: string): boolean => file.endsWith('/prose.test.ts');
/** True for files without prose of this repository: pictures, data, and files of other authors. */
const isLeftOut = (file: string): boolean =>
  /\.(?:png|jpg|svg|jsonl?|txt)$|^tests\/.*\/fixtures\//.test(file) || isOwnTest(file);

const files = readTextFiles(listRepositoryFiles().filter((file) => !isLeftOut(file)));
const { comments, findings } = checkProse(files);
reportFindings('Prose', `${files.length} files with ${comments} comments`, findings);
