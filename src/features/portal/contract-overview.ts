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
    /** The next that is neither over nor called off; null for none. */
    next_appointment: Appointment.nullable(),
    /** What to take now: how many medicines, and the first three of them. */
    medicines: z.object({
      count: z.int(),
      first: z.array(z.object({ name: z.string(), ends_on: z.iso.date().nullable(), is_ending: z.boolean() })),
    }),
    /** What is to be paid of issued bills, and of how many. */
    balance: z.object({ due: z.string(), bill_count: z.int() }),
    /** Prescriptions that were sent in and about which the pharmacy has asked something. */
    question_count: z.int(),
    document_count: z.int(),
    last_visit_at: Instant.nullable(),
  })
  .meta({ id: 'PortalRecord' })
export type OwnOverview = z.output<typeof OwnOverview>

export const getPortalOverview = endpoint({
  method: 'GET',
  path: '/portal/overview/',
  summary: 'What a patient sees first of their own record; without it for an account that is not linked with one yet',
  access: 'patient',
  live: ['portal'],
  response: z.object({ is_linked: z.boolean(), record: OwnOverview.nullable() }).meta({ id: 'PortalOverview' }),
})
