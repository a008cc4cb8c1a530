import { addDays, daysBetween } from '#shared/zoned.ts'

/** How a due date was found; `stated`: a person or another facility gave it. */
export const datingMethods = ['last period', 'scan', 'ivf', 'stated'] as const
export type DatingMethod = (typeof datingMethods)[number]

/** From the first day of the last period to the due date (Naegele). */
export const TERM_DAYS = 280
export const MIN_SCAN_DAYS = 28
export const MAX_SCAN_DAYS = 308
/** 22w0d: a scan from then on dates suboptimally (ACOG 700). */
const LATE_SCAN_DAYS = 154

export const eddByPeriod = (lmp: string): string => addDays(lmp, TERM_DAYS)
export const eddByScan = ({ on, days }: Scan): string => addDays(on, TERM_DAYS - days)
/** Day 5 of an embryo: transfer + 261 days; day 3: + 263. */
export const eddByTransfer = ({ on, days }: Scan): string => addDays(on, TERM_DAYS - 14 - days)

/** Days of gestation on a day, by the due date. */
export const gestationDays = (edd: string, on: string): number => TERM_DAYS - daysBetween(on, edd)

/** `12w 3d` */
export const gestationText = (days: number): string => `${Math.floor(days / 7)}w ${days % 7}d`

/** A day, with the days of gestation that a scan found on it, or the age of an embryo. */
export interface Scan {
  on: string
  days: number
}

/** What a pregnancy can be dated by. */
export interface DatingFacts {
  lmp: string | null
  lmp_is_certain: boolean | null
  /** The earliest one. */
  scan: Scan | null
  transfer: Scan | null
}

/**
 * By how many days a scan may differ from the last period before it dates the pregnancy, by the gestation that the period gives on the
 * day of the scan. Source: ACOG Committee Opinion 700, Methods for estimating the due date (2017), table 1.
 */
export const allowedDifference = (daysByPeriod: number): number => {
  if (daysByPeriod < 63) return 5
  if (daysByPeriod < 112) return 7
  if (daysByPeriod < 154) return 10
  if (daysByPeriod < 196) return 14
  return 21
}

export interface Dating {
  dated_by: DatingMethod
  edd: string
}

/**
 * The due date that the facts suggest: by a transfer always, by the last period when it is certain enough and the scan agrees with it, else
 * by the scan. Null: there is nothing to date by.
 */
export const suggestDating = ({ lmp, lmp_is_certain, scan, transfer }: DatingFacts): Dating | null => {
  if (transfer) return { dated_by: 'ivf', edd: eddByTransfer(transfer) }
  const byScan: Dating | null = scan && { dated_by: 'scan', edd: eddByScan(scan) }
  if (!lmp) return byScan
  const byPeriod: Dating = { dated_by: 'last period', edd: eddByPeriod(lmp) }
  if (!scan || !byScan) return byPeriod
  if (lmp_is_certain === false) return byScan
  const daysByPeriod = daysBetween(lmp, scan.on)
  return Math.abs(daysByPeriod - scan.days) > allowedDifference(daysByPeriod) ? byScan : byPeriod
}

/** Of two scans the one that dates: the earlier one, because the younger the pregnancy the better a scan tells its age. */
export const earliestScan = (a: Scan | null, b: Scan | null): Scan | null => (a && b ? (b.on < a.on ? b : a) : (a ?? b))

/** Dated by neither a transfer nor a scan before 22w0d. */
export const isSuboptimallyDated = (edd: string | null, { scan, transfer }: Pick<DatingFacts, 'scan' | 'transfer'>): boolean =>
  edd !== null && !transfer && !(scan && gestationDays(edd, scan.on) < LATE_SCAN_DAYS)
