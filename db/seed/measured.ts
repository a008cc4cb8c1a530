import { random, type Random } from './random.ts'

/** What most people have: mean and standard deviation in the panel's unit. */
const usual: Readonly<Record<string, readonly [number, number]>> = {
  WBC: [6.8, 1.5],
  RBC: [4.8, 0.35],
  HB: [141, 11],
  HCT: [0.42, 0.03],
  MCV: [88, 4.5],
  MCH: [30, 1.4],
  MCHC: [333, 11],
  RDW: [13.1, 0.8],
  PLT: [262, 58],
  NEUT: [4.1, 1],
  LYMPH: [2.2, 0.5],
  MONO: [0.46, 0.12],
  EOS: [0.17, 0.08],
  BASO: [0.04, 0.02],
  ESR: [8, 4],
  PT: [12.1, 0.6],
  INR: [1, 0.07],
  APTT: [30, 2.3],
  FIB: [2.7, 0.5],
  FERR: [95, 45],
  NA: [139.5, 2.4],
  K: [4.2, 0.35],
  CL: [101.5, 2.4],
  HCO3: [25.2, 1.7],
  UREA: [4.9, 1.2],
  CREA: [74, 12],
  URIC: [295, 55],
  TP: [70, 4],
  ALB: [42, 3],
  TBIL: [9, 3.2],
  DBIL: [2.4, 1],
  ALT: [22, 8],
  AST: [23, 7],
  ALP: [78, 19],
  GGT: [20, 6],
  CA: [2.36, 0.07],
  PHOS: [1.12, 0.14],
  MG: [0.84, 0.05],
  CHOL: [4.6, 0.7],
  TRIG: [1.2, 0.35],
  HDL: [1.35, 0.2],
  GLU: [5.6, 0.8],
  GLUF: [4.8, 0.4],
  HBA1C: [35, 4],
  TSH: [2.1, 0.8],
  FT4: [14.5, 2.2],
  CRP: [2.2, 1.2],
  CK: [110, 40],
  TNI: [5, 2.5],
  TNT: [7, 3],
  AMY: [62, 18],
  USG: [1.016, 0.004],
  UPH: [6.2, 0.5],
  UUBG: [8, 3],
  UWBC: [2, 1.3],
  URBC: [1, 0.7],
  HIVVL: [0, 0],
}

/** What an illness, by the head of its code in ICD-10, makes of a value: a factor. */
const shifts: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  B50: { PLT: 0.45, HB: 0.87, CRP: 25 },
  B54: { PLT: 0.55, HB: 0.9, CRP: 18 },
  D50: { HB: 0.66, MCV: 0.79, MCH: 0.74, FERR: 0.09, RDW: 1.35 },
  D64: { HB: 0.68, HCT: 0.72 },
  E11: { GLU: 2.3, GLUF: 2.2, HBA1C: 1.9, TRIG: 1.7 },
  I10: { CREA: 1.15, CHOL: 1.2 },
  J18: { WBC: 2.1, NEUT: 2.6, CRP: 42 },
  N39: { UWBC: 14, URBC: 5, WBC: 1.3 },
  A01: { WBC: 0.6, CRP: 20, ALT: 2.2, AST: 2.4 },
  K70: { GGT: 5, AST: 3, ALT: 2.2 },
  N18: { CREA: 3.2, UREA: 3, K: 1.22, HB: 0.8 },
}

/** What a coded test says in an illness; the first of its choices otherwise. */
const findings: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  B50: { MRDT: 'P. falciparum', MPS: 'P. falciparum seen', MPSTAGE: 'Trophozoites' },
  B54: { MRDT: 'P. falciparum', MPS: 'P. falciparum seen', MPSTAGE: 'Trophozoites' },
  N39: { ULEU: '2+', UNIT: 'Positive', UPRO: 'Trace', UAPP: 'Turbid', UCULT: 'Growth', UBLD: '1+' },
  E11: { UGLU: '2+' },
  A01: { SALM: 'Positive' },
  A15: { AFB: '2+' },
  A06: { STOOLOP: 'Entamoeba histolytica' },
  B76: { STOOLOP: 'Hookworm ova' },
  B77: { STOOLOP: 'Ascaris lumbricoides ova' },
  B20: { HIV: 'Positive' },
  K29: { HPAG: 'Positive' },
  A53: { VDRL: 'Reactive' },
  Z32: { UPT: 'Positive' },
  Z34: { UPT: 'Positive' },
  O21: { UPT: 'Positive' },
}
const mixed: Readonly<Record<string, readonly string[]>> = {
  ABO: ['O', 'A', 'B', 'AB', 'O'],
  RH: ['Positive', 'Positive', 'Positive', 'Negative'],
  UCOL: ['Yellow', 'Straw', 'Amber'],
}

/** So much of everybody's values is out of the ordinary by itself. */
const ODD = 0.05

const numberOf = (rng: Random, code: string, codes: readonly string[]) => {
  const [mean, deviation] = usual[code] ?? [10, 1]
  const shift = codes.map((head) => shifts[head]?.[code]).find((factor) => factor !== undefined) ?? 1
  const spread = rng.chance(ODD) ? 2.6 : 1
  return Math.max(rng.normal(mean * shift, deviation * Math.min(shift, 2.5) * spread), mean * 0.03)
}

export interface Asked {
  id: number
  code: string
  decimals: number | null
  sex: string
  /** The heads of the visit's diagnoses. */
  codes: readonly string[]
}

/** A number as the bench would write it. The same for the same test each time. */
export const measuredNumber = ({ id, code, decimals, sex, codes }: Asked): string => {
  const value =
    numberOf(random(`value ${id}`), code, codes) * (sex === 'female' && ['HB', 'HCT', 'RBC', 'CREA', 'URIC'].includes(code) ? 0.91 : 1)
  return value.toFixed(decimals ?? (value < 10 ? 1 : 0))
}

/** The choice that is seen; the ordinary one unless the illness says otherwise. */
export const seenChoice = ({ id, code, codes }: Asked, choices: readonly string[]): string => {
  const found = codes.map((head) => findings[head]?.[code]).find((choice) => choice !== undefined && choices.includes(choice))
  const some = mixed[code]?.filter((choice) => choices.includes(choice)) ?? []
  return found ?? (some.length > 0 ? random(`choice ${id}`).pick(some) : choices[0]!)
}
