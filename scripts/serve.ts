import { serve } from '../bot/src/main.ts';

process.exitCode = await serve(process.env);
