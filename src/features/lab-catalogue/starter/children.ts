import type { Source } from './sources.ts'

/** From and to an age in days, the second one excluded; the lower and the upper limit, null where there is none; for whom, and in words. */
export type Band = readonly [
  source: Source,
  from: number,
  to: number,
  low: string | null,
  high: string | null,
  more?: { sex?: 'male' | 'female'; text?: string },
]

const DAYS_7 = 7
const DAYS_14 = 14
const MO_1 = 30
const MO_2 = 61
const MO_3 = 91
const MO_4 = 122
const MO_6 = 183
const Y_1 = 365
const Y_2 = 730
const Y_3 = 1095
const Y_4 = 1461
const Y_6 = 2191
const Y_10 = 3652
const Y_12 = 4383
const Y_14 = 5113
const Y_16 = 5844
export const Y_18 = 6574

const boys = { sex: 'male' } as const
const girls = { sex: 'female' } as const
const all = (source: Source, low: string | null, high: string | null): Band => [source, 0, Y_18, low, high]

/** Ages of the table of Nathan and Oski up to two years. */
const infants = [0, DAYS_7, DAYS_14, MO_1, MO_2, MO_3, MO_6, Y_1] as const
const nathan = (...limits: (readonly [string, string])[]): Band[] =>
  limits.map(([low, high], index): Band => ['nathan', infants[index]!, infants[index + 1]!, low, high])
/** Ages of the table of Dacie and Lewis in the first year. */
const dacie = (ages: readonly number[], ...limits: (readonly [string, string])[]): Band[] =>
  limits.map(([low, high], index): Band => ['dacie', ages[index]!, ages[index + 1]!, low, high])
const FIRST_YEAR = [0, 3, DAYS_7, DAYS_14, MO_1, MO_2, MO_3, Y_1] as const
const FIRST_YEAR_PLAIN = [0, 3, DAYS_7, MO_1, MO_2, MO_3, Y_1] as const

