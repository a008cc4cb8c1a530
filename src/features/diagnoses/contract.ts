import { z } from 'zod'
import { tableFile, importBody, ImportReport } from '#shared/csv.ts'
import { endpoint } from '#shared/endpoint.ts'
import { ById, fields, pageQuery, patchOf, YesNo } from '#shared/paging.ts'
import { line } from '#shared/text.ts'

export const diagnosisSystems = ['icd-10', 'icd-10-cm', 'icd-11', 'local'] as const
export const DiagnosisSystem = z.enum(diagnosisSystems, { error: `Choose one of: ${diagnosisSystems.join(', ')}.` })
export type DiagnosisSystem = z.output<typeof DiagnosisSystem>

export const MAX_SYNONYMS = 50
/** Other names of a diagnosis; one that is there twice counts once. */
export const Synonyms = z
  .array(line(200))
  .max(200)
  .overwrite((list) => list.filter((one, place) => list.findIndex((other) => other.toLowerCase() === one.toLowerCase()) === place))
  .check(z.maxLength(MAX_SYNONYMS))

export const DiagnosisCodeInput = fields({
  system: DiagnosisSystem,
  /** None for a term of the clinic's own that has no code. */
  code: line(60).nullish(),
  title: line(300),
  synonyms: Synonyms.optional(),
})
export const DiagnosisCode = z
  .object({
    id: z.int(),
    system: DiagnosisSystem,
    code: z.string().nullable(),
    title: z.string(),
    synonyms: z.array(z.string()),
    /** Of ICD-10: 1 (infections) to 22. */
    chapter: z.int().nullable(),
    is_active: z.boolean(),
    /** 'starter' came with the program, 'import' with a file, 'clinic' was typed. */
    source: z.enum(['starter', 'import', 'clinic']),
    /** In a search: the synonym by which the term was found, when its title does not tell. */
    matched: z.string().nullable(),
    version: z.int(),
  })
  .meta({ id: 'DiagnosisCode' })
export type DiagnosisCode = z.output<typeof DiagnosisCode>

export const listDiagnosisCodes = endpoint({
  method: 'GET',
  path: '/diagnoses/codes/',
  summary: 'Search diagnoses by plain words, synonyms or code: one page, the best first; without words the whole list, by code',
  access: 'consultations.view',
  paged: true,
  live: ['diagnoses'],
  query: fields({ ...pageQuery, q: z.string().max(100).optional(), system: DiagnosisSystem.optional(), active: YesNo.optional() }),
  response: z.array(DiagnosisCode),
})
export const createDiagnosisCode = endpoint({
  method: 'POST',
  path: '/diagnoses/codes/',
  summary: 'Add a diagnosis to the list',
  access: 'diagnoses.change',
  body: DiagnosisCodeInput,
  status: 201,
  response: DiagnosisCode,
})
export const updateDiagnosisCode = endpoint({
  method: 'PATCH',
  path: '/diagnoses/codes/{id}/',
  summary: 'Change what a diagnosis is called, or take it out of use',
  access: 'diagnoses.change',
  params: ById,
  body: patchOf(fields({ title: line(300), synonyms: Synonyms, is_active: z.boolean() })),
  response: DiagnosisCode,
})
export const exportDiagnosisCodes = endpoint({
  method: 'GET',
  path: '/diagnoses/codes/export/',
  summary: 'The whole list of diagnoses as CSV',
  access: 'consultations.view',
  audit: 'read',
  produces: 'text/csv',
  query: fields({}),
  response: z.unknown(),
})
export const importDiagnosisCodes = endpoint({
  method: 'POST',
  path: '/diagnoses/codes/import/',
  summary: 'Add diagnoses by CSV (system, code, title, synonyms, active) or by the order file of ICD-10-CM: all rows or none',
  access: 'diagnoses.change',
  files: { file: { ...tableFile, maxBytes: 20_000_000 } },
  body: importBody,
  status: 200,
  response: ImportReport,
})
