import { z } from 'zod'
import { Instant } from '#shared/dates.ts'
import { endpoint } from '#shared/endpoint.ts'
import { ById, fields, Id, pageQuery, PatientId } from '#shared/paging.ts'
import { channels, messageKinds, messageStates, messageSubjects } from './rules.ts'

export const Message = z
  .object({
    id: z.int(),
    kind: z.enum(messageKinds),
    channel: z.enum(channels),
    address: z.string(),
    language: z.string(),
    subject: z.string(),
    body: z.string(),
    patient: PatientId.nullable(),
    /** As on file, else as the public booking named them; null of a message that is about neither. */
    patient_name: z.string().nullable(),
    /** Of the appointment that it is about. */
    appointment_number: z.string().nullable(),
    entity: z.string().nullable(),
    entity_id: z.int().nullable(),
    state: z.enum(messageStates),
    reason: z.string(),
    send_after: Instant,
    send_before: Instant.nullable(),
    attempts: z.int(),
    provider_id: z.string().nullable(),
    created_at: Instant,
    created_by_name: z.string().nullable(),
    sent_at: Instant.nullable(),
    delivered_at: Instant.nullable(),
    is_opted_out: z.boolean(),
  })
  .meta({ id: 'Message' })
export type Message = z.output<typeof Message>

export const listMessages = endpoint({
  method: 'GET',
  path: '/messages/',
  summary: 'What was written to patients, newest first, with what became of it',
  access: 'messages.view',
  audit: 'read',
  paged: true,
  live: ['messages'],
  query: fields({
    ...pageQuery,
    state: z.enum(messageStates).optional(),
    channel: z.enum(channels).optional(),
    patient: Id.optional(),
    entity: z.enum(messageSubjects).optional(),
    entity_id: Id.optional(),
  }),
  response: z.array(Message),
})

export const sendAgain = endpoint({
  method: 'POST',
  path: '/messages/{id}/send-again/',
  summary: 'Put a message that failed or was skipped back into the queue',
  access: 'messages.view',
  atDesk: true,
  params: ById,
  response: Message,
})

export const stopMessage = endpoint({
  method: 'POST',
  path: '/messages/{id}/stop/',
  summary: 'Take a waiting message out of the queue',
  access: 'messages.view',
  atDesk: true,
  params: ById,
  response: Message,
})

const Address = z.string().trim().min(3).max(254)
const OptOut = z
  .object({
    channel: z.enum(channels),
    address: z.string(),
    opted_out_at: Instant,
    /** Null: by the person's own link. */
    opted_out_by_name: z.string().nullable(),
  })
  .meta({ id: 'MessageOptOut' })
export type OptOut = z.output<typeof OptOut>

export const listOptOuts = endpoint({
  method: 'GET',
  path: '/messages/opt-outs/',
  summary: 'Addresses that want no messages, newest first, 100 on a page; or those with a part of the address',
  access: 'messages.view',
  live: ['messages'],
  paged: true,
  query: fields({ search: z.string().trim().max(254).optional(), limit: pageQuery.limit, cursor: pageQuery.cursor }),
  response: z.array(OptOut),
})

export const addOptOut = endpoint({
  method: 'POST',
  path: '/messages/opt-outs/',
  summary: 'Send nothing more to an address, because the person said so',
  access: 'messages.view',
  atDesk: true,
  body: fields({ channel: z.enum(channels), address: Address }),
  status: 201,
  response: OptOut,
})

export const liftOptOut = endpoint({
  method: 'DELETE',
  path: '/messages/opt-outs/',
  summary: 'Send to an address again, because the person said so',
  access: 'messages.view',
  atDesk: true,
  query: fields({ channel: z.enum(channels), address: Address }),
  status: 204,
  response: z.void(),
})
