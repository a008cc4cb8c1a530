import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { currencyDecimals } from '#shared/money.ts'
import { fields, Id, ignored, Ref } from '#shared/paging.ts'
import { email, line, phone } from '#shared/text.ts'
import { catalogue } from '#shared/catalogue.ts'
import { text } from '#shared/record.ts'

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
export const TimeZone = z.string().max(60).refine(isTimeZone, 'Unknown time zone. Choose one from the list.')
export const Currency = z
  .string()
  .max(3)
  .refine((code) => currencies.has(code), 'Enter a three-letter currency code, for example KES.')
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

const MOST_DEPARTMENTS = 200

export const departments = catalogue({
  name: 'Department',
  path: '/company/departments/',
  summaries: {
    list: "List departments, in the clinic's order, else by name",
    create: 'Add a department, at the end of the list',
    update: 'Rename a department, or take it out of use: it stays where it was named and is offered no more',
  },
  access: { view: 'company.view', change: 'company.change' },
  live: ['company'],
  fields: { name: text(60, { label: 'Name', presence: 'required', fhir: { path: 'Organization.name' } }) },
  answers: { position: z.int() },
})
export const { list: listDepartments, create: createDepartment, update: updateDepartment } = departments
export type Department = z.output<typeof departments.row>

export const orderDepartments = endpoint({
  method: 'PUT',
  path: '/company/departments/order/',
  summary: 'Put the departments in an order; name each of them once',
  access: 'company.change',
  body: fields({
    ids: z
      .array(Ref)
      .min(1)
      .max(MOST_DEPARTMENTS)
      .refine((ids) => new Set(ids).size === ids.length, 'Each department may be listed only once.'),
  }),
  response: listDepartments.response,
})

export const listDepartmentUses = endpoint({
  method: 'GET',
  path: '/company/departments/uses/',
  summary: 'Where each department is used: services, rooms and stores that are in use, and referrals to it',
  access: 'company.change',
  live: ['company', 'catalogue', 'schedules', 'stock'],
  response: z.array(z.object({ id: z.int(), services: z.int(), rooms: z.int(), stores: z.int(), referrals: z.int() })),
})

/** The papers that leave the house and that a clinic words its own way. */
export const printKinds = [
  'invoice',
  'receipt',
  'credit-note',
  'laboratory-report',
  'prescription',
  'referral-letter',
  'letter',
  'visit-summary',
  'drug-label',
  'patient-card',
  'purchase-order',
] as const
export type PrintKind = (typeof printKinds)[number]

export const printTexts = ['header', 'footer', 'thanks'] as const
export type PrintText = (typeof printTexts)[number]
export const printBlocks = ['logo', 'address', 'tax number', 'proof', 'signature'] as const
export type PrintBlock = (typeof printBlocks)[number]
export const paperSizes = ['a4', 'a5', '80mm'] as const
export type PaperSizeName = (typeof paperSizes)[number]

interface Offer {
  /** The texts that there is room for, each with how many lines and characters it may have. */
  texts: Partial<Record<PrintText, { lines: number; length: number }>>
  /** The first is the usual one. */
  sizes: readonly PaperSizeName[]
  /** Written in more than one language. */
  hasLanguages: boolean
  /** What may be left out. */
  blocks: readonly PrintBlock[]
}

const letterTexts = {
  header: { lines: 3, length: 240 },
  footer: { lines: 2, length: 240 },
  thanks: { lines: 8, length: 1000 },
} as const
const bill = { texts: letterTexts, hasLanguages: false, blocks: ['logo', 'address', 'tax number', 'proof'] } as const

/** What can be said about each kind of paper. */
export const printOffers: Record<PrintKind, Offer> = {
  invoice: { ...bill, sizes: ['a4', '80mm'] },
  receipt: { ...bill, sizes: ['80mm', 'a4'] },
  'credit-note': { ...bill, sizes: ['a4', '80mm'] },
  'laboratory-report': { texts: letterTexts, sizes: ['a4'], hasLanguages: true, blocks: ['logo', 'address', 'proof'] },
  prescription: { texts: letterTexts, sizes: ['a5', 'a4'], hasLanguages: false, blocks: ['logo', 'address', 'signature'] },
  'referral-letter': { texts: letterTexts, sizes: ['a4', 'a5'], hasLanguages: false, blocks: ['logo', 'address', 'signature'] },
  letter: { texts: letterTexts, sizes: ['a4', 'a5'], hasLanguages: false, blocks: ['logo', 'address', 'signature'] },
  'visit-summary': { texts: letterTexts, sizes: ['a4', 'a5'], hasLanguages: true, blocks: ['logo', 'address'] },
  'drug-label': { texts: {}, sizes: [], hasLanguages: true, blocks: ['address'] },
  'patient-card': { texts: { footer: { lines: 1, length: 60 } }, sizes: [], hasLanguages: false, blocks: ['address'] },
  'purchase-order': { texts: letterTexts, sizes: ['a4'], hasLanguages: false, blocks: ['logo', 'address', 'tax number'] },
}

/** What the clinic adds to a kind of paper, and what it leaves out. */
export const PrintWording = z.strictObject({
  header: z.string(),
  footer: z.string(),
  thanks: z.string(),
  /** Empty: the usual one. */
  size: z.enum([...paperSizes, '']),
  /** Empty: the language of the patient, else the clinic's. */
  language: z.enum(['en', 'sw', 'fr', '']),
  hidden: z.array(z.enum(printBlocks)).max(printBlocks.length),
})
export type PrintWording = z.output<typeof PrintWording>

/** A paper as the program brings it. */
export const standardWording: PrintWording = { header: '', footer: '', thanks: '', size: '', language: '', hidden: [] }

/** The lines of a text as they were typed, without the empty ones at its ends. */
export const linesOf = (text: string): string[] => (text.trim() === '' ? [] : text.trim().split(/\r\n?|\n/))
