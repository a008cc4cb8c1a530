import { z } from 'zod'
import { Instant } from '#shared/dates.ts'
import { endpoint } from '#shared/endpoint.ts'
import { ById, fields, Id } from '#shared/paging.ts'

export const Session = z.object({
  id: z.string(),
  created_at: Instant,
  seen_at: Instant,
  ip: z.string().nullable(),
  user_agent: z.string().nullable(),
  is_current: z.boolean(),
  /** How many older sessions ended when this one began, because there were too many. */
  ended_others: z.int(),
})

const OfPerson = fields({ id: Id, session: z.uuid() })

export const listSessions = endpoint({
  method: 'GET',
  path: '/users/users/{id}/sessions/',
  summary: 'List where a person is signed in',
  access: 'users.change',
  live: ['rights'],
  params: ById,
  response: z.array(Session),
})

export const endOneSession = endpoint({
  method: 'DELETE',
  path: '/users/users/{id}/sessions/{session}/',
  summary: 'End one session of a person',
  access: 'users.change',
  params: OfPerson,
  status: 204,
  response: z.void(),
})

export const listMySessions = endpoint({
  method: 'GET',
  path: '/users/me/sessions/',
  summary: 'List where I am signed in',
  access: 'signed-in',
  eyes: 'clinic',
  live: ['rights'],
  response: z.array(Session),
})

export const endMySession = endpoint({
  method: 'DELETE',
  path: '/users/me/sessions/{id}/',
  summary: 'End one of my sessions',
  access: 'signed-in',
  eyes: 'clinic',
  params: fields({ id: z.uuid() }),
  status: 204,
  response: z.void(),
})
