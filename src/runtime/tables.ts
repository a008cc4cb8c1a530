import { ownTables } from '#platform/db/own-tables.ts'
import { exportRulesOf, type Tables } from '#platform/export/rules.ts'
import { manifests } from '../features/manifests.ts'

/** Whose each table is, and what is said of it: `platform` for those that no feature owns. Everybody else asks that feature. */
export const tableAreas: ReadonlyMap<string, Tables> = new Map([
  ['platform', ownTables],
  ...[...manifests].flatMap(([feature, { tables }]) => (tables ? [[feature, tables] as const] : [])),
])

const all = [...tableAreas.values()]

/** What a whole clinic is in open formats. docs/export.md says the same to people. */
export const exportRules = exportRulesOf(all)

/** Everything in the database that is sealed with the clinic's own key. */
export const sealedColumns = all.flatMap(({ sealed = [] }) => sealed)
