import { writeNamedFile } from '../lib/writeOutputFile.ts';
import { buildSbom } from '../supply/buildSbom.ts';

writeNamedFile('dist/sbom.cdx.json', buildSbom(process.cwd()));
