import { reportFindings } from '../lib/reportFindings.ts';
import { listRepositoryFiles, readTextFiles } from '../lib/listAndReadRepositoryFiles.ts';
import { checkProse } from '../prose/checkProse.ts';

const files = listRepositoryFiles();
const isTest = (file: string): boolean => file.startsWith('tests/') || /\.test\.tsx?$/.test(file);
const isSource = (file: string): boolean => /^(?:bot\/src|tab|scripts|bench)\/.*\.tsx?$/.test(file) && !isTest(file);
const isOther = (file: string): boolean => /\.(?:tsx?|md)$/.test(file) && !isSource(file);

const { comments, findings } = checkProse(readTextFiles(files.filter(isSource)), readTextFiles(files.filter(isOther)));
reportFindings('Prose', `${comments} comments`, findings);
