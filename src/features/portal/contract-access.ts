import { z } from 'zod'
import { Instant } from '#shared/dates.ts'
import { endpoint } from '#shared/endpoint.ts'
import { fields, pageQuery } from '#shared/paging.ts'

const accessKinds = ['read', 'changed', 'printed'] as const
export type AccessKind = (typeof accessKinds)[number]

/**
 * Something that was done with a patient's record; the same by the same person within ten minutes is one entry. Names and professions, but
 * never how to reach somebody, nor from where they looked.
 */
export const AccessSeen = z
  .object({
    id: z.int(),
    /** The last time. */
    at: Instant,
    /** The first of these times. */
    since: Instant,
    times: z.int(),
    kind: z.enum(accessKinds),
    /** `other`: an account that is not of the staff. `nobody`: the clinic's own program, or somebody with a link that the clinic sent. */
    by: z.enum(['you', 'staff', 'other', 'nobody']),
    /** First and last name, of staff alone. */
    who: z.string().nullable(),
    profession: z.string().nullable(),
    /** In plain words: Read your laboratory results. */
    what: z.string(),
    /** The same in two parts, as they are translated: `Read {{what}}` and `your laboratory results`. */
    words: z.object({ did: z.string(), what: z.string().nullable() }),
  })
  .meta({ id: 'AccessSeen' })
export type AccessSeen = z.output<typeof AccessSeen>

export const listOwnAccess = endpoint({
  method: 'GET',
  path: '/portal/access-log/',
  summary:
    'Who read, changed or printed the record of the patient who is signed in, newest first, but what they read themselves; 409 `not_linked`',
  access: 'patient',
  live: ['portal'],
  paged: true,
  query: fields({
    limit: pageQuery.limit,
    cursor: pageQuery.cursor,
    kind: z.enum(accessKinds).optional(),
    /** Days in the clinic, both included. */
    from: z.iso.date().optional(),
    until: z.iso.date().optional(),
  }),
  response: z.array(AccessSeen),
})
