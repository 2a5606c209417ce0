import { writeNamedFile } from './lib/writeOutputFile.ts';
import { sbomOf } from './supply/sbom.ts';

writeNamedFile('dist/sbom.cdx.json', sbomOf(process.cwd()));
