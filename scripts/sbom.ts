import { writeNamedFile } from './lib/outputFile.ts';
import { sbomOf } from './supply/sbom.ts';

writeNamedFile('dist/sbom.cdx.json', sbomOf(process.cwd()));
