import { citationsOfMissingFiles } from '../citations/citationsOfMissingFiles.ts';
import { reportFindings } from '../lib/reportFindings.ts';
import { listRepositoryFiles, readTextFiles } from '../lib/listAndReadRepositoryFiles.ts';

// Fails if a page, a source file or a test cites a file of the repository that does not exist; part of `npm run check`.

const tracked = listRepositoryFiles();
/** True for the test of this check, which cites missing files on purpose. */
const isOwnTest = (file: string): boolean => file.endsWith('/citations.test.ts');
/** True for files that the check reads. Fixtures and data contain paths that are not citations. */
const isRead = (file: string): boolean =>
  /\.(?:[cm]?[jt]s|tsx|css|md)$/.test(file) && !file.includes('/fixtures/') && !isOwnTest(file);
const files = readTextFiles(tracked.filter(isRead));
reportFindings('Citations', `${files.length} files`, citationsOfMissingFiles(files, tracked));
