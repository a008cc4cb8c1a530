import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { fields, ignored } from '#shared/paging.ts'
import { email, line } from '#shared/text.ts'
import { CompanyDetails, CompanyFormats } from '#features/company/contract.ts'
import { Password } from '#features/users/contract.ts'

/** What a new clinic may start with; the wizard offers them. */
export const starterDepartments = ['Outpatients', 'Laboratory', 'Pharmacy', 'Maternity', 'Dental', 'Radiology'] as const
export const starterServices = [
  { name: 'Consultation', department: 'Outpatients' },
  { name: 'Follow-up consultation', department: 'Outpatients' },
  { name: 'Dressing', department: 'Outpatients' },
  { name: 'Injection', department: 'Outpatients' },
  { name: 'Observation, per hour', department: 'Outpatients' },
  { name: 'Antenatal visit', department: 'Maternity' },
  { name: 'Tooth extraction', department: 'Dental' },
  { name: 'Ultrasound', department: 'Radiology' },
] as const

/** An amount as text, two decimals at most. */
const Price = z.string().regex(/^\d{1,10}(\.\d{1,2})?$/, 'Enter an amount, for example 500.00.')

/** The first start: whoever holds the code that the server printed claims the clinic. Answers 409 for ever after. */
export const setUpClinic = endpoint({
  method: 'POST',
  path: '/company/set-up/',
  summary: 'Set up a new clinic and its first administrator',
  access: 'public',
  perMinute: 10,
  idempotent: false,
  body: fields({
    code: z.string().max(40),
    company: fields({ ...CompanyDetails, ...CompanyFormats, ...ignored('version') }),
    administrator: fields({ email, first_name: line(60), last_name: line(60), password: Password }),
    /** Absent: the starter departments. */
    departments: z.array(line(60)).max(50).optional(),
    /** Absent: none, because a price cannot be guessed. */
    services: z
      .array(fields({ name: line(120), price: Price, department: line(60).optional() }))
      .max(200)
      .optional(),
  }),
  status: 201,
  response: z.object({ name: z.string() }),
})
