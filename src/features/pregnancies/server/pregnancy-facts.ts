import type { DatingFacts, DatingMethod, Scan } from '../dating.ts'

/** What a pregnancy is dated by, as the tables have it. */
export interface DatedRow {
  lmp: string | null
  lmp_is_certain: boolean | null
  scan_on: string | null
  scan_days: number | null
  transfer_on: string | null
  transfer_days: number | null
  edd: string | null
  dated_by: DatingMethod | null
}

const pair = (on: string | null, days: number | null): Scan | null => (on === null || days === null ? null : { on, days })

export const scanOf = ({ scan_on, scan_days }: Pick<DatedRow, 'scan_on' | 'scan_days'>) => pair(scan_on, scan_days)
export const transferOf = ({ transfer_on, transfer_days }: Pick<DatedRow, 'transfer_on' | 'transfer_days'>) =>
  pair(transfer_on, transfer_days)

/** The same as the rules of dating see it. */
export const toFacts = (row: DatedRow): DatingFacts => ({
  lmp: row.lmp,
  lmp_is_certain: row.lmp_is_certain,
  scan: scanOf(row),
  transfer: transferOf(row),
})
