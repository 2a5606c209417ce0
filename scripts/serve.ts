import { existsSync } from 'node:fs';
import { serve } from '../bot/src/main.ts';

// What the environment says already wins over the file.
if (existsSync('.env')) process.loadEnvFile('.env');

process.exitCode = await serve(process.env);