const blood: Record<string, readonly Band[]> = {
  HB: [
    ...nathan(['145', '225'], ['135', '215'], ['125', '205'], ['100', '180'], ['90', '140'], ['95', '135'], ['105', '135']),
    ['dorset', Y_1, Y_2, '111', '141'],
    ['dorset', Y_2, Y_6, '110', '140'],
    ['dorset', Y_6, Y_12, '115', '155'],
    ['pedsap', Y_12, Y_18, '125', '161', boys],
    ['pedsap', Y_12, Y_18, '120', '150', girls],
  ],
  HCT: [
    ...nathan(['0.45', '0.67'], ['0.42', '0.66'], ['0.39', '0.63'], ['0.31', '0.55'], ['0.28', '0.42'], ['0.29', '0.41'], ['0.33', '0.39']),
    ['dorset', Y_1, Y_2, '0.30', '0.38'],
    ['dorset', Y_2, Y_6, '0.34', '0.40'],
    ['dorset', Y_6, Y_12, '0.35', '0.45'],
    ['pedsap', Y_12, Y_18, '0.36', '0.47', boys],
    ['pedsap', Y_12, Y_18, '0.35', '0.45', girls],
  ],
  MCV: [
    ...nathan(['95', '121'], ['88', '126'], ['86', '124'], ['85', '123'], ['77', '115'], ['74', '108'], ['70', '86']),
    ['dorset', Y_1, Y_2, '72', '84'],
    ['dorset', Y_2, Y_6, '75', '87'],
    ['dorset', Y_6, Y_12, '77', '95'],
    ['pedsap', Y_12, Y_18, '78', '95'],
  ],
  RBC: [
    ...nathan(['4.0', '6.6'], ['3.9', '6.3'], ['3.6', '6.2'], ['3.0', '5.4'], ['2.7', '4.9'], ['3.1', '4.5'], ['3.7', '5.3']),
    ['nathan', Y_1, Y_2, '3.7', '5.3'],
    ['nathan', Y_2, Y_6, '3.9', '5.3'],
    ['nathan', Y_6, Y_12, '4.0', '5.2'],
    ['nathan', Y_12, Y_18, '4.5', '5.3', boys],
    ['nathan', Y_12, Y_18, '4.1', '5.1', girls],
  ],
  MCH: [
    ...nathan(['31', '37'], ['28', '40'], ['28', '40'], ['28', '40'], ['26', '34'], ['25', '35'], ['23', '31']),
    ['nathan', Y_1, Y_2, '23', '31'],
    ['nathan', Y_2, Y_6, '24', '30'],
    ['nathan', Y_6, Y_12, '25', '33'],
    ['nathan', Y_12, Y_18, '25', '35'],
  ],
  MCHC: [
    ...nathan(['290', '370'], ['280', '380'], ['280', '380'], ['290', '370'], ['290', '370'], ['300', '360'], ['300', '360']),
    ['nathan', Y_1, Y_2, '300', '360'],
    ['nathan', Y_2, Y_18, '310', '370'],
  ],
  WBC: [
    ...dacie(FIRST_YEAR_PLAIN, ['10', '26'], ['7', '23'], ['6', '22'], ['5', '19'], ['5', '15'], ['6', '18']),
    ['dorset', Y_1, Y_2, '6', '16'],
    ['dorset', Y_2, Y_6, '5', '15'],
    ['dorset', Y_6, Y_12, '5', '13'],
    ['pedsap', Y_12, Y_18, '4', '13.5'],
  ],
  NEUT: [
    ...dacie(FIRST_YEAR, ['4', '14'], ['3', '5'], ['3', '6'], ['3', '7'], ['3', '9'], ['1', '5'], ['1', '6']),
    ['dorset', Y_1, Y_2, '1', '7'],
    ['dorset', Y_2, Y_6, '1.5', '8'],
    ['dorset', Y_6, Y_12, '2', '8'],
    ['davis', Y_12, Y_18, '2.7', '6.5'],
  ],
  LYMPH: [
    ...dacie(FIRST_YEAR_PLAIN, ['3', '8'], ['2', '8'], ['3', '9'], ['3', '16'], ['4', '10'], ['4', '12']),
    ['dorset', Y_1, Y_2, '3.5', '11'],
    ['dorset', Y_6, Y_12, '1', '5'],
    ['davis', Y_12, Y_18, '1.5', '3.7'],
  ],
  PLT: [
    ...dacie(FIRST_YEAR, ['100', '450'], ['210', '500'], ['160', '500'], ['170', '500'], ['200', '500'], ['210', '650'], ['200', '550']),
    ['dorset', Y_1, Y_2, '200', '550'],
    ['dorset', Y_2, Y_6, '200', '490'],
    ['dorset', Y_6, Y_12, '170', '450'],
    ['pedsap', Y_12, Y_18, '150', '450'],
  ],
  MONO: [
    ['dorset', Y_1, Y_12, '0.2', '1.0'],
    ['davis', Y_12, Y_18, '0.2', '0.4'],
  ],
  EOS: [
    ['dorset', Y_1, Y_12, '0.1', '1.0'],
    ['davis', Y_12, Y_18, '0.05', '0.5'],
  ],
  BASO: [['davis', MO_1, Y_18, '0', '0.1']],
  PT: [
    ['andrew', 0, 4, '10.1', '15.9'],
    ['andrew', 4, MO_1, '9.5', '15.3'],
    ['andrew', MO_1, MO_3, '9.3', '14.3'],
  ],
  APTT: [
    ['andrew', 0, 4, '31', '55'],
    ['andrew', 4, MO_1, '25', '60'],
    ['andrew', MO_1, MO_3, '26', '55'],
  ],
  FIB: [
    ['andrew', 0, 4, '1.7', '4.0'],
    ['andrew', 4, MO_1, '1.6', '4.6'],
    ['andrew', MO_1, MO_3, '1.6', '3.8'],
  ],
  FERR: [
    ['ferritin', 0, DAYS_7, '25', '400'],
    ['ferritin', MO_1, MO_2, '200', '600'],
    ['ferritin', MO_2, MO_6, '50', '200'],
    ['ferritin', MO_6, Y_18, '15', '120'],
  ],
}

