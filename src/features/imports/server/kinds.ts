import { itemImportWith, priceImport } from '#features/catalogue/public.ts'
import { readDrugName } from '#features/drugs/public.ts'
import { labProfileImport, labRangeImport, labTestImport } from '#features/lab-catalogue/public.ts'
import { patientImport } from '#features/patients/public.ts'
import { stockImport } from '#features/stock/public.ts'
import { peopleImport } from '#features/users/public.ts'
import { forbidden } from '#platform/errors/problem.ts'
import type { User } from '#platform/http/handle.ts'
import type { AnyImportKind, ImportColumn } from '#platform/imports/kind.ts'
import type { ImportKindName } from '../contract.ts'
import { allergyImport } from './history/allergies.ts'
import { medicineImport } from './history/medicines.ts'
import { problemImport } from './history/problems.ts'
import { resultImport } from './history/results.ts'
import { visitImport } from './history/visits.ts'
import type { ImportRecord } from './ledger.ts'

/** A name that says strength or form beside its substances: "Potassium" alone is a test in many lists. */
const isDrug = (name: string) => {
  const { unknown, form, strengths } = readDrugName(name)
  return !unknown && (form !== null || strengths.some((strength) => strength !== null))
}

/** What can come and go by file. */
export const kinds: Readonly<Record<ImportKindName, AnyImportKind>> = {
  patients: patientImport,
  allergies: allergyImport,
  problems: problemImport,
  medicines: medicineImport,
  visits: visitImport,
  results: resultImport,
  items: itemImportWith(isDrug),
  prices: priceImport,
  stock: stockImport,
  people: peopleImport,
  laboratory: labTestImport,
  lab_profiles: labProfileImport,
  lab_ranges: labRangeImport,
}

/** The columns that are written, by the others and into the template: those that are no other way of saying the same. */
export const writtenColumns = ({ columns }: AnyImportKind): readonly ImportColumn[] => columns.filter(({ isAlternative }) => !isAlternative)

type Holder = Pick<User, 'permissions'>

/** 403 unless the person may do this with rows of the kind by hand. */
export const requireRight = ({ permissions }: Holder, right: string) => {
  if (!permissions.has(right)) throw forbidden(right)
}

/** The columns that an import fills: from the file, or with one value for all rows. */
export const columnsOf = ({ mapping, constants }: Pick<ImportRecord, 'mapping' | 'constants'>): string[] => [
  ...Object.keys(mapping as object),
  ...Object.keys(constants as object),
]

/** What running an import of these columns takes. */
export const rightsToRun = ({ rights }: AnyImportKind, columns: readonly string[]): string[] => [
  rights.run,
  ...columns.flatMap((column) => rights.columns?.[column] ?? []),
]
