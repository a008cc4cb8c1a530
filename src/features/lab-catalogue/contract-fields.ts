import { z } from 'zod'
import { line } from '#shared/text.ts'

export const panelKinds = ['quantitative', 'qualitative', 'text', 'calculated'] as const
export const PanelKind = z.enum(panelKinds, { error: `Choose one of: ${panelKinds.join(', ')}.` })
export type PanelKind = z.output<typeof PanelKind>

/** Whom a test is for, when it is not for everybody. */
export const ForSex = z.enum(['male', 'female'], { error: 'Choose one of: male, female; nothing for everybody.' })
export type ForSex = z.output<typeof ForSex>

/** The short name by which formulas and analysers' code maps say a panel or a profile. */
export const TestCode = z
  .string()
  .trim()
  .regex(/^[A-Z][A-Z0-9_]{0,19}$/, 'Use capital letters, digits and _, beginning with a letter; 20 at most.')

/** A measured limit or factor: exact, with six decimals at most. */
export const Measured = z.string().regex(/^-?\d{1,12}(\.\d{1,6})?$/, 'Enter a number with at most six decimals, such as 3.5.')

export const Unit = z
  .string()
  .trim()
  .regex(/^[!-~]{1,30}$/, 'Write the unit as UCUM does, without spaces, such as mmol/L or 10*9/L.')

export const Loinc = z
  .string()
  .trim()
  .regex(/^\d{1,7}-\d$/, 'A LOINC code looks like 718-7.')

/** What a quantitative result may be besides a number. */
export const resultKinds = ['not detected', 'range', 'grade', 'titre', 'insufficient'] as const
export type ResultKind = (typeof resultKinds)[number]

export const choiceFlags = ['normal', 'abnormal', 'critical'] as const
/** One answer that a coded test may have, and what it means. */
export const Choice = z.strictObject({ value: line(80), flag: z.enum(choiceFlags) })
export type Choice = z.output<typeof Choice>

/** Another unit in which a result may be entered: canonical = value × factor + offset. */
export const OtherUnit = z.strictObject({ unit: Unit, factor: Measured, offset: Measured.default('0') })
export type OtherUnit = z.output<typeof OtherUnit>

export const Minutes = z.int('Enter whole minutes.').min(1, 'Enter at least one minute.').max(525_600, 'Enter at most a year.')