const lipid = (text: string) => ({ text })
const chemistry: Record<string, readonly Band[]> = {
  NA: [all('harmony', '133', '146')],
  K: [
    ['pedsap', 0, MO_1, '3.7', '7.2'],
    ['pedsap', MO_1, MO_3, '4.0', '6.2'],
    ['pedsap', MO_3, Y_1, '3.4', '5.6'],
    ['pedsap', Y_1, Y_18, '3.5', '5.1'],
  ],
  CL: [all('pedsap', '95', '108')],
  HCO3: [
    ['pedsap', 0, DAYS_7, '19', '25'],
    ['pedsap', DAYS_7, Y_18, '20', '30'],
  ],
  UREA: [all('pedsap', '0.7', '7.1')],
  CREA: [
    ['pedsap', 0, MO_1, '27', '88'],
    ['whipps', MO_1, Y_1, '15', '55'],
    ['pedsap', Y_1, Y_12, '27', '62'],
    ['pedsap', Y_12, Y_18, '44', '88'],
  ],
  URIC: [['pedsap', 0, Y_14, '59', '416']],
  ALB: [
    ['ayling', 0, DAYS_7, '25', '39'],
    ['pedsap', DAYS_7, Y_1, '19', '49'],
    ['pedsap', Y_1, Y_6, '34', '52'],
    ['pedsap', Y_6, Y_18, '35', '56'],
  ],
  TBIL: [
    ['nice', 0, DAYS_14, null, null, { text: 'By hours of age: plot on the treatment chart' }],
    ['pedsap', MO_1, Y_1, null, '34'],
    ['pedsap', Y_1, Y_18, null, '26'],
  ],
  DBIL: [
    ['pedsap', 0, MO_1, null, '10'],
    ['pedsap', MO_1, Y_18, null, '3.5'],
  ],
  ALT: [
    ['pedsap', 0, DAYS_7, '6', '40'],
    ['pedsap', DAYS_7, MO_1, '10', '40', boys],
    ['pedsap', DAYS_7, MO_1, '8', '32', girls],
    ['pedsap', MO_1, Y_1, '12', '45'],
    ['pedsap', Y_1, Y_18, '5', '55'],
  ],
  AST: [
    ['pedsap', 0, DAYS_7, '30', '150', boys],
    ['pedsap', 0, DAYS_7, '24', '150', girls],
    ['pedsap', DAYS_7, Y_1, '9', '80'],
    ['pedsap', Y_1, Y_3, '20', '60'],
    ['pedsap', Y_3, Y_10, '15', '50'],
    ['pedsap', Y_10, Y_16, '10', '40'],
    ['pedsap', Y_16, Y_18, '15', '45', boys],
    ['pedsap', Y_16, Y_18, '5', '30', girls],
  ],
  ALP: [
    ['ayling', 0, DAYS_7, '107', '357'],
    ['ayling', DAYS_7, MO_1, '107', '474'],
    ['pedsap', MO_1, Y_1, '150', '420'],
    ['pedsap', Y_1, Y_10, '100', '420'],
    ['pedsap', Y_10, Y_12, '140', '560'],
    ['pedsap', Y_12, Y_14, '100', '495', boys],
    ['pedsap', Y_12, Y_14, '100', '420', girls],
    ['pedsap', Y_14, Y_16, '100', '525', boys],
    ['pedsap', Y_14, Y_16, '70', '320', girls],
    ['pedsap', Y_16, Y_18, '65', '260', boys],
    ['pedsap', Y_16, Y_18, '50', '320', girls],
  ],
  GGT: [
    ['pedsap', 0, MO_2, '12', '147'],
    ['pedsap', MO_2, MO_4, '8', '90'],
    ['pedsap', MO_4, Y_18, '5', '32'],
  ],
  CA: [
    ['pedsap', 0, 1, '2.25', '2.64'],
    ['pedsap', 1, 2, '1.75', '2.99'],
    ['lane', 4, DAYS_7, '2.25', '2.72'],
    ['pedsap', DAYS_7, MO_1, '2.2', '2.7'],
    ['whipps', MO_1, Y_1, '2.10', '2.80'],
    ['pedsap', Y_1, Y_12, '2.20', '2.70'],
    ['pedsap', Y_12, Y_18, '2.10', '2.55'],
  ],
  PHOS: [
    ['pedsap', 0, DAYS_7, '1.45', '2.91'],
    ['whipps', DAYS_7, MO_1, '1.6', '2.7'],
    ['whipps', MO_1, Y_1, '1.2', '2.7'],
    ['pedsap', Y_1, Y_6, '1.23', '2.10'],
    ['pedsap', Y_6, Y_12, '1.03', '1.87'],
    ['pedsap', Y_12, Y_16, '0.94', '1.74'],
    ['pedsap', Y_16, Y_18, '0.77', '1.52'],
  ],
  MG: [all('pedsap', '0.75', '1.25')],
  CHOL: [['nhlbi', Y_2, Y_18, null, '4.3', lipid('Acceptable below 4.4, high from 5.1')]],
  TRIG: [
    ['nhlbi', Y_2, Y_10, null, '0.8', lipid('Acceptable to 0.8 fasting, high from 1.1')],
    ['nhlbi', Y_10, Y_18, null, '1.0', lipid('Acceptable to 1.0 fasting, high from 1.4')],
  ],
  HDL: [['nhlbi', Y_2, Y_18, '1.0', null, lipid('Acceptable above 1.2, low below 1.0')]],
  LDL: [['nhlbi', Y_2, Y_18, null, '2.8', lipid('Acceptable to 2.8, high from 3.4')]],
  NONHDL: [['nhlbi', Y_2, Y_18, null, '3.1', lipid('Acceptable to 3.1, high from 3.7')]],
  GLU: [
    ['pedsap', 0, 1, '2.2', '3.3'],
    ['pedsap', 1, MO_1, '2.8', '5.0'],
    ['pedsap', MO_1, Y_12, '3.3', '5.6', lipid('Before meals')],
    ['pedsap', Y_12, Y_18, '3.9', '5.6', lipid('Before meals')],
  ],
  GLUF: [
    ['pedsap', 0, 1, '2.2', '3.3'],
    ['pedsap', 1, MO_1, '2.8', '5.0'],
    ['pedsap', MO_1, Y_12, '3.3', '5.6'],
    ['pedsap', Y_12, Y_18, '3.9', '5.6'],
  ],
  HBA1C: [['pedsap', Y_1, Y_18, '20', '42']],
  TSH: [
    ['mp', 0, 1, '1', '39'],
    ['mp', 1, 2, '1', '18'],
    ['mp', DAYS_7, MO_1, '0.5', '16'],
    ['mp', MO_1, Y_4, '0.4', '7.0'],
    ['mp', Y_4, Y_6, '0.4', '6.0'],
    ['mp', Y_6, Y_10, '0.4', '5.0'],
    ['mp', Y_12, Y_18, '0.35', '5.5'],
  ],
  CRP: [all('pedsap', null, '8')],
  CK: [
    ['pedsap', 0, 1, '214', '1175'],
    ['pedsap', 1, 2, '130', '1200'],
  ],
  AMY: [
    ['lane', 0, DAYS_7, '3', '10'],
    ['lane', Y_1, Y_18, '30', '100'],
  ],
}

