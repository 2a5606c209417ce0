import { z } from 'zod';
import { localDate, meetingId, teamId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { reminderKinds } from './messageKindsAndRecipients.ts';

export const reminderRef = z.object({ teamId, meetingId, date: localDate, kind: z.enum(reminderKinds) });
