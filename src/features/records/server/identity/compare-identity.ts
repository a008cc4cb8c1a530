import type { IdentityStatement } from '#features/clinical-text/contract.ts'
import { comparedFields, type ComparedField, type IdentityState } from '#features/records/contract-fields.ts'
import { compareNames, type Likeness, type NamesOnFile } from '#features/patients/names.ts'

export interface PatientOnFile {
  names: NamesOnFile
  gender: string
  date_of_birth: string | null
  is_birth_date_estimated: boolean
  /** The patient's number, and those of records that were merged into this one. */
  numbers: readonly string[]
  identifiers: readonly { kind: string; value: string }[]
  phones: readonly string[]
}
export interface StatementOnPage extends IdentityStatement {
  page: number
}

export interface Compared {
  field: ComparedField
  outcome: Exclude<Likeness, 'unknown'>
  /** As the document has it. */
  document: string
  /** As it is on file. */
  record: string
  page: number
}
export interface IdentityComparison {
  state: IdentityState
  fields: Compared[]
}
/** When the document was written, as far as it is known. */
interface DocumentDays {
  document: string | null
  added: string
}

const DAYS_IN_MONTH = 30.44
const days = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 86_400_000
const monthsBetween = (from: string, to: string) => days(from, to) / DAYS_IN_MONTH

type Found = Pick<Compared, 'outcome' | 'record'> | null

const nameOnFile = ({ names: { first, others, last } }: PatientOnFile) => [first, others, last].filter(Boolean).join(' ')

const compareName = ({ values, strength }: StatementOnPage, patient: PatientOnFile): (Found & { sharesFirst: boolean }) | null => {
  const [written = ''] = values
  const { outcome, sharesFirst } = compareNames(written, patient.names)
  // One word below a label that any form has may be anything.
  const isVague = outcome === 'differs' && strength !== 'patient' && !written.includes(' ')
  return outcome === 'unknown' || isVague ? null : { outcome, record: nameOnFile(patient), sharesFirst }
}

const YEARS_OF_ESTIMATE = 10
const compareBirth = (
  { values }: StatementOnPage,
  { date_of_birth: birth, is_birth_date_estimated: isEstimated }: PatientOnFile,
): Found => {
  if (birth === null || values.length === 0) return null
  if (values.includes(birth)) return { outcome: 'same', record: birth }
  const years = Math.min(...values.map((value) => Math.abs(Number(value.slice(0, 4)) - Number(birth.slice(0, 4)))))
  if (isEstimated) return years > YEARS_OF_ESTIMATE ? { outcome: 'differs', record: birth.slice(0, 4) } : null
  // A month or a year alone.
  if (values.some((value) => value.length < birth.length && birth.startsWith(value))) return { outcome: 'similar', record: birth }
  if (values.every((value) => value.length === 4) && years <= 1) return null
  return { outcome: 'differs', record: birth }
}

const MONTHS_IN: Record<string, number> = { years: 12, months: 1, weeks: 0.25, days: 1 / 30 }
/** How far an age may be from that on file, in months: ages are said in round figures, of infants exactly. */
const toleranceOf = (months: number, unit: string) => (unit === 'years' ? 12 + 12 * Math.floor(months / 120) : 1 + months / 6)

const compareAge = ({ values }: StatementOnPage, patient: PatientOnFile, at: DocumentDays): Found => {
  const { date_of_birth: birth, is_birth_date_estimated: isEstimated } = patient
  if (birth === null) return null
  const [count = '', unit = 'years'] = values[0]?.split(' ') ?? []
  const least = Number(count) * MONTHS_IN[unit]!
  const most = least + MONTHS_IN[unit]!
  const now = monthsBetween(birth, at.document ?? at.added)
  const allowed = toleranceOf(least, unit) * (isEstimated ? 2 : 1) + (isEstimated ? 60 : 0)
  const record = now >= 24 ? `${Math.floor(now / 12)} years` : `${Math.max(0, Math.floor(now))} months`
  if (now < least - allowed) return { outcome: 'differs', record }
  // A document that bears no day may be older than any tolerance.
  if (at.document !== null && now > most + allowed) return { outcome: 'differs', record }
  return now >= least - allowed && now <= most + allowed ? { outcome: 'similar', record } : null
}

const compareSex = ({ values }: StatementOnPage, { gender }: PatientOnFile): Found => {
  if (gender !== 'female' && gender !== 'male') return null
  return { outcome: values[0] === gender ? 'same' : 'differs', record: gender }
}

const plainCode = (code: string) => code.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')
/** A code as its letters and its last digits without leading zeros: T-12 and T-0012 are one. */
const partsOf = (code: string) => {
  const [, head = '', tail = ''] = /^(.*?)(\d*)$/.exec(plainCode(code)) ?? []
  return { head, tail: tail.replace(/^0+(?=\d)/, '') }
}
export const isSameCode = (a: string, b: string): boolean => {
  const [x, y] = [partsOf(a), partsOf(b)]
  return x.head === y.head && x.tail === y.tail
}
const lettersOf = (code: string) => /^[A-Z]+/.exec(plainCode(code))?.[0]

/**
 * Another house numbers its patients in its own way: a number says something against this record only where it is written as the clinic
 * writes its own.
 */
