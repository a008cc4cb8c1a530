import { Y_18 } from './children.ts'
import type { Source } from './sources.ts'

/** From and to an age in days, the second one excluded; the lower and the upper critical limit. */
export type CriticalBand = readonly [source: Source, from: number, to: number, low: string | null, high: string | null]

const NEWBORN = 30
const all = (source: Source, low: string | null, high: string | null): CriticalBand[] => [[source, 0, Y_18, low, high]]

/** Critical limits of children. A test that is not here has those of adults at every age. */
export const childCritical: Readonly<Record<string, readonly CriticalBand[]>> = {
  HB: all('kost', '69', '208'),
  HCT: [
    ['wakemed', 0, NEWBORN, '0.20', '0.70'],
    ['kost', NEWBORN, Y_18, '0.20', '0.62'],
  ],
  WBC: all('kost', '2.1', '42.9'),
  PLT: all('kost', '53', '916'),
  // The upper one is that of adults.
  NEUT: all('citilab', '0.5', '30'),
  NA: all('kost', '121', '156'),
  K: [
    ['kost', 0, NEWBORN, '2.8', '7.8'],
    ['kost', NEWBORN, Y_18, '2.8', '6.4'],
  ],
  HCO3: [
    ['paediatricList', 0, NEWBORN, '15', '40'],
    ['paediatricList', NEWBORN, Y_18, '10', '40'],
  ],
  UREA: [
    ['paediatricList', 0, NEWBORN, null, '14.3'],
    ['homerton', NEWBORN, Y_18, null, '30'],
  ],
  TBIL: [
    ['citilab', 0, 1, null, '120'],
    ['citilab', 1, 2, null, '188'],
    ['citilab', 2, NEWBORN, null, '257'],
  ],
  CA: all('kost', '1.62', '3.17'),
  CAADJ: all('kost', '1.62', '3.17'),
  PHOS: [
    ['citilab', 0, 1095, '0.81', null],
    ['citilab', 1095, 4383, '0.65', null],
    ['citilab', 4383, Y_18, '0.48', null],
  ],
  MG: all('wakemed', '0.41', '2.0'),
  GLU: [
    ['kostCautious', 0, 28, '2.2', '15'],
    ['kostCautious', 28, Y_18, '2.6', '20'],
  ],
  GLUF: [
    ['kostCautious', 0, 28, '2.2', '15'],
    ['kostCautious', 28, Y_18, '2.6', '20'],
  ],
}

/** Where the ranges of adults are from, the reference before the critical limits; null: no source is known. */
export const adultSources: Readonly<Record<string, readonly [reference: Source | null, critical: Source | null]>> = {
  WBC: ['nursing', 'starling'],
  RBC: ['oxford', null],
  HB: ['nursing', 'barnsley'],
  HCT: ['nursing', 'starling'],
  MCV: ['nursing', null],
  MCH: ['nursing', null],
  MCHC: ['nursing', null],
  RDW: ['arup', null],
  PLT: ['nursing', 'barnsley'],
  NEUT: ['nursing', 'barnsley'],
  LYMPH: ['nursing', null],
  MONO: ['nursing', null],
  EOS: ['nursing', null],
  BASO: ['nursing', null],
  ESR: ['miller', null],
  INR: [null, 'barnsley'],
  FIB: [null, 'barnsley'],
  NA: ['harmonyAdult', 'homerton'],
  K: ['harmonyAdult', 'homerton'],
  CL: ['harmonyAdult', null],
  HCO3: ['harmonyAdult', 'iowa'],
  UREA: ['harmonyAdult', 'homerton'],
  CREA: ['australasia', 'homerton'],
  URIC: ['oxford', null],
  TP: ['oxford', null],
  ALB: ['oxford', null],
  TBIL: ['oxford', null],
  DBIL: ['mayo', null],
  ALT: ['mayo', 'homerton'],
  AST: ['mayo', 'homerton'],
  GGT: ['oxford', null],
  CA: [null, 'homerton'],
  CAADJ: ['harmonyAdult', 'homerton'],
  PHOS: ['harmonyAdult', 'homerton'],
  MG: ['harmonyAdult', 'homerton'],
  TRIG: [null, 'homerton'],
  GLU: [null, 'homerton'],
  GLUF: [null, 'homerton'],
  TSH: ['oxford', null],
  FT4: ['oxford', null],
  CK: ['harmonyAdult', 'homerton'],
  AMY: [null, 'homerton'],
}
