import { citationsOfMissingFiles } from '../citations/citationsOfMissingFiles.ts';
import { citationsOfMissingNames } from '../citations/citationsOfMissingNames.ts';
import { linksToMissingHeadings } from '../citations/linksToMissingHeadings.ts';
import { reportFindings } from '../lib/reportFindings.ts';
import { listRepositoryFiles, readTextFiles } from '../lib/listAndReadRepositoryFiles.ts';

// Fails if a page, a source file or a test cites a file that does not exist, or a page a name that no source declares or
// a heading that its target does not have; part of `npm run check`.

const tracked = listRepositoryFiles();
/** True for the test of this check, which cites missing files on purpose. */
const isOwnTest = (file: string): boolean => file.endsWith('/citations.test.ts');
/** True for files that the check reads. Fixtures and data contain paths that are not citations. */
const isRead = (file: string): boolean =>
  /\.(?:[cm]?[jt]s|tsx|css|md)$/.test(file) && !file.includes('/fixtures/') && !isOwnTest(file);
/** True for files without comments about other files, in which a name of a page may be declared. */
const isData = (file: string): boolean =>
  /\.(?:json|ya?ml|bicep|service|html|jsonl)$|^[^/]+$/.test(file) && file !== 'package-lock.json';

const files = readTextFiles(tracked.filter(isRead));
const pages = files.filter(({ path }) => path.endsWith('.md'));
const sources = [
  ...files.filter(({ path }) => !path.endsWith('.md')),
  ...readTextFiles(tracked.filter((file) => isData(file) && !isRead(file))),
];
reportFindings('Citations', `${files.length} files`, [
  ...citationsOfMissingFiles(files, tracked),
  ...citationsOfMissingNames(pages, sources),
  ...linksToMissingHeadings(pages),
]);