const compareNumber = ({ values }: StatementOnPage, { numbers, identifiers }: PatientOnFile): Found => {
  const [written = ''] = values
  const all = [...numbers, ...identifiers.map(({ value }) => value)]
  const same = all.find((one) => isSameCode(one, written))
  if (same !== undefined) return { outcome: 'same', record: same }
  const letters = lettersOf(written)
  const own = numbers.find(
    (one) => letters !== undefined && lettersOf(one) === letters && Math.abs(plainCode(one).length - plainCode(written).length) < 4,
  )
  return own === undefined ? null : { outcome: 'differs', record: own }
}

const compareIdentifier = (statement: StatementOnPage, { numbers, identifiers }: PatientOnFile): Found => {
  const [written = ''] = statement.values
  const same = [...identifiers.map(({ value }) => value), ...numbers].find((one) => isSameCode(one, written))
  if (same !== undefined) return { outcome: 'same', record: same }
  const ofKind = statement.kind && identifiers.find(({ kind }) => kind === statement.kind)
  return ofKind ? { outcome: 'differs', record: ofKind.value } : null
}

const PHONE_DIGITS = 9
const lastDigits = (phone: string) => phone.replaceAll(/\D/g, '').slice(-PHONE_DIGITS)
/** The same telephone speaks for a patient; another one says nothing, for people change it and share it. */
const comparePhone = ({ values }: StatementOnPage, { phones }: PatientOnFile): Found => {
  const same = phones.find((phone) => lastDigits(phone).length >= 7 && lastDigits(phone) === lastDigits(values[0] ?? ''))
  return same === undefined ? null : { outcome: 'same', record: same }
}

const INFANT_MONTHS = 24
const GROWN_YEARS = 12
/** Letters about a newborn begin with its mother: "a 24-year-old woman was delivered of …". */
const withoutMother = (statements: readonly StatementOnPage[], { date_of_birth: birth }: PatientOnFile, at: DocumentDays) => {
  if (birth === null || monthsBetween(birth, at.document ?? at.added) >= INFANT_MONTHS) return statements
  const isGrown = ({ field, strength, values }: StatementOnPage) => {
    const [count, unit] = values[0]?.split(' ') ?? []
    return field === 'age' && strength === 'narrative' && unit === 'years' && Number(count) >= GROWN_YEARS
  }
  const pages = new Set(statements.filter(isGrown).map(({ page }) => page))
  return statements.filter(({ strength, page }) => strength !== 'narrative' || !pages.has(page))
}

const fieldOf: Record<IdentityStatement['field'], ComparedField> = {
  name: 'name',
  birth: 'date of birth',
  age: 'age',
  sex: 'sex',
  number: 'patient number',
  identifier: 'identifier',
  phone: 'telephone',
}
const isStrong = (outcome: Likeness) => outcome === 'same'

/** Of what one page says of one field: what agrees counts before what does not, but for another name that the page calls the patient’s. */
const weigh = (compared: readonly (Compared & { isOfPatient: boolean })[]): Compared | undefined => {
  const other = compared.find(({ field, outcome, isOfPatient }) => field === 'name' && outcome === 'differs' && isOfPatient)
  const found =
    other ?? compared.find(({ outcome }) => isStrong(outcome)) ?? compared.find(({ outcome }) => outcome === 'similar') ?? compared[0]
  if (!found) return undefined
  const { isOfPatient: _, ...kept } = found
  return kept
}

const byField = (a: Compared, b: Compared) => comparedFields.indexOf(a.field) - comparedFields.indexOf(b.field) || a.page - b.page

/**
 * Compares what a document says of its patient with the record it is in. `mismatch`: something differs, on any page. `match`: nothing
 * differs, and the name, the number or an identifier is the same, or the birth date is and the name is like it. `unknown`: neither; it
 * is no match. Pure.
 */
export const compareIdentity = (found: readonly StatementOnPage[], patient: PatientOnFile, at: DocumentDays): IdentityComparison => {
  const statements = withoutMother(found, patient, at)
  const soft = new Set<Compared>()
  const compared = statements.flatMap((statement): (Compared & { isOfPatient: boolean })[] => {
    const { field, text, page } = statement
    const named = field === 'name' ? compareName(statement, patient) : null
    const outcome = {
      name: () => named,
      birth: () => compareBirth(statement, patient),
      age: () => compareAge(statement, patient, at),
      sex: () => compareSex(statement, patient),
      number: () => compareNumber(statement, patient),
      identifier: () => compareIdentifier(statement, patient),
      phone: () => comparePhone(statement, patient),
    }[field]()
    if (!outcome) return []
    const one = {
      field: fieldOf[field],
      outcome: outcome.outcome,
      document: text,
      record: outcome.record,
      page,
      isOfPatient: statement.strength === 'patient',
    }
    if (named?.sharesFirst) soft.add(one)
    return [one]
  })
  const isStated = (field: ComparedField) => compared.some((one) => one.field === field && isStrong(one.outcome))
  const isSure = isStated('patient number') || isStated('identifier')
  // With another last name, and the same first name and birth date or number, a person may have married: nothing to refuse, nothing to be sure of.
  const renamed = isSure || isStated('date of birth') ? compared.filter((one) => soft.has(one) && one.outcome === 'differs') : []
  for (const one of renamed) one.outcome = 'similar'

  const fields = [...Map.groupBy(compared, ({ field, page }) => `${page} ${field}`).values()]
    .flatMap((group) => weigh(group) ?? [])
    .toSorted(byField)
  if (fields.some(({ outcome }) => outcome === 'differs')) return { state: 'mismatch', fields }
  const isLike = renamed.length === 0 && fields.some(({ field }) => field === 'name') && isStated('date of birth')
  return { state: isSure || isStated('name') || isLike ? 'match' : 'unknown', fields }
}
