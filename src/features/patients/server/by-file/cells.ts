import { z } from 'zod'
import { yesOrNo } from '#platform/csv/cells.ts'
import { readWordLists } from '#platform/knowledge/read-table.ts'
import { dayColumn, type ImportSettings } from '#platform/imports/kind.ts'
import { line, phone, prose } from '#shared/text.ts'
import { cellShape, having } from '#shared/record.ts'
import { genders, patientFields } from '#features/patients/record.ts'
import { estimatedBirth } from '#features/patients/rules.ts'

type Gender = (typeof genders)[number]

const words = readWordLists(new URL('../../knowledge/gender-words.tsv', import.meta.url), genders)
const genderOf = new Map(genders.flatMap((one) => words[one].map((word) => [word, one] as const)))

const gender = z.string().transform((text, context): Gender => {
  const found = genderOf.get(text.trim().toLowerCase())
  if (found) return found
  context.addIssue({ code: 'custom', message: 'Enter male, female, other or unknown.' })
  return z.NEVER
})

const age = (today: string) =>
  z.string().transform((text, context): string => {
    const born = estimatedBirth(text, today)
    if (born) return born
    context.addIssue({ code: 'custom', message: 'Enter the age as 34, or 8 months.' })
    return z.NEVER
  })

/** A year without a day, as many registers have it. */
export const isYearAlone = (text: string) => /^(?:19|20)\d{2}$/.test(text.trim())

/** A day, or a year alone: the middle of it, as the desk writes an estimate. */
const birth = (settings: ImportSettings) => {
  const day = dayColumn(settings, 'date_of_birth', 'past')
  return z.string().transform((text, context): string | undefined => {
    const year = isYearAlone(text) ? estimatedBirth(text, settings.today) : null
    if (year !== null) {
      settings.remark(`“${text}” is only a year: kept as an estimate.`)
      return year
    }
    const read = day.safeParse(text)
    if (read.success) return read.data
    context.addIssue({ code: 'custom', message: read.error.issues[0]?.message ?? 'Not valid.' })
    return z.NEVER
  })
}

/** The declared fields that are imported under their own names. */
export const imported = having(patientFields, 'imported', true)

/** What the cells of a patient hold. */
export const patientCells = (settings: ImportSettings) => ({
  old_number: line(60),
  full_name: line(200),
  ...cellShape(imported),
  gender,
  date_of_birth: birth(settings),
  birth_date_estimated: yesOrNo,
  age: age(settings.today),
  national_id: line(60),
  insurance: line(120),
  member_number: line(60),
  kin_name: line(200),
  kin_relationship: line(40),
  kin_phone: phone,
  allergies: prose(1_000),
})
export type Cells = ReturnType<typeof patientCells>
export type PatientValues = { [K in keyof Cells]?: z.output<Cells[K]> }
