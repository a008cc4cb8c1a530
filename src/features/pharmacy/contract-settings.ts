import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { fields, patchOf, Ref } from '#shared/paging.ts'

const whole = (least: number, most: number) =>
  z.int(`Enter a whole number from ${least} to ${most}.`).min(least, `Enter at least ${least}.`).max(most, `Enter at most ${most}.`)
const settings = {
  /** Where medicines are handed out when nobody says; null: the first pharmacy in use. */
  store: Ref.nullable(),
  /** Nothing leaves the counter before it is paid. */
  pay_first: z.boolean(),
  valid_days: whole(1, 366),
  queue_days: whole(1, 366),
  /** For so many months after its last day a course may be asked for again. */
  refill_months: whole(1, 24),
  /** In millimetres. */
  label_width: whole(40, 150),
  label_height: whole(25, 150),
  /** Printed under every label. */
  label_note: z.string().trim().max(120),
}
export const PharmacySettings = z
  .object({
    ...settings,
    store: z.int().nullable(),
    label_note: z.string(),
    /** The store that is meant. */ usual_store: z.int(),
    usual_store_name: z.string(),
    version: z.int(),
  })
  .meta({ id: 'PharmacySettings' })
export const getPharmacySettings = endpoint({
  method: 'GET',
  path: '/pharmacy/settings/',
  summary: 'How the pharmacy works',
  access: 'prescriptions.view',
  live: ['prescriptions'],
  query: fields({}),
  response: PharmacySettings,
})
export const updatePharmacySettings = endpoint({
  method: 'PATCH',
  path: '/pharmacy/settings/',
  summary: 'Change how the pharmacy works from now on',
  access: 'pharmacy.settings',
  body: patchOf(fields(settings)),
  response: PharmacySettings,
})