/** Reference ranges from birth to under 18 years, as far as a source gives them. */
export const childBands: Readonly<Record<string, readonly Band[]>> = { ...blood, ...chemistry }

type Hole = readonly [from: number, to: number | null, reason: string]
const UNSOURCED = 'no source for children'
const none = (reason = UNSOURCED): Hole[] => [[0, Y_18, reason]]
const FIRST_DAYS = 'the sources give hours or single days only'

/**
 * The ages at which a test of a number has no reference range, each with the reason. Anything that is missing and is not listed here is a mistake:
 * the test of the starter finds it.
 */
export const withoutReference: Readonly<Record<string, readonly Hole[]>> = {
  LYMPH: [[Y_2, Y_6, 'the limits as printed (6 to 9) are doubtful']],
  MONO: [[0, Y_1, UNSOURCED]],
  EOS: [[0, Y_1, UNSOURCED]],
  BASO: [[0, MO_1, UNSOURCED]],
  RDW: none(),
  ESR: none(),
  INR: none(),
  PT: [[MO_3, Y_18, 'depends on the reagent']],
  APTT: [[MO_3, Y_18, 'depends on the reagent']],
  FIB: [[MO_3, Y_18, UNSOURCED]],
  FERR: [[DAYS_7, MO_1, UNSOURCED]],
  URIC: [[Y_14, Y_18, UNSOURCED]],
  TP: none(),
  TBIL: [[DAYS_14, MO_1, 'jaundice beyond 14 days is for a clinician']],
  CA: [[2, 4, FIRST_DAYS]],
  CAADJ: none('the formula is of adults'),
  EGFR: none('the formula is not used under 18 years'),
  AGAP: [[0, null, 'depends on the method']],
  CHOL: [[0, Y_2, 'no limits under 2 years']],
  TRIG: [[0, Y_2, 'no limits under 2 years']],
  HDL: [[0, Y_2, 'no limits under 2 years']],
  LDL: [[0, Y_2, 'no limits under 2 years']],
  NONHDL: [
    [0, Y_2, 'no limits under 2 years'],
    [Y_18, null, 'no source for adults'],
  ],
  GLU: [[Y_18, null, 'a random value has no reference range in adults']],
  HBA1C: [[0, Y_1, 'not used in infants: fetal haemoglobin disturbs it']],
  TSH: [
    [2, DAYS_7, FIRST_DAYS],
    [Y_10, Y_12, UNSOURCED],
  ],
  FT4: none(),
  CK: [[2, Y_18, UNSOURCED]],
  AMY: [[DAYS_7, Y_1, UNSOURCED]],
  USG: none(),
  UPH: none(),
  UUBG: none(),
  UWBC: none(),
  URBC: none(),
}
