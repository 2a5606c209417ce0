import { missingCitations } from './citations/citations.ts';
import { reportFindings } from './lib/reportFindings.ts';
import { listRepositoryFiles, readTextFiles } from './lib/repository.ts';

// Fails if a page, a source file or a test cites a file of the repository that does not exist; part of `npm run check`.

const tracked = listRepositoryFiles();
/** The test of this check cites missing files on purpose. */
const isOwnTest = (file: string): boolean => file.endsWith('/citations.test.ts');
/** Fixtures and data contain paths that are not citations. */
const isRead = (file: string): boolean =>
  /\.(?:[cm]?[jt]s|tsx|css|md)$/.test(file) && !file.includes('/fixtures/') && !isOwnTest(file);
const files = readTextFiles(tracked.filter(isRead));
reportFindings('Citations', `${files.length} files`, missingCitations(files, tracked));
