import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { currencyDecimals } from '#shared/money.ts'
import { fields, Id, ignored } from '#shared/paging.ts'
import { email, line, phone } from '#shared/text.ts'

export * from './contract-departments.ts'

const currencies = new Set(Intl.supportedValuesOf('currency'))

/** A zone of the tz database by its name; an offset is none, because it knows no daylight saving. */
const isTimeZone = (zone: string) => {
  if (!/^[A-Za-z]/.test(zone)) return false
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: zone }))
  } catch {
    return false
  }
}
export const TimeZone = z.string().max(60).refine(isTimeZone, 'There is no such time zone.')
export const Currency = z
  .string()
  .max(3)
  .refine((code) => currencies.has(code), 'Enter the three letters of a currency, for example KES.')
  .refine((code) => !currencies.has(code) || currencyDecimals(code) <= 2, 'Currencies with three decimals are not supported.')
export const Language = z.enum(['en', 'sw', 'fr'])

export const series = [
  'patient',
  'visit',
  'invoice',
  'credit note',
  'receipt',
  'sample',
  'appointment',
  'stock note',
  'transfer',
  'stock count',
  'requisition',
  'purchase order',
  'goods receipt',
  'supplier return',
  'supplier payment',
  'dispense',
  'patient return',
  'letter',
] as const
export const NumberFormat = z.strictObject({
  series: z.enum(series),
  prefix: z.string().regex(/^[A-Za-z0-9/-]{0,10}$/, 'Use up to ten letters, digits, hyphens or slashes.'),
  with_year: z.boolean(),
  width: z.int().min(1).max(12),
})
export type NumberFormat = z.output<typeof NumberFormat>

/** A form sends an emptied field as an empty text. */
const emptiable = <T extends z.core.$ZodType<string, string>>(schema: T) => z.union([schema, z.literal('')]).nullish()

export const CompanyDetails = {
  name: line(120),
  address1: emptiable(line(200)),
  address2: emptiable(line(200)),
  phone1: emptiable(phone),
  phone2: emptiable(phone),
  email1: emptiable(email),
  email2: emptiable(email),
}
export const CompanyFormats = { currency: Currency, time_zone: TimeZone, language: Language }

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
    tax_number: z.string().nullable(),
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

const CompanyInput = z.strictObject({
  ...CompanyDetails,
  tax_number: emptiable(line(40)),
  ...z.object(CompanyFormats).partial().shape,
  remove_logo: z.literal(true).optional(),
  // A form has nothing but text.
  version: z.coerce.number<number | string>().int().min(1).optional(),
  ...ignored('id', 'has_logo', 'is_demo'),
})
const logo = { logo: { maxBytes: 5_242_880, types: ['image/png', 'image/jpeg', 'image/webp'] } } as const

export const updateCompany = endpoint({
  method: 'PUT',
  path: '/company/company/',
  summary: "Change the clinic's details, as JSON or as a form with a logo; fields that are not sent stay as they are",
  access: 'company.change',
  body: CompanyInput,
  files: logo,
  response: Company,
})

export const updateCompanyById = endpoint({
  method: 'PUT',
  path: '/company/company/{id}/',
  summary: "Change the clinic's details, by id",
  access: 'company.change',
  params: fields({ id: Id }),
  body: CompanyInput,
  files: logo,
  response: Company,
})

export const getLogo = endpoint({
  method: 'GET',
  path: '/company/logo/',
  summary: "The clinic's logo, re-encoded by the server, at most 512 pixels a side",
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
  body: fields({
    formats: z
      .array(NumberFormat)
      .min(1)
      .max(series.length)
      .refine((formats) => new Set(formats.map((format) => format.series)).size === formats.length, 'Send each series once.'),
  }),
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
