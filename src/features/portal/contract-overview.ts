import { z } from 'zod'
import { Instant } from '#shared/dates.ts'
import { endpoint } from '#shared/endpoint.ts'

const Appointment = z.object({
  id: z.int(),
  starts_at: Instant,
  doctor_name: z.string().nullable(),
  service_name: z.string().nullable(),
  is_confirmed: z.boolean(),
})

/** What a patient's own record says first. Money in the clinic's currency. */
export const OwnOverview = z
  .object({
    name: z.string(),
    /** The patient number, as on the card. */
    number: z.string(),
    last_visit_at: Instant.nullable(),
    /** The next that is neither over nor called off; null for none. */
    next_appointment: Appointment.nullable(),
    results: z.object({
      /** How many requests have a result that was not looked at yet. */
      new_count: z.int(),
      /** The latest of which there is a result, looked at or not. */
      newest: z.object({ id: z.int(), date: z.iso.date(), tests: z.array(z.string()) }).nullable(),
    }),
    /** What to take now: how many medicines, and the first three of them. */
    medicines: z.object({
      count: z.int(),
      first: z.array(z.object({ name: z.string(), ends_on: z.iso.date().nullable(), is_ending: z.boolean() })),
    }),
    /** What is to be paid of issued bills, and what was paid ahead. */
    balance: z.object({ owed: z.string(), deposit: z.string() }),
    /** Prescriptions that were sent in and about which the pharmacy has asked something. */
    question_count: z.int(),
    document_count: z.int(),
  })
  .meta({ id: 'PortalRecord' })
export type OwnOverview = z.output<typeof OwnOverview>

export const PortalOverview = z
  .object({
    is_linked: z.boolean(),
    /** Null for an account that is not linked with a record yet. */
    record: OwnOverview.nullable(),
    announcements: z.object({
      unread: z.int(),
      /** The three that stand first. */
      first: z.array(z.object({ id: z.int(), title: z.string(), announced_at: Instant, is_unread: z.boolean() })),
    }),
  })
  .meta({ id: 'PortalOverview' })
export type PortalOverview = z.output<typeof PortalOverview>

export const getPortalOverview = endpoint({
  method: 'GET',
  path: '/portal/overview/',
  summary: 'What a patient sees first: of their own record, unless their account is linked with none yet, and what the clinic announces',
  access: 'patient',
  live: ['portal'],
  response: PortalOverview,
})
