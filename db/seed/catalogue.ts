import type { itemCategories } from '#features/catalogue/contract.ts'
import type { Department } from './clinic.ts'

type Category = (typeof itemCategories)[number]
export interface DemoItem {
  code: string
  name: string
  category: Category
  unit: string
  department: Department
  /** Shillings for one unit, with tax; null for what has no price yet. */
  price: string | null
  /** Standard-rated; care itself is exempt. */
  isTaxed: boolean
}

type Row = readonly [code: string, name: string, price: number | null, more?: { unit?: string; taxed?: true }]
const group = (category: Category, department: Department, unit: string, rows: readonly Row[]): DemoItem[] =>
  rows.map(([code, name, price, more = {}]) => ({
    code,
    name,
    category,
    department,
    unit: more.unit ?? unit,
    price: price === null ? null : price.toFixed(2),
    isTaxed: more.taxed ?? false,
  }))

const taxed = { taxed: true } as const

/** What the demonstration clinic bills, with prices as private clinics in Nairobi ask them. */
export const items: readonly DemoItem[] = [
  ...group('consultation', 'Outpatient', 'visit', [
    ['CON-01', 'Consultation', 800],
    ['CON-02', 'Follow-up consultation', 400],
    ['CON-03', 'Specialist consultation', 2500],
    ['CON-04', 'Medical examination for work', 1200, taxed],
    ['CON-05', 'Nutrition counselling', 600],
    ['CON-06', 'Counselling session', 1000],
  ]),
  ...group('consultation', 'Maternal and child health', 'visit', [
    ['MCH-01', 'Antenatal visit', 500],
    ['MCH-02', 'Postnatal visit', 300],
    ['MCH-03', 'Growth monitoring', 100],
  ]),
  ...group('other', 'Reception', 'each', [
    ['ADM-01', 'Registration and card', 100],
    ['ADM-02', 'Copy of medical report', 580, taxed],
    ['ADM-03', 'Ambulance, within the city', 4500],
  ]),
  ...group('nursing', 'Treatment room', 'each', [
    ['NUR-01', 'Dressing', 300],
    ['NUR-02', 'Dressing, large', 600],
    ['NUR-03', 'Injection', 150],
    ['NUR-04', 'Nebulisation', 400],
    ['NUR-05', 'Setting up a drip', 500],
    ['NUR-06', 'Removal of stitches', 300],
    ['NUR-07', 'Observation', 300, { unit: 'hour' }],
    ['NUR-08', 'Oxygen', 250, { unit: 'hour' }],
  ]),
  ...group('nursing', 'Maternal and child health', 'each', [
    ['MCH-04', 'Immunisation', 100],
    ['MCH-05', 'Contraceptive injection', 350],
  ]),
  ...group('procedure', 'Treatment room', 'each', [
    ['PRO-01', 'Stitching of a wound', 1500],
    ['PRO-02', 'Drainage of an abscess', 1800],
    ['PRO-03', 'Removal of a foreign body', 1200],
    ['PRO-04', 'Ear syringing', 500],
    ['PRO-05', 'Plaster cast', 3500],
    ['PRO-06', 'Urinary catheterisation', 700],
    ['PRO-07', 'Electrocardiogram', 1500],
    ['PRO-08', 'Circumcision', 6500],
  ]),
  ...group('procedure', 'Maternal and child health', 'each', [
    ['MCH-06', 'Implant insertion', 1500],
    ['MCH-07', 'Implant removal', 1000],
    ['MCH-08', 'Cervical screening', 1200],
  ]),
  ...group('procedure', 'Dental', 'each', [
    ['DEN-01', 'Tooth extraction', 1500],
    ['DEN-02', 'Dental filling', 2500],
    ['DEN-03', 'Scaling and polishing', 2000],
  ]),
  ...group('laboratory', 'Laboratory', 'test', [
    ['LAB-01', 'Malaria rapid test (mRDT)', 300],
    ['LAB-02', 'Malaria blood film (MPS)', 250],
    ['LAB-03', 'Full blood count (FBC, CBC)', 600],
    ['LAB-04', 'Blood glucose (RBS, FBS)', 150],
    ['LAB-05', 'HbA1c', 1400],
    ['LAB-06', 'HIV rapid test', 200],
    ['LAB-07', 'Urinalysis', 250],
    ['LAB-08', 'Urine culture', 1200],
    ['LAB-09', 'Stool microscopy', 250],
    ['LAB-10', 'H. pylori antigen', 900],
    ['LAB-11', 'Pregnancy test (UPT)', 200],
    ['LAB-12', 'Blood group and rhesus', 300],
    ['LAB-13', 'Kidney function (U&E)', 1500],
    ['LAB-14', 'Liver function (LFT)', 1600],
    ['LAB-15', 'Lipid profile', 1500],
    ['LAB-16', 'C-reactive protein (CRP)', 800],
    ['LAB-17', 'Salmonella antigen', 700],
    ['LAB-18', 'Brucella antigen', 600],
    ['LAB-19', 'Hepatitis B antigen', 500],
    ['LAB-20', 'Syphilis test (VDRL)', 300],
    ['LAB-21', 'Sputum for tuberculosis', 400],
    ['LAB-22', 'Thyroid function (TFT)', 2400],
    ['LAB-23', 'High vaginal swab (HVS)', 800],
    ['LAB-24', 'Troponin', 2200],
    ['LAB-25', 'Viral load', 3500],
    ['LAB-26', 'Haemoglobin (Hb)', 150],
    ['LAB-27', 'Erythrocyte sedimentation rate (ESR)', 250],
  ]),
  ...group('imaging', 'Imaging', 'each', [
    ['IMG-01', 'Chest X-ray', 1800],
    ['IMG-02', 'Limb X-ray', 1500],
    ['IMG-03', 'Abdominal ultrasound', 2500],
    ['IMG-04', 'Obstetric ultrasound', 2000],
  ]),
  ...group('drug', 'Pharmacy', 'tablet', [
    ['DRG-01', 'Paracetamol 500 mg', 3],
    ['DRG-02', 'Ibuprofen 400 mg', 6],
    ['DRG-03', 'Artemether-lumefantrine 20/120 mg', 15],
    ['DRG-04', 'Amoxicillin 500 mg', 10, { unit: 'capsule' }],
    ['DRG-05', 'Amoxicillin-clavulanate 625 mg', 45],
    ['DRG-06', 'Azithromycin 500 mg', 60],
    ['DRG-07', 'Ciprofloxacin 500 mg', 15],
    ['DRG-08', 'Metronidazole 400 mg', 5],
    ['DRG-09', 'Cetirizine 10 mg', 8],
    ['DRG-10', 'Omeprazole 20 mg', 12, { unit: 'capsule' }],
    ['DRG-11', 'Diclofenac 50 mg', 5],
    ['DRG-12', 'Amlodipine 5 mg', 6],
    ['DRG-13', 'Losartan 50 mg', 12],
    ['DRG-14', 'Metformin 500 mg', 6],
    ['DRG-15', 'Ferrous sulphate and folic acid', 3],
    ['DRG-16', 'Albendazole 400 mg', 40],
    ['DRG-17', 'Prednisolone 5 mg', 4],
    ['DRG-18', 'Carbamazepine 200 mg', 9],
    ['DRG-19', 'Oral rehydration salts', 20, { unit: 'sachet' }],
    ['DRG-20', 'Zinc sulphate 20 mg', 5],
    ['DRG-21', 'Paracetamol syrup 120 mg/5 ml, 60 ml', 120, { unit: 'bottle' }],
    ['DRG-22', 'Amoxicillin suspension 250 mg/5 ml, 100 ml', 220, { unit: 'bottle' }],
    ['DRG-23', 'Cough syrup 100 ml', 180, { unit: 'bottle' }],
    ['DRG-24', 'Salbutamol inhaler', 450, { unit: 'inhaler' }],
    ['DRG-25', 'Clotrimazole cream 20 g', 150, { unit: 'tube' }],
    ['DRG-26', 'Chloramphenicol eye drops', 120, { unit: 'bottle' }],
    ['DRG-27', 'Ceftriaxone 1 g', 180, { unit: 'vial' }],
    ['DRG-28', 'Diclofenac injection 75 mg', 60, { unit: 'ampoule' }],
    ['DRG-29', 'Normal saline 500 ml', 200, { unit: 'bottle' }],
    ['DRG-30', 'Insulin, premixed 10 ml', 900, { unit: 'vial' }],
    ['DRG-31', 'Furosemide 40 mg', 4],
    ['DRG-32', 'Levothyroxine 50 mcg', 6],
    ['DRG-33', 'Fluoxetine 20 mg', 10, { unit: 'capsule' }],
    ['DRG-34', 'Allopurinol 100 mg', 5],
    ['DRG-35', 'Tamsulosin 0.4 mg', 25, { unit: 'capsule' }],
    ['DRG-36', 'Aspirin 75 mg', 3],
    ['DRG-37', 'Atorvastatin 20 mg', 12],
    ['DRG-38', 'Propranolol 40 mg', 5],
    ['DRG-39', 'Tramadol 50 mg', 10, { unit: 'capsule' }],
    ['DRG-40', 'Flucloxacillin 500 mg', 18, { unit: 'capsule' }],
    ['DRG-41', 'Doxycycline 100 mg', 8, { unit: 'capsule' }],
    ['DRG-42', 'Lactulose syrup 100 ml', 380, { unit: 'bottle' }],
    ['DRG-43', 'Hydrocortisone suppositories 25 mg', 45, { unit: 'suppository' }],
    ['DRG-44', 'Tranexamic acid 500 mg', 40],
    ['DRG-45', 'Artesunate injection 60 mg', 320, { unit: 'vial' }],
    ['DRG-46', 'Hyoscine butylbromide 10 mg', 9],
    ['DRG-47', 'Metoclopramide 10 mg', 5],
    ['DRG-48', 'Folic acid 5 mg', 2],
    ['DRG-49', 'Rifampicin-isoniazid-pyrazinamide-ethambutol', 0],
    ['DRG-50', 'Pyridoxine 50 mg', 4],
    ['DRG-51', 'Tenofovir-lamivudine-dolutegravir 300/300/50 mg', 0],
    ['DRG-52', 'Co-trimoxazole 960 mg', 6],
    ['DRG-53', 'Benzyl benzoate lotion 100 ml', 180, { unit: 'bottle' }],
    ['DRG-54', 'Griseofulvin 500 mg', 22],
    ['DRG-55', 'Hydrocortisone cream 15 g', 160, { unit: 'tube' }],
    ['DRG-56', 'Aciclovir 400 mg', 25],
    ['DRG-57', 'Amitriptyline 25 mg', 4],
    ['DRG-58', 'Azithromycin suspension 200 mg/5 ml, 15 ml', 260, { unit: 'bottle' }],
    ['DRG-59', 'Metronidazole suspension 200 mg/5 ml, 100 ml', 150, { unit: 'bottle' }],
    ['DRG-60', 'Cetirizine syrup 5 mg/5 ml, 60 ml', 160, { unit: 'bottle' }],
    ['DRG-61', 'Ibuprofen suspension 100 mg/5 ml, 100 ml', 190, { unit: 'bottle' }],
    ['DRG-62', 'Iron syrup 100 ml', 210, { unit: 'bottle' }],
  ]),
  ...group('consumable', 'Pharmacy', 'each', [
    ['SUP-01', 'Syringe 5 ml', 20, taxed],
    ['SUP-02', 'Cannula', 120, taxed],
    ['SUP-03', 'Examination gloves', 30, { unit: 'pair', ...taxed }],
    ['SUP-04', 'Giving set', 100, taxed],
    ['SUP-05', 'Crepe bandage', 150, taxed],
    ['SUP-06', 'Gauze, sterile', 40, { unit: 'pack', ...taxed }],
    ['SUP-07', 'Crutches', null, { unit: 'pair', ...taxed }],
  ]),
  ...group('consumable', 'Laboratory', 'each', [
    ['REA-01', 'Malaria test cassette', null],
    ['REA-02', 'Glucose strip', null],
    ['REA-03', 'Urine dipstick', null],
    ['REA-04', 'EDTA tube', null],
  ]),
]

