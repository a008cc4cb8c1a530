/** Another unit in which a quantity is commonly reported: in the quantity's own unit = number × factor + offset. */
export interface CommonUnit {
  unit: string
  factor: number
  offset?: number
  /** What is measured, where the unit alone does not say it. */
  of?: string
  /** The LOINC codes of a test that is in this unit, where two others have the same one. */
  loinc?: readonly string[]
  /** Only numbers with a fraction are likely to be meant in it. */
  isFraction?: true
}

/** From which number on somebody is asked, for an age (days, the second one excluded; null: no end). */
export interface AskBeyond {
  from_days?: number
  to_days?: number | null
  low: number
  high: number
  source: string
}

/** A quantity that laboratories report in more than one unit. */
export interface Quantity {
  /** The starter's codes, for tests without a LOINC code. */
  codes: readonly string[]
  /** In whichever unit. */
  loinc: readonly string[]
  unit: string
  others: readonly CommonUnit[]
  /** Outside of these a number is asked about, if in another unit it is possible. */
  expected: readonly AskBeyond[]
  /** What patients live with, in the quantity's unit: only what lies inside is offered as the meaning. */
  possible: readonly [number, number]
  /** A number with a fraction is asked about below this one: who measures in the quantity's own unit writes whole numbers. */
  fraction_below?: number
  /** A number between the expected ones and 100 may be a percentage, which no factor converts. */
  may_be_percent?: true
}

const KOST = 'Critical limits: Kost, Pediatrics 1991, children’s hospitals, mean'
const ADULT_CRITICAL = 'Critical limits of the starter catalogue'
const ASKED = 'Limits to ask at, proposed with the paediatric facts of 2026-11; a clinical lead has still to confirm them'

/** 1 mg/dL in mmol/L of a substance with this molar mass (g/mol). */
const molar = (mass: number) => 10 / mass
const micromolar = (mass: number) => 10_000 / mass
/** g/mol: IUPAC atomic weights 2021. Cholesterol and triolein as a common fat stand for what the lipid tests measure. */
export const molarMass = {
  glucose: 180.156,
  urea: 60.056,
  ureaNitrogen: 28.014,
  creatinine: 113.12,
  urate: 168.11,
  bilirubin: 584.67,
  cholesterol: 386.66,
  triolein: 885.43,
  calcium: 40.078,
  phosphorus: 30.974,
  magnesium: 24.305,
  thyroxine: 776.87,
} as const

const tenfold: CommonUnit[] = [{ unit: 'g/dL', factor: 10 }]
const mass = (factor: number): CommonUnit[] => [{ unit: 'mg/dL', factor }]
const cholesterol = mass(molar(molarMass.cholesterol))
const bilirubin = mass(micromolar(molarMass.bilirubin))
const asked = (low: number, high: number): AskBeyond[] => [{ low, high, source: ASKED }]
const NEWBORN = 28
const MONTH = 30
const SIX_YEARS = 2191
const ADULT = 6574
const perMicrolitre: CommonUnit = { unit: '/uL', factor: 0.001 }
const differential = (code: string, loinc: string, high: number): Quantity => ({
  codes: [code],
  loinc: [loinc],
  unit: '10*9/L',
  others: [perMicrolitre],
  expected: asked(0, high),
  possible: [0.2, 200],
  may_be_percent: true,
})

