import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { Amount } from '#shared/money.ts'
import { fields, ignored } from '#shared/paging.ts'
import { email, line } from '#shared/text.ts'
import { ItemCategory } from '#features/catalogue/contract.ts'
import { CompanyDetails, CompanyFormats } from '#features/company/contract.ts'
import { Password } from '#features/users/contract.ts'

/** What new clinics ask for; theirs to change afterwards. */
const FirstPassword = Password.min(10, 'Use at least 10 characters.')

/** What a new clinic may start with; the wizard offers them. */
export const starterDepartments = ['Outpatients', 'Laboratory', 'Pharmacy', 'Maternity', 'Dental', 'Radiology'] as const

const SetUpCode = z.string().max(40)

/** Checks the code on its own step of the wizard. Counts as a try of the code, like setting up. */
export const checkSetUpCode = endpoint({
  method: 'POST',
  path: '/company/set-up/code/',
  summary: 'Check the set-up code',
  access: 'public',
  perMinute: 10,
  beforeSetUp: true,
  // Nothing changes, and nobody has an account yet.
  audit: 'none',
  idempotent: false,
  body: fields({ code: SetUpCode }),
  status: 204,
  response: z.void(),
})

/** The first start: whoever holds the code that the server printed claims the clinic. Answers 409 for ever after. */
export const setUpClinic = endpoint({
  method: 'POST',
  path: '/company/set-up/',
  summary: 'Set up a new clinic and its first administrator',
  access: 'public',
  perMinute: 10,
  beforeSetUp: true,
  idempotent: false,
  body: fields({
    code: SetUpCode,
    company: fields({ ...CompanyDetails, ...CompanyFormats, ...ignored('version') }),
    administrator: fields({ email, first_name: line(60), last_name: line(60), password: FirstPassword }),
    /** Absent: the starter departments. */
    departments: z.array(line(60)).max(50).optional(),
    /** The catalogue to begin with. Absent: none. */
    services: z
      .array(
        fields({
          name: line(120),
          /** Absent: other. */
          category: ItemCategory.optional(),
          /** Absent: each. */
          unit: line(30).optional(),
          department: line(60).optional(),
          /** The cash price. Absent: none yet. */
          price: Amount.nullish(),
        }),
      )
      .max(200)
      .optional(),
  }),
  status: 201,
  response: z.object({ name: z.string() }),
})
