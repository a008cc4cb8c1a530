import type { itemCategories } from './contract.ts'

type Category = (typeof itemCategories)[number]
export interface StarterItem {
  name: string
  category: Category
  unit: string
  /** One of the departments that the wizard offers. */
  department?: string
}

const group = (category: Category, unit: string, department: string | undefined, names: readonly string[]): StarterItem[] =>
  names.map((name) => ({ name, category, unit, ...(department !== undefined && { department }) }))

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
  ...group('laboratory', 'test', 'Laboratory', [
    'Malaria rapid test',
    'Full blood count',
    'Blood glucose',
    'HIV rapid test',
    'Urinalysis',
    'Stool microscopy',
    'Pregnancy test',
    'Blood group and rhesus',
  ]),
  ...group('imaging', 'each', 'Radiology', ['Chest X-ray', 'Limb X-ray', 'Abdominal ultrasound', 'Obstetric ultrasound']),
  ...group('drug', 'tablet', 'Pharmacy', ['Paracetamol 500 mg', 'Ibuprofen 400 mg', 'Artemether-lumefantrine 20/120 mg']),
  ...group('drug', 'capsule', 'Pharmacy', ['Amoxicillin 500 mg']),
  ...group('drug', 'sachet', 'Pharmacy', ['Oral rehydration salts']),
  ...group('consumable', 'each', 'Pharmacy', ['Syringe 5 ml', 'Cannula', 'Urine catheter']),
  ...group('consumable', 'pair', 'Pharmacy', ['Examination gloves']),
]

/** The item that a visit with a doctor is charged, in a clinic that starts with it. */
export const CONSULTATION = 'Consultation'
