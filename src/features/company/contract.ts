import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { fields, Id, version } from '#shared/paging.ts'
import { email, line, phone } from '#shared/text.ts'

const isTimeZone = (zone: string) => {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: zone }))
  } catch {
    return false
  }
}
export const TimeZone = z.string().max(60).refine(isTimeZone, 'There is no such time zone.')
export const Currency = z.string().regex(/^[A-Z]{3}$/, 'Enter the three letters of a currency, for example KES.')

export const series = ['patient', 'visit', 'invoice', 'sample'] as const
export const NumberFormat = z.strictObject({
  series: z.enum(series),
  prefix: z.string().regex(/^[A-Za-z0-9/-]{0,10}$/, 'Use up to ten letters, digits, hyphens or slashes.'),
  with_year: z.boolean(),
  width: z.int().min(1).max(12),
})

const CompanyFields = {
  name: line(120),
  address1: line(200).nullish(),
  address2: line(200).nullish(),
  phone1: phone.nullish(),
  phone2: phone.nullish(),
  email1: email.nullish(),
  email2: email.nullish(),
  currency: Currency,
  time_zone: TimeZone,
  language: z.enum(['en', 'sw', 'fr']),
}

export const Company = z
  .object({
    id: z.int(),
    name: z.string(),
    address1: z.string().nullable(),
    address2: z.string().nullable(),
    phone1: z.string().nullable(),
    phone2: z.string().nullable(),
    email1: z.string().nullable(),
    email2: z.string().nullable(),
    currency: z.string(),
    time_zone: z.string(),
    language: z.string(),
    has_logo: z.boolean(),
    is_demo: z.boolean(),
    version: z.int(),
  })
  .meta({ id: 'Company' })
export type Company = z.output<typeof Company>

export const getCompany = endpoint({
  method: 'GET',
  path: '/company/company/',
  summary: "Read the clinic's details",
  access: 'signed-in',
  live: ['company'],
  response: Company,
})

export const getCompanyById = endpoint({
  method: 'GET',
  path: '/company/company/{id}/',
  summary: "Read the clinic's details, by id",
  access: 'signed-in',
  live: ['company'],
  params: fields({ id: Id }),
  response: Company,
})

/** JSON, or multipart with a logo beside the fields. */
const CompanyInput = z.strictObject({ ...CompanyFields, currency: Currency.optional(), time_zone: TimeZone.optional(), language: CompanyFields.language.optional(), version: z.coerce.number<number | string>().int().min(1).optional() })
const logo = { logo: { maxBytes: 5_242_880, types: ['image/png', 'image/jpeg', 'image/webp'] } } as const

export const updateCompany = endpoint({
  method: 'PUT',
  path: '/company/company/',
  summary: "Change the clinic's details and logo",
  access: 'company.change',
  body: CompanyInput,
  files: logo,
  response: Company,
})

export const updateCompanyById = endpoint({
  method: 'PUT',
  path: '/company/company/{id}/',
  summary: "Change the clinic's details and logo, by id",
  access: 'company.change',
  params: fields({ id: Id }),
  body: CompanyInput,
  files: logo,
  response: Company,
})

export const getLogo = endpoint({
  method: 'GET',
  path: '/company/logo/',
  summary: "The clinic's logo, re-encoded by the server",
  access: 'public',
  perMinute: 600,
  produces: 'image/png',
  response: z.void(),
})

export const listNumberFormats = endpoint({
  method: 'GET',
  path: '/company/number-formats/',
  summary: 'How numbers of patients, visits, invoices and samples are written',
  access: 'company.view',
  live: ['company'],
  response: z.array(NumberFormat.extend({ example: z.string() })),
})

export const updateNumberFormats = endpoint({
  method: 'PUT',
  path: '/company/number-formats/',
  summary: 'Change how numbers are written from now on; numbers already given stay',
  access: 'company.change',
  body: fields({ formats: z.array(NumberFormat).min(1).max(series.length) }),
  response: listNumberFormats.response,
})

/** What a browser may know before anybody has signed in. */
export const getClinic = endpoint({
  method: 'GET',
  path: '/company/clinic/',
  summary: 'The name and formats that every screen needs; whether the clinic is set up',
  access: 'public',
  perMinute: 600,
  live: ['company'],
  response: z.object({
    name: z.string(),
    has_logo: z.boolean(),
    currency: z.string(),
    time_zone: z.string(),
    language: z.string(),
    is_demo: z.boolean(),
    is_set_up: z.boolean(),
  }),
})

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
    company: fields({ ...CompanyFields, ...version }),
    administrator: fields({
      email,
      first_name: line(60),
      last_name: line(60),
      password: z.string().min(10, 'Use at least 10 characters.').max(128),
    }),
    departments: z.array(line(60)).max(50).optional(),
  }),
  status: 201,
  response: z.object({ name: z.string() }),
})

export const listDepartments = endpoint({
  method: 'GET',
  path: '/company/departments/',
  summary: 'List departments, by name',
  access: 'company.view',
  live: ['company'],
  response: z.array(z.object({ id: z.int(), name: z.string(), is_active: z.boolean() })),
})
