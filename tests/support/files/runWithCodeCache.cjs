// Runs a bundled program with its compiled code from an earlier start. A load test starts the same program hundreds of
// times, and compiling takes half of the processor time of a start. Usage: node runWithCodeCache.cjs FILE [argument …]
const { existsSync, readFileSync, renameSync, statSync, writeFileSync } = require('node:fs');
const { createRequire } = require('node:module');
const path = require('node:path');
const { Script, constants } = require('node:vm');

process.argv.splice(1, 1);
const file = path.resolve(process.argv[1]);
// The name contains the time of the bundle, because V8 compares only the length of the code.
const cacheFile = `${file}.${Math.floor(statSync(file).mtimeMs)}.cache`;
const isCached = existsSync(cacheFile);
const script = new Script(
  `(function (exports, require, module, __filename, __dirname) {${readFileSync(file, 'utf8')}\n})`,
  {
    filename: file,
    cachedData: isCached ? readFileSync(cacheFile) : undefined,
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  },
);
script.runInThisContext()(module.exports, createRequire(file), module, file, path.dirname(file));
if (!isCached || script.cachedDataRejected) {
  // Several processes may start at the same time, so each writes its own file and then renames it.
  const own = `${cacheFile}.${process.pid}`;
  writeFileSync(own, script.createCachedData());
  renameSync(own, cacheFile);
}