/** The quantities of the starter catalogue that are common in two units. Of CRP (mg/L and mg/dL) every number is possible in both: nothing is asked below. */
export const quantities: readonly Quantity[] = [
  {
    codes: ['HB'],
    loinc: ['718-7', '20509-6', '30313-1', '59260-0'],
    unit: 'g/L',
    others: tenfold,
    expected: [{ low: 69, high: 208, source: KOST }],
    possible: [20, 250],
  },
  { codes: ['HCT'], loinc: ['4544-3', '20570-8'], unit: 'L/L', others: [{ unit: '%', factor: 0.01 }], expected: asked(0.1, 0.8), possible: [0.05, 0.85] }, // prettier-ignore
  { codes: ['MCHC'], loinc: ['786-4', '28540-3'], unit: 'g/L', others: tenfold, expected: asked(200, 450), possible: [200, 450] },
  {
    codes: ['WBC'],
    loinc: ['6690-2', '26464-8', '804-5'],
    unit: '10*9/L',
    others: [perMicrolitre],
    expected: asked(0, 499),
    possible: [0.1, 500],
  },
  {
    codes: ['PLT'],
    loinc: ['777-3', '26515-7', '778-1'],
    unit: '10*9/L',
    others: [perMicrolitre, { unit: '10*5/uL', factor: 100, of: 'lakh', isFraction: true }],
    expected: [{ low: 53, high: 2999, source: KOST }],
    possible: [10, 2000],
  },
  differential('NEUT', '751-8', 30),
  differential('LYMPH', '731-0', 30),
  differential('MONO', '742-7', 5),
  differential('EOS', '711-2', 10),
  differential('BASO', '704-7', 2),
  { codes: ['FIB'], loinc: ['3255-7', '30902-1'], unit: 'g/L', others: mass(0.01), expected: asked(0.3, 11), possible: [0.3, 11] },
  {
    codes: ['UREA'],
    loinc: ['22664-7', '3091-6', '3094-0', '14937-7'],
    unit: 'mmol/L',
    others: [
      { unit: 'mg/dL', factor: molar(molarMass.ureaNitrogen), of: 'urea nitrogen', loinc: ['22664-7', '3094-0', '14937-7'] },
      { unit: 'mg/dL', factor: molar(molarMass.urea), of: 'urea', loinc: ['3091-6'] },
    ],
    expected: [
      { to_days: MONTH, low: 0.4, high: 14.3, source: 'Critical limit of newborns: BUN 40 mg/dL' },
      { from_days: MONTH, low: 0.4, high: 30, source: ADULT_CRITICAL },
    ],
    possible: [0.7, 80],
  },
  {
    codes: ['CREA'],
    loinc: ['14682-9', '2160-0'],
    unit: 'umol/L',
    others: mass(micromolar(molarMass.creatinine)),
    expected: [
      { to_days: SIX_YEARS, low: 8, high: 3000, source: ASKED },
      { from_days: SIX_YEARS, low: 30, high: 3000, source: ASKED },
    ],
    possible: [15, 2500],
    fraction_below: 30,
  },
  { codes: ['URIC'], loinc: ['14933-6', '3084-1'], unit: 'umol/L', others: mass(micromolar(molarMass.urate)), expected: asked(30, 1800), possible: [59, 1800] }, // prettier-ignore
  { codes: ['TP'], loinc: ['2885-2'], unit: 'g/L', others: tenfold, expected: asked(20, 150), possible: [20, 150] },
  { codes: ['ALB'], loinc: ['1751-7'], unit: 'g/L', others: tenfold, expected: asked(8, 80), possible: [8, 80] },
  {
    codes: ['TBIL'],
    loinc: ['14631-6', '1975-2'],
    unit: 'umol/L',
    others: bilirubin,
    // Of a newborn 15 mg/dL may mean an exchange of blood, and 15 µmol/L is nothing.
    expected: [
      { to_days: MONTH, low: 45, high: 800, source: ASKED },
      { from_days: MONTH, low: 1.5, high: 800, source: ASKED },
    ],
    possible: [3, 800],
    fraction_below: 45,
  },
  {
    codes: ['DBIL'],
    loinc: ['14629-0', '1968-7'],
    unit: 'umol/L',
    others: bilirubin,
    expected: asked(0, 600),
    possible: [1, 600],
    fraction_below: 30,
  },
  {
    codes: ['CA'],
    loinc: ['2000-8', '17861-6'],
    unit: 'mmol/L',
    others: mass(molar(molarMass.calcium)),
    expected: [{ low: 1.62, high: 3.17, source: KOST }],
    possible: [1, 5],
  },
  {
    codes: ['PHOS'],
    loinc: ['14879-1', '2777-1'],
    unit: 'mmol/L',
    others: mass(molar(molarMass.phosphorus)),
    expected: asked(0.3, 3),
    possible: [0.3, 5],
  },
  {
    codes: ['MG'],
    loinc: ['2601-3', '19123-9'],
    unit: 'mmol/L',
    others: [...mass(molar(molarMass.magnesium)), { unit: 'meq/L', factor: 0.5 }],
    expected: [{ low: 0.4, high: 2, source: ADULT_CRITICAL }],
    possible: [0.3, 6],
  },
  { codes: ['CHOL'], loinc: ['14647-2', '2093-3'], unit: 'mmol/L', others: cholesterol, expected: asked(0.8, 25), possible: [0.8, 25] },
  { codes: ['HDL'], loinc: ['14646-4', '2085-9'], unit: 'mmol/L', others: cholesterol, expected: asked(0.1, 4), possible: [0.15, 4] },
  { codes: ['LDL'], loinc: ['39469-2', '22748-8', '13457-7', '2089-1'], unit: 'mmol/L', others: cholesterol, expected: asked(0.1, 20), possible: [0.3, 20] }, // prettier-ignore
  {
    codes: ['TRIG'],
    loinc: ['14927-8', '2571-8'],
    unit: 'mmol/L',
    others: mass(molar(molarMass.triolein)),
    expected: asked(0.1, 15),
    possible: [0.2, 60],
  },
  {
    codes: ['GLU', 'GLUF'],
    loinc: ['14749-6', '14771-0', '15074-8', '2345-7', '2339-0', '1558-6'],
    unit: 'mmol/L',
    others: mass(molar(molarMass.glucose)),
    expected: [
      { to_days: NEWBORN, low: 1.5, high: 19.9, source: ASKED },
      { from_days: NEWBORN, to_days: ADULT, low: 2, high: 34.9, source: ASKED },
      { from_days: ADULT, low: 2, high: 44.9, source: ASKED },
    ],
    // In the other unit a low sugar is possible.
    possible: [1, 100],
  },
  {
    codes: ['HBA1C'],
    loinc: ['59261-8', '4548-4', '17856-6'],
    unit: 'mmol/mol',
    // NGSP master equation: % = 0.09148 × mmol/mol + 2.152, as its inverse in the starter.
    others: [{ unit: '%', factor: 10.929, offset: -23.49735 }],
    expected: asked(20, 200),
    possible: [9, 195],
  },
  {
    codes: ['FT4'],
    loinc: ['14920-3', '3024-7'],
    unit: 'pmol/L',
    // 1 ng/dL in pmol/L.
    others: [{ unit: 'ng/dL', factor: 10_000 / molarMass.thyroxine }],
    expected: asked(4, 100),
    possible: [3, 100],
  },
  { codes: ['CRP'], loinc: ['1988-5', '76485-2'], unit: 'mg/L', others: mass(10), expected: asked(0, 600), possible: [0.1, 600] },
  { codes: ['TNI'], loinc: ['89579-7', '10839-9'], unit: 'ng/L', others: [{ unit: 'ng/mL', factor: 1000 }], expected: asked(1, 500_000), possible: [1, 500_000] }, // prettier-ignore
  { codes: ['TNT'], loinc: ['67151-1', '6598-7'], unit: 'ng/L', others: [{ unit: 'ng/mL', factor: 1000 }], expected: asked(1, 500_000), possible: [1, 500_000] }, // prettier-ignore
  { codes: ['UUBG'], loinc: [], unit: 'umol/L', others: mass(16.929), expected: asked(2, 500), possible: [2, 300] },
]
