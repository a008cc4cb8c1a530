import { patientFields } from '#features/patients/record.ts'
import { t } from '#web/i18n.ts'
import { labelsOf } from '#web/record/record-values.ts'
import type { Status as Tone } from '#web/look/tokens.ts'
import { Status } from '#web/ui/status.tsx'
import type { ResponseOf } from '#shared/endpoint.ts'
import type { DayOrder } from '#shared/day-orders.ts'
import type { Encoding } from '#shared/encodings.ts'
import type { ImportKindName, ImportRow, readImport } from '../contract.ts'

/** An import as it comes over the line. */
export type SentImport = ResponseOf<typeof readImport>

export const IMPORTS = '/dashboard/administration/imports'

export const kindWord = (kind: ImportKindName): string =>
  ({
    patients: t('Patients'),
    allergies: t('Allergies'),
    problems: t('Problems and diagnoses'),
    medicines: t('Current medicines'),
    visits: t('Past visits'),
    results: t('Past results'),
    items: t('Items and prices'),
    prices: t('Price lists'),
    stock: t('Opening stock'),
    people: t('Staff'),
    laboratory: t('Laboratory tests'),
    lab_profiles: t('Laboratory profiles'),
    lab_ranges: t('Reference ranges'),
  })[kind]

export const orderWord = (order: DayOrder): string => (order === 'day first' ? t('day first') : t('month first'))

/** Cells that show the order of a column, with their rows. */
export const dateExamples = (known: SentImport['date_orders'][number] | undefined): string =>
  (known?.examples ?? []).map(({ row, text }) => t('row {n}: {text}', { n: row, text })).join(' · ')

const encodingWords: Readonly<Partial<Record<Encoding, () => string>>> = {
  'utf-8': () => t('Unicode (UTF-8)'),
  'utf-16le': () => t('Unicode (UTF-16)'),
  'utf-16be': () => t('Unicode (UTF-16, big-endian)'),
  'windows-1252': () => t('Western (Windows-1252)'),
  macintosh: () => t('Western (Mac OS Roman)'),
  'windows-1250': () => t('Central European (Windows-1250)'),
  'windows-1251': () => t('Cyrillic (Windows-1251)'),
  'windows-1256': () => t('Arabic (Windows-1256)'),
  gb18030: () => t('Chinese (GB18030)'),
  shift_jis: () => t('Japanese (Shift JIS)'),
}
export const encodingWord = (encoding: Encoding): string => encodingWords[encoding]?.() ?? encoding

