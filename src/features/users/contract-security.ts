import { z } from 'zod'
import { Instant } from '#shared/dates.ts'
import { endpoint } from '#shared/endpoint.ts'
import { fields, pageQuery, Ref, version } from '#shared/paging.ts'
import { roles } from '#shared/permissions.ts'

/** What a clinic may choose. */
export const bounds = {
  password_length: [8, 64],
  idle_minutes: [5, 240],
  session_hours: [1, 24],
  emergency_minutes: [15, 240],
  patient_upload_files: [1, 1_000],
  patient_upload_mb: [1, 10_000],
  staff_upload_files: [1, 100_000],
  staff_upload_mb: [1, 1_000_000],
} as const

const within = ([least, most]: readonly [number, number]) =>
  z.int().min(least, `Between ${least} and ${most}.`).max(most, `Between ${least} and ${most}.`)
const Rules = fields({
  password_length: within(bounds.password_length),
  idle_minutes: within(bounds.idle_minutes),
  session_hours: within(bounds.session_hours),
  /** How long a restricted record stays open to whoever opened it in an emergency. */
  emergency_minutes: within(bounds.emergency_minutes),
  /** How much an account may upload in a day. */
  patient_upload_files: within(bounds.patient_upload_files),
  patient_upload_mb: within(bounds.patient_upload_mb),
  staff_upload_files: within(bounds.staff_upload_files),
  staff_upload_mb: within(bounds.staff_upload_mb),
})
const { emergency_minutes, patient_upload_files, patient_upload_mb, staff_upload_files, staff_upload_mb } = Rules.partial().shape

export const getPasswordRules = endpoint({
  method: 'GET',
  path: '/users/password-rules/',
  summary: 'How long a password must be',
  access: 'public',
  perMinute: 600,
  response: z.object({ password_length: z.int() }),
})

export const getSecurity = endpoint({
  method: 'GET',
  path: '/users/security/',
  summary:
    'Read the rules of signing in and uploading: passwords, time-outs, what an account may upload in a day, and which groups need a second step',
  access: 'security.change',
  live: ['users'],
  response: Rules.extend({
    version: z.int(),
    /** `may_change`: the reader holds every permission of the group. */
    groups: z.array(
      z.object({
        id: z.int(),
        name: z.string(),
        requires_second_factor: z.boolean(),
        members: z.int(),
        without: z.int(),
        may_change: z.boolean(),
      }),
    ),
  }),
})

export const updateSecurity = endpoint({
  method: 'PUT',
  path: '/users/security/',
  summary:
    'Change the rules of signing in and uploading; time-outs that became shorter hold for open sessions too. 403 for a group with permissions that one does not have',
  access: 'security.change',
  body: Rules.extend({
    // What is not sent stays as it is.
    emergency_minutes,
    patient_upload_files,
    patient_upload_mb,
    staff_upload_files,
    staff_upload_mb,
    /** The groups whose members need a second step, from their next sign-in on. */
    groups: z.array(Ref).max(500),
    ...version,
  }),
  response: getSecurity.response,
})

export const endOtherSessions = endpoint({
  method: 'POST',
  path: '/users/me/sessions/end-others/',
  summary: 'End all my sessions but this one',
  access: 'signed-in',
  eyes: 'clinic',
  body: fields({}),
  status: 204,
  response: z.void(),
})

export const listSecondFactors = endpoint({
  method: 'GET',
  path: '/users/second-factors/',
  summary: 'List who signs in with a second step and who does not, by name: who works here, and patients who have one',
  access: 'security.change',
  paged: true,
  live: ['users'],
  query: fields({ ...pageQuery, q: z.string().max(100).optional(), state: z.enum(['with', 'without', 'missing']).optional() }),
  response: z.array(
    z.object({
      id: z.int(),
      first_name: z.string(),
      last_name: z.string(),
      role: z.enum(roles),
      /** One of their groups asks for it. */
      is_required: z.boolean(),
      since: Instant.nullable(),
      recovery_codes_left: z.int(),
    }),
  ),
})
