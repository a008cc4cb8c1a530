import { z } from 'zod'
import { tableFile, importBody, ImportReport } from '#shared/csv.ts'
import { endpoint } from '#shared/endpoint.ts'
import { ById, fields, pageQuery, patchOf, YesNo } from '#shared/paging.ts'
import { line } from '#shared/text.ts'
import { isCodeOf, tidyCode } from './rules.ts'

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

const Icd11Code = z
  .string()
  .overwrite((text) => tidyCode('icd-11', text))
  .refine((code) => code.length <= 120 && isCodeOf('icd-11', code), 'This is not an ICD-11 code. Enter it as in 5B56.Z.')

export const DiagnosisCodeInput = fields({
  system: DiagnosisSystem,
  /** None for a term of the clinic's own that has no code. */
  code: line(60).nullish(),
  title: line(300),
  /** What patients read instead of the title. */
  plain_title: line(300).nullish(),
  /** The ICD-11 code or cluster alongside, such as 5B56.Z or 1C62.3Y/8A45.02. */
  icd11_code: Icd11Code.nullish(),
  synonyms: Synonyms.optional(),
})
export const DiagnosisCode = z
  .object({
    id: z.int(),
    system: DiagnosisSystem,
    code: z.string().nullable(),
    title: z.string(),
    /** What patients read; null where the title is plain enough. */
    plain_title: z.string().nullable(),
    icd11_code: z.string().nullable(),
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
  body: patchOf(
    fields({
      title: line(300),
      plain_title: line(300).nullable(),
      icd11_code: Icd11Code.nullable(),
      synonyms: Synonyms,
      is_active: z.boolean(),
    }),
  ),
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
  summary: 'Add diagnoses by CSV, by a file of WHO (ICD-10, ICD-11, or the map between them) or of ICD-10-CM: all rows or none',
  access: 'diagnoses.change',
  files: { file: { ...tableFile, types: [...tableFile.types, 'application/zip', 'application/xml', 'text/xml'], maxBytes: 40_000_000 } },
  body: importBody,
  status: 200,
  response: ImportReport,
})
