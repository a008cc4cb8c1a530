import { z } from 'zod'
import { Instant } from '#shared/dates.ts'
import { endpoint } from '#shared/endpoint.ts'
import { fields, Id, pageQuery, PatientId } from '#shared/paging.ts'
import { Day } from '#features/stock/contract-fields.ts'

const query = {
  item: Id.optional(),
  store: Id.optional(),
  /** Days of the clinic, both included. */
  from: Day.optional(),
  to: Day.optional(),
}

/** One entry of the register: what came or went of a controlled drug, and what was left then. */
export const RegisterEntry = z
  .object({
    id: z.int(),
    happened_at: Instant,
    item: z.int(),
    item_name: z.string(),
    unit: z.string(),
    store: z.int(),
    store_name: z.string(),
    document: z.string(),
    kind: z.string(),
    lot: z.string(),
    received: z.int(),
    issued: z.int(),
    balance: z.int(),
    patient: PatientId.nullable(),
    patient_name: z.string().nullable(),
    patient_number: z.string().nullable(),
    prescriber_name: z.string().nullable(),
    by_name: z.string().nullable(),
  })
  .meta({ id: 'ControlledRegisterEntry' })

export const listRegister = endpoint({
  method: 'GET',
  path: '/pharmacy/register/',
  summary: 'The register of controlled drugs, newest first: every unit that came or went, for whom, and what was left',
  access: 'prescriptions.dispense',
  audit: 'read',
  paged: true,
  live: ['stock'],
  query: fields({ ...pageQuery, ...query }),
  response: z.array(RegisterEntry),
})
export const printRegister = endpoint({
  method: 'GET',
  path: '/pharmacy/register/pdf/',
  summary: 'The register of one item and store over days as a PDF, oldest first; at most a year',
  access: 'prescriptions.dispense',
  audit: 'read',
  query: fields({ item: Id, store: Id, from: Day, to: Day }),
  produces: 'application/pdf',
  response: z.void(),
})