const itemsByCode = new Map(items.map((item) => [item.code, item]))

/** The item with this code; throws on an unknown one. */
export const itemOf = (code: string): DemoItem => {
  const item = itemsByCode.get(code)
  if (!item) throw new RangeError(`No such item: ${code}`)
  return item
}

/** What a visit with a doctor costs, and what one with the professor does. */
export const CONSULTATION = 'CON-01'
export const PROFESSOR = { email: 'harpreet.sidhu@demo.kliniki.example', item: 'CON-03' } as const

export interface DemoPriceList {
  /** Index into `insuranceCompanies`. */
  payer: number
  /** The patient's part, in percent, where an item says nothing of its own. */
  coPay: string | null
  coversUnlisted: boolean
  /** What the insurer pays of the cash price, in percent, by the start of the code; what is not named is not on the list. */
  share: Readonly<Record<string, number>>
  /** The patient's part of one unit in shillings, by code. */
  coPayAmounts: Readonly<Record<string, string>>
  /** Codes that are not covered although their group is. */
  without: readonly string[]
}

/** The lists that three of the payers have agreed with the clinic. */
export const priceLists: readonly DemoPriceList[] = [
  {
    payer: 0,
    coPay: null,
    coversUnlisted: false,
    share: { CON: 75, MCH: 100, NUR: 90, LAB: 80, DRG: 100, SUP: 100, IMG: 80, PRO: 85 },
    coPayAmounts: { 'CON-01': '100.00', 'CON-02': '100.00', 'CON-03': '500.00' },
    without: ['CON-04', 'CON-05', 'PRO-08', 'LAB-05', 'LAB-25'],
  },
  {
    payer: 1,
    coPay: '10.00',
    coversUnlisted: true,
    share: { CON: 100, LAB: 95, IMG: 95, DRG: 100 },
    coPayAmounts: { 'CON-01': '200.00', 'CON-03': '500.00' },
    without: [],
  },
  {
    payer: 2,
    coPay: '20.00',
    coversUnlisted: false,
    share: { CON: 110, NUR: 100, LAB: 105, IMG: 110, DRG: 105, PRO: 105 },
    coPayAmounts: {},
    without: ['CON-05', 'CON-06', 'PRO-08', 'DRG-24'],
  },
]
