import { deltaTable, panelTable, profileTable, sourceTable, withoutReferenceTable } from './tables.ts'
import { rangesOf, type StarterRange } from './with-ages.ts'

export type { StarterRange }
export type StarterPanel = Omit<(typeof panelTable.rows)[number], 'note'> & { readonly ranges?: readonly StarterRange[] }
export type StarterProfile = (typeof profileTable.rows)[number]

/** The tests that most laboratories have, in the order of reports. Each laboratory has to verify the ranges for its own methods. */
export const starterPanels: readonly StarterPanel[] = panelTable.rows.map(({ note: _note, ...panel }) => {
  const ranges = panel.kind === 'quantitative' || panel.kind === 'calculated' ? rangesOf(panel.code) : []
  return ranges.length === 0 ? panel : { ...panel, ranges }
})
export const starterProfiles: readonly StarterProfile[] = profileTable.rows

/** By LOINC: a change by more than one of these within so many days is looked at twice. */
export const starterDeltas: ReadonlyMap<string, { delta_absolute: string | null; delta_percent: string | null; delta_days: number }> =
  new Map(
    deltaTable.rows.map(({ loinc, delta_absolute = null, delta_percent = null, delta_days }) => [
      loinc,
      { delta_absolute, delta_percent, delta_days },
    ]),
  )

/** The ages in days at which a test of a number has no reference range, each with the reason. */
export const withoutReference: ReadonlyMap<string, (typeof withoutReferenceTable.rows)[number][]> = Map.groupBy(
  withoutReferenceTable.rows,
  ({ panel }) => panel,
)
/** Publications by the names that tables give them. */
export const sources = sourceTable.rows
