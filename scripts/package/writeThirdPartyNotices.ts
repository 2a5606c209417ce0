import { writeNamedFile } from '../lib/writeOutputFile.ts';
import { noticesOf } from '../supply/thirdPartyNotices.ts';

writeNamedFile('dist/THIRD-PARTY-NOTICES.txt', noticesOf(process.cwd()));