const columnWords: Readonly<Record<string, () => string>> = {
  patient_number: () => t('Patient number'),
  patient_name: () => t('Patient name'),
  allergies: () => t('Allergies'),
  substance: () => t('Allergy'),
  reaction: () => t('Reaction'),
  severity: () => t('Severity'),
  is_intolerance: () => t('Intolerance'),
  title: () => t('Problem'),
  status: () => t('Status'),
  onset_on: () => t('Onset'),
  resolved_on: () => t('Resolved on'),
  note: () => t('Note'),
  medicine: () => t('Medicine'),
  directions: () => t('Directions'),
  reason: () => t('Reason'),
  started_on: () => t('Started on'),
  stopped_on: () => t('Stopped on'),
  visited_on: () => t('Visit date'),
  diagnosis: () => t('Diagnosis'),
  treatment: () => t('Treatment'),
  doctor: () => t('Doctor'),
  result: () => t('Result'),
  observed_on: () => t('Result date'),
  flag: () => t('Flag'),
  laboratory: () => t('Laboratory'),
  generic_name: () => t('Generic name'),
  strength: () => t('Strength'),
  form: () => t('Form'),
  old_number: () => t('Old number'),
  full_name: () => t('Full name'),
  last_name: () => t('Last name'),
  gender: () => t('Gender'),
  birth_date_estimated: () => t('Date of birth is estimated'),
  age: () => t('Age'),
  phone: () => t('Phone'),
  email: () => t('E-mail'),
  national_id: () => t('National ID'),
  insurance: () => t('Insurance company'),
  member_number: () => t('Member number'),
  kin_name: () => t('Next of kin: name'),
  kin_relationship: () => t('Next of kin: relationship'),
  kin_phone: () => t('Next of kin: phone'),
  code: () => t('Code'),
  name: () => t('Name'),
  category: () => t('Category'),
  unit: () => t('Unit'),
  department: () => t('Department'),
  tax_class: () => t('Tax class'),
  price: () => t('Price'),
  active: () => t('Active'),
  profession: () => t('Profession'),
  role: () => t('Role'),
  list: () => t('Price list'),
  co_pay_amount: () => t('Co-pay amount'),
  co_pay_percent: () => t('Co-pay percentage'),
  valid_from: () => t('Valid from'),
  valid_until: () => t('Valid until'),
  store: () => t('Store'),
  lot: () => t('Lot'),
  expiry: () => t('Expiry'),
  quantity: () => t('Quantity'),
  unit_cost: () => t('Unit cost'),
  pack: () => t('Pack'),
  pack_cost: () => t('Pack cost'),
  kind: () => t('Type'),
  specimen: () => t('Specimen'),
  section: () => t('Section'),
  decimals: () => t('Decimals'),
  units: () => t('Other units'),
  choices: () => t('Choices'),
  formula: () => t('Formula'),
  loinc: () => t('LOINC code'),
  method: () => t('Method'),
  explanation: () => t('Explanation for patients'),
  is_withheld: () => t('Given in person'),
  for_sex: () => t('Applies to'),
  item: () => t('Billed as'),
  turnaround_minutes: () => t('Turnaround in minutes'),
  urgent_turnaround_minutes: () => t('Urgent turnaround in minutes'),
  delta_absolute: () => t('Delta check (absolute)'),
  delta_percent: () => t('Delta check (%)'),
  delta_days: () => t('Delta check: days'),
  position: () => t('Position'),
  tests: () => t('Tests'),
  test: () => t('Test'),
  sex: () => t('Sex'),
  age_from: () => t('Age from'),
  age_to: () => t('Age below'),
  is_pregnant: () => t('Pregnant'),
  low: () => t('Lower limit'),
  high: () => t('Upper limit'),
  low_critical: () => t('Lower critical limit'),
  high_critical: () => t('Upper critical limit'),
  low_valid: () => t('Lowest plausible'),
  high_valid: () => t('Highest plausible'),
  text: () => t('In words'),
}
/** A column of a kind as people call it. */
export const columnWord = (name: string): string => columnWords[name]?.() ?? labelsOf(patientFields)[name] ?? name

const stateWords: Readonly<Record<SentImport['state'], () => [string, Tone]>> = {
  mapping: () => [t('Choose columns'), 'waiting'],
  checking: () => [t('Checking'), 'progress'],
  checked: () => [t('Checked'), 'waiting'],
  running: () => [t('Importing'), 'progress'],
  done: () => [t('Imported'), 'done'],
  stopped: () => [t('Stopped'), 'attention'],
  undoing: () => [t('Undoing'), 'progress'],
  undone: () => [t('Undone'), 'inactive'],
}
export const ImportStatus = ({ state }: Pick<SentImport, 'state'>) => {
  const [word, tone] = stateWords[state]()
  return <Status tone={tone}>{word}</Status>
}

export const rowStateWord = (state: ImportRow['state']): string =>
  ({
    refused: t('Refused'),
    duplicate: t('Existing or duplicate'),
    same: t('Unchanged'),
    new: t('New'),
    created: t('Imported'),
    withdrawn: t('Undone'),
    kept: t('Not undone'),
  })[state]

export const isBusy = ({ state }: Pick<SentImport, 'state'>) => state === 'checking' || state === 'running' || state === 'undoing'
