import { z } from 'zod'
import { Instant } from '#shared/dates.ts'
import { endpoint } from '#shared/endpoint.ts'
import { ById, fields, Id, pageQuery, patchOf, PatientId, Ref } from '#shared/paging.ts'
import { line, filledProse } from '#shared/text.ts'

const MOST_BODY = 10_000
const Body = filledProse(MOST_BODY)
const Title = line(120)

export const LetterTemplate = z
  .object({ id: z.int(), name: z.string(), title: z.string(), body: z.string(), is_active: z.boolean(), version: z.int() })
  .meta({ id: 'LetterTemplate' })
export type LetterTemplate = z.output<typeof LetterTemplate>

export const listLetterTemplates = endpoint({
  method: 'GET',
  path: '/letters/templates/',
  summary: 'List the templates of letters, by name: for whoever reads or writes letters or words the papers of the clinic',
  access: 'signed-in',
  live: ['company'],
  response: z.array(LetterTemplate),
})

const TemplateInput = fields({ name: line(60), title: Title, body: Body })

export const createLetterTemplate = endpoint({
  method: 'POST',
  path: '/letters/templates/',
  summary: 'Add a template of letters; a placeholder that is not of the list is refused by name',
  access: 'company.change',
  body: TemplateInput,
  status: 201,
  response: LetterTemplate,
})

export const updateLetterTemplate = endpoint({
  method: 'PATCH',
  path: '/letters/templates/{id}/',
  summary: 'Change a template of letters, or take it out of use; letters that were written stay as they are',
  access: 'company.change',
  params: ById,
  body: patchOf(TemplateInput.extend({ is_active: z.boolean() })),
  response: LetterTemplate,
})

export const previewLetterTemplate = endpoint({
  method: 'POST',
  path: '/letters/templates/preview/',
  summary: 'A template as PDF, filled in for a patient who is nobody; nothing is kept',
  access: 'company.change',
  audit: 'none',
  idempotent: false,
  body: fields({ title: Title, body: Body }),
  produces: 'application/pdf',
  response: z.void(),
})

export const Letter = z
  .object({
    id: z.int(),
    number: z.string(),
    patient: PatientId,
    visit: z.int().nullable(),
    template: z.int().nullable(),
    title: z.string(),
    body: z.string(),
    signed_at: Instant,
    signed_by: z.int(),
    signed_by_name: z.string(),
  })
  .meta({ id: 'Letter' })
export type Letter = z.output<typeof Letter>

export const fillLetterTemplate = endpoint({
  method: 'GET',
  path: '/letters/filled/',
  summary: 'A template filled in for a patient, and a visit of theirs, to be gone over before it is signed',
  access: 'letters.write',
  audit: 'read',
  query: fields({ template: Id, patient: Id, visit: Id.optional() }),
  response: z.object({ title: z.string(), body: z.string() }),
})

const LetterInput = fields({ patient: Ref, visit: Ref.nullish(), template: Ref.nullish(), title: Title, body: Body })

export const previewLetter = endpoint({
  method: 'POST',
  path: '/letters/preview/',
  summary: 'A letter as PDF before it is signed, marked as a draft; nothing is kept',
  access: 'letters.write',
  audit: 'none',
  idempotent: false,
  body: LetterInput,
  produces: 'application/pdf',
  response: z.void(),
})

export const signLetter = endpoint({
  method: 'POST',
  path: '/letters/',
  summary: 'Sign a letter about a patient: it gets a number and is never changed. 400 while a placeholder or a blank (___) is left in it',
  access: 'letters.write',
  body: LetterInput,
  status: 201,
  response: Letter,
})

export const listLetters = endpoint({
  method: 'GET',
  path: '/letters/',
  summary: 'List the letters about a patient, newest first',
  access: 'letters.view',
  audit: 'read',
  paged: true,
  live: ['letters'],
  query: fields({ ...pageQuery, patient: Id }),
  response: z.array(Letter),
})

export const printLetter = endpoint({
  method: 'GET',
  path: '/letters/{id}/pdf/',
  summary: 'A letter as it was signed, as PDF',
  access: 'letters.view',
  audit: 'read',
  params: ById,
  produces: 'application/pdf',
  response: z.void(),
})
