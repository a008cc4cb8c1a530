import { isCritical, type Flag } from '#features/laboratory/contract-fields.ts'
import { unitText } from '#features/lab-catalogue/rules.ts'
import { reasonsToLook } from '#features/laboratory/rules.ts'
import type { WorkCell, WorkRow } from './work-types.ts'

/** Why a result is looked at by itself before it is approved; null: it is an ordinary one. */
export type Doubt = 'critical' | 'remark' | 'no_range' | 'delta' | 'abnormal' | 'analyser' | 'unknown'

type Evaluated = Pick<WorkCell, 'flag' | 'is_delta_exceeded' | 'origin' | 'has_range' | 'instrument_comment' | 'instrument_flags'>
export const doubtOf = (cell: Evaluated): Doubt | null => {
  const { flag, is_delta_exceeded, origin } = cell
  if (isCritical(flag as Flag | null)) return 'critical'
  const looks = reasonsToLook({ ...cell, flag: flag as Flag | null })
  if (looks.some((reason) => reason !== 'no_range')) return 'remark'
  if (looks.length > 0) return 'no_range'
  if (is_delta_exceeded) return 'delta'
  if (flag !== null && flag !== 'normal') return 'abnormal'
  if (origin === 'analyser') return 'analyser'
  return flag === null ? 'unknown' : null
}

/** Whether the person entered it, where whoever enters may not approve. */
export const isOwn = ({ origin, entered_by }: { origin: string | null; entered_by: number | null }, person: number, mustDiffer: boolean) =>
  mustDiffer && origin !== 'analyser' && entered_by === person

export interface Waiting {
  row: WorkRow
  /** Entered, and not approved. */
  cells: readonly WorkCell[]
  doubts: readonly Doubt[]
  /** The person entered some of it, and another one has to approve. */
  isOwn: boolean
}

const entered = (row: WorkRow) => row.cells.filter(({ state }) => state === 'entered')

/** What waits for approval: samples whose results are all ordinary, and those that are looked at one by one, critical ones first, each in the order of the list. */
export const sortWaiting = (rows: readonly WorkRow[], person: number, mustDiffer: boolean): { plain: Waiting[]; others: Waiting[] } => {
  const waiting = rows.flatMap((row): Waiting[] => {
    const cells = entered(row)
    const doubts = [...new Set(cells.flatMap((cell) => doubtOf(cell) ?? []))]
    return cells.length === 0 ? [] : [{ row, cells, doubts, isOwn: cells.some((cell) => isOwn(cell, person, mustDiffer)) }]
  })
  const isHarmless = ({ doubts }: Waiting) => !doubts.includes('critical')
  return {
    plain: waiting.filter(({ doubts }) => doubts.length === 0),
    others: waiting.filter(({ doubts }) => doubts.length > 0).toSorted((a, b) => Number(isHarmless(a)) - Number(isHarmless(b))),
  }
}

/** What goes to the server of these; never the person's own. */
export const approvable = (waiting: readonly Waiting[]): { id: number; version: number; subject: string }[] =>
  waiting
    .filter((one) => !one.isOwn)
    .flatMap(({ row, cells }) => {
      const subject = [row.patient_name, row.sample_code].filter(Boolean).join(' · ')
      return cells.map(({ id, version }) => ({ id, version, subject }))
    })

/** What an approval of these signs, a line for each sample: patient, sample, and each test with its result and unit. Never the person's own. */
export const signedLines = (waiting: readonly Waiting[], panels: ReadonlyMap<number, { code: string; unit: string | null }>): string[] =>
  waiting
    .filter((one) => !one.isOwn)
    .map(({ row, cells }) => {
      const results = cells.map(({ test_panel, result }) => {
        const panel = panels.get(test_panel)
        return [panel?.code, result, unitText(panel?.unit ?? null)].filter(Boolean).join(' ')
      })
      return `${[row.patient_name, row.sample_code].filter(Boolean).join(' · ')}: ${results.join(', ')}`
    })

/** The critical ones among those that go to the server. */
export const criticalCells = (waiting: readonly Waiting[]): WorkCell[] =>
  waiting.filter((one) => !one.isOwn).flatMap(({ cells }) => cells.filter(({ flag }) => isCritical(flag as Flag | null)))

/** In shares of what one call takes. */
export const inShares = <T>(all: readonly T[], most = 500): T[][] =>
  Array.from({ length: Math.ceil(all.length / most) }, (_, at) => all.slice(at * most, (at + 1) * most))
