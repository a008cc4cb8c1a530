import type { itemCategories } from './contract.ts'

type Category = (typeof itemCategories)[number]
export interface StarterItem {
  name: string
  category: Category
  unit: string
  /** What the item is called for short; no two have the same. */
  code?: string
  /** One of the departments that the wizard offers. */
  department?: string
}

const group = (category: Category, unit: string, department: string | undefined, names: readonly string[]): StarterItem[] =>
  names.map((name) => ({ name, category, unit, ...(department !== undefined && { department }) }))

/** Tests by code. Doctors ask for them by short names, of which a test may have several: its name tells them too. */
const tests = [
  ['MRDT', 'Malaria rapid test (mRDT)'],
  ['MPS', 'Malaria blood film (MPS)'],
  ['FBC', 'Full blood count (FBC, CBC)'],
  ['HB', 'Haemoglobin (Hb)'],
  ['ESR', 'Erythrocyte sedimentation rate (ESR)'],
  ['RBS', 'Blood glucose (RBS, FBS)'],
  ['HIV', 'HIV rapid test'],
  ['UA', 'Urinalysis'],
  ['STOOL', 'Stool microscopy'],
  ['UPT', 'Pregnancy test (UPT)'],
  ['BGRH', 'Blood group and rhesus'],
  ['U&E', 'Kidney function (U&E)'],
  ['LFT', 'Liver function (LFT)'],
] as const

/** What most clinics bill, by category; without prices, because a price cannot be guessed. */
export const starterItems: readonly StarterItem[] = [
  ...group('consultation', 'visit', 'Outpatients', ['Consultation', 'Follow-up consultation', 'Specialist consultation']),
  ...group('consultation', 'visit', 'Maternity', ['Antenatal visit']),
  ...group('nursing', 'each', 'Outpatients', ['Dressing', 'Injection', 'Nebulisation', 'Setting up a drip', 'Removal of stitches']),
  ...group('nursing', 'hour', 'Outpatients', ['Observation']),
  ...group('procedure', 'each', 'Outpatients', [
    'Stitching of a wound',
    'Drainage of an abscess',
    'Circumcision',
    'Removal of a foreign body',
  ]),
  ...group('procedure', 'each', 'Dental', ['Tooth extraction']),
  ...tests.map(([code, name]): StarterItem => ({ name, category: 'laboratory', unit: 'test', code, department: 'Laboratory' })),
  ...group('imaging', 'each', 'Radiology', ['Chest X-ray', 'Limb X-ray', 'Abdominal ultrasound', 'Obstetric ultrasound']),
  ...group('drug', 'tablet', 'Pharmacy', ['Paracetamol 500 mg', 'Ibuprofen 400 mg', 'Artemether-lumefantrine 20/120 mg']),
  ...group('drug', 'capsule', 'Pharmacy', ['Amoxicillin 500 mg']),
  ...group('drug', 'sachet', 'Pharmacy', ['Oral rehydration salts']),
  ...group('consumable', 'each', 'Pharmacy', ['Syringe 5 ml', 'Cannula', 'Urine catheter']),
  ...group('consumable', 'pair', 'Pharmacy', ['Examination gloves']),
]

const codes = new Map(starterItems.flatMap(({ name, code }) => (code === undefined ? [] : [[name.toLowerCase(), code]])))
/** The code of the starter's item with this name, in whatever letter case; none for any other name. */
export const starterCode = (name: string): string | undefined => codes.get(name.toLowerCase())

/** The item that a visit with a doctor is charged, in a clinic that starts with it. */
export const CONSULTATION = 'Consultation'
