import { z } from 'zod'
import { Instant } from '#shared/dates.ts'
import { endpoint } from '#shared/endpoint.ts'
import { fields, Id, pageQuery, PatientId } from '#shared/paging.ts'

/** What a prescription waits for: anything, the rest of it, money, or stock. */
export const queueStates = ['all', 'waiting', 'part', 'payment', 'short'] as const
export type QueueState = (typeof queueStates)[number]

/** A prescription of which something is to be handed out. */
export const QueueEntry = z
  .object({
    /** The prescription. */
    id: z.int(),
    visit: z.int(),
    track_number: z.string(),
    patient: PatientId,
    patient_name: z.string(),
    patient_number: z.string(),
    age: z.int().nullable(),
    gender: z.string(),
    /** Since when something of it waits. */
    waiting_since: Instant,
    /** Empty of what only the till asks for. */
    prescribed_by_name: z.string(),
    status: z.enum(['pending', 'partially dispensed']),
    /** What is still to be handed out, in the order in which it was prescribed. */
    lines: z.array(
      z.object({
        id: z.int(),
        item: z.int(),
        item_name: z.string(),
        unit: z.string().nullable(),
        /** That is left of it. */
        left: z.string(),
        /** Less than that is in the store. */
        is_short: z.boolean(),
        /** The prescriber went ahead against a warning. */
        is_against_warning: z.boolean(),
      }),
    ),
    /** Something of it is not paid. */
    is_unpaid: z.boolean(),
    /** Something of it was billed at the till, and asked of the pharmacy by it. */
    is_from_till: z.boolean(),
    /** The patient is at the pharmacy now. */
    is_here: z.boolean(),
    priority: z.string(),
    version: z.int(),
  })
  .meta({ id: 'PharmacyQueueEntry' })
export type QueueEntry = z.output<typeof QueueEntry>

export const listPharmacyQueue = endpoint({
  method: 'GET',
  path: '/pharmacy/queue/',
  summary:
    'Prescriptions with something to hand out, who waits longest first: those of the last days that the pharmacy keeps in its queue. With `q` (a name, the number of a patient or a visit, a scanned prescription) older ones too',
  access: 'prescriptions.view',
  audit: 'read',
  paged: true,
  live: ['prescriptions', 'billing', 'stock', 'attendance'],
  query: fields({
    ...pageQuery,
    state: z.enum(queueStates).optional(),
    /** Whose shelf counts; the usual store when absent. */
    store: Id.optional(),
    q: z.string().max(100).optional(),
  }),
  response: z.array(QueueEntry),
})

export const getPharmacyCounts = endpoint({
  method: 'GET',
  path: '/pharmacy/counts/',
  summary: 'How many prescriptions wait, by what they wait for, and how much of the shelf needs somebody',
  access: 'prescriptions.view',
  live: ['prescriptions', 'billing', 'stock'],
  query: fields({ store: Id.optional() }),
  response: z.object({
    store: z.int(),
    store_name: z.string(),
    all: z.int(),
    waiting: z.int(),
    part: z.int(),
    payment: z.int(),
    short: z.int(),
    /** Prescriptions that were sent in and nobody answered. */
    requests: z.int(),
    /** Items of the store that are low, or out. */
    low: z.int(),
    out: z.int(),
    /** Batches that expire within 30 days. */
    expiring: z.int(),
    /** Handed out and sold today. */
    dispensed_today: z.int(),
    sales_today: z.int(),
  }),
})
