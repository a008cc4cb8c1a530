import { t } from '#web/i18n.ts'
import type { Status as Tone } from '#web/look/palette.ts'
import { Status } from '#web/ui/status.tsx'
import type { ResponseOf } from '#shared/endpoint.ts'
import type { ImportKindName, ImportRow, readImport } from '../contract.ts'

/** An import as it comes over the line. */
export type SentImport = ResponseOf<typeof readImport>

export const ROOM = '/dashboard/administration/imports'

export const kindWord = (kind: ImportKindName): string =>
  ({
    patients: t('Patients'),
    items: t('Items and prices'),
    prices: t('Price lists'),
    stock: t('Opening stock'),
    people: t('People who work here'),
    laboratory: t('Laboratory tests'),
    lab_profiles: t('Laboratory profiles'),
    lab_ranges: t('Reference ranges'),
  })[kind]

const columnWords: Readonly<Record<string, () => string>> = {
  old_number: () => t('Old number'),
  full_name: () => t('Whole name'),
  first_name: () => t('First name'),
  second_name: () => t('Second name'),
  last_name: () => t('Last name'),
  other_names: () => t('Other names'),
  gender: () => t('Gender'),
  date_of_birth: () => t('Date of birth'),
  birth_date_estimated: () => t('Date of birth is estimated'),
  age: () => t('Age'),
  phone: () => t('Telephone'),
  email: () => t('E-mail'),
  residence: () => t('Residence'),
  occupation: () => t('Occupation'),
  language: () => t('Language'),
  national_id: () => t('National ID'),
  insurance: () => t('Insurance company'),
  member_number: () => t('Member number'),
  kin_name: () => t('Name of the next of kin'),
  kin_relationship: () => t('Relationship of the next of kin'),
  kin_phone: () => t('Telephone of the next of kin'),
  code: () => t('Code'),
  name: () => t('Name'),
  category: () => t('Category'),
  unit: () => t('Unit'),
  department: () => t('Department'),
  tax_class: () => t('Tax class'),
  price: () => t('Price'),
  active: () => t('In use'),
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
  kind: () => t('Kind'),
  specimen: () => t('Specimen'),
  section: () => t('Section'),
  decimals: () => t('Decimals'),
  units: () => t('Other units'),
  choices: () => t('Choices'),
  formula: () => t('Formula'),
  loinc: () => t('LOINC code'),
  method: () => t('Method'),
  explanation: () => t('Explanation for patients'),
  is_withheld: () => t('Told in person'),
  for_sex: () => t('Whom it is for'),
  item: () => t('Charged as'),
  turnaround_minutes: () => t('Turnaround in minutes'),
  urgent_turnaround_minutes: () => t('Urgent turnaround in minutes'),
  delta_absolute: () => t('Change that is looked at twice'),
  delta_percent: () => t('The same in per cent'),
  delta_days: () => t('Within days'),
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
export const columnWord = (name: string): string => columnWords[name]?.() ?? name

const stateWords: Readonly<Record<SentImport['state'], () => [string, Tone]>> = {
  mapping: () => [t('Choose the columns'), 'waiting'],
  checking: () => [t('Being checked'), 'progress'],
  checked: () => [t('Checked'), 'waiting'],
  running: () => [t('Being imported'), 'progress'],
  done: () => [t('Imported'), 'done'],
  stopped: () => [t('Stopped'), 'attention'],
  undoing: () => [t('Being taken back'), 'progress'],
  undone: () => [t('Taken back'), 'inactive'],
}
export const ImportStatus = ({ state }: Pick<SentImport, 'state'>) => {
  const [word, tone] = stateWords[state]()
  return <Status tone={tone}>{word}</Status>
}

export const rowStateWord = (state: ImportRow['state']): string =>
  ({
    refused: t('Refused'),
    duplicate: t('There already or twice'),
    same: t('Unchanged'),
    new: t('New'),
    created: t('Imported'),
    withdrawn: t('Taken back'),
    kept: t('Not taken back'),
  })[state]

export const isBusy = ({ state }: Pick<SentImport, 'state'>) => state === 'checking' || state === 'running' || state === 'undoing'
