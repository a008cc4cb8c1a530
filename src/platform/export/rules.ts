import type { SealedColumn } from '#platform/keys/sealed-columns.ts'

/** What the clinic adds up by: a select of `key` and `value`, both text, over tables as they are in the archive. */
export type ExportSums = Readonly<Record<string, string>>

/** What leaves a clinic and what does not. Every table that is not named here leaves whole. */
export interface ExportRules {
  /** Tables that stay, each with the reason. */
  leftOut: Readonly<Record<string, string>>
  /** The same for columns, written `table.column`: in the clinic that takes the archive in they have what they have in a new row. */
  leftOutColumns: Readonly<Record<string, string>>
  /** Tables that are made of others, each with what of; `rebuild` are the statements that make them. */
  derived: Readonly<Record<string, string>>
  rebuild: readonly string[]
  /** Tables that have rows in a clinic that nobody has set up: whatever is in another one means that it is not empty. */
  filledAtFirst: readonly string[]
  /** The documents: a select of `sha256`, `type` and `name`. */
  documents: string
  sums: ExportSums
}

/** What a feature, or the platform, says of its own tables. */
export interface Tables extends Partial<Omit<ExportRules, 'documents'>> {
  /** All of them, in the order of the data dictionary. */
  names: readonly string[]
  /** Where its documents are: a select of `sha256`, `type` and `name`. */
  documents?: string
  /** Columns that are sealed with the clinic's own key. */
  sealed?: readonly SealedColumn[]
}

const joined = (rules: readonly (Readonly<Record<string, string>> | undefined)[]): Readonly<Record<string, string>> =>
  Object.assign({}, ...rules) as Record<string, string>

/** The rules of a clinic whose tables are these. */
export const exportRulesOf = (all: readonly Tables[]): ExportRules => ({
  leftOut: joined(all.map(({ leftOut }) => leftOut)),
  leftOutColumns: joined(all.map(({ leftOutColumns }) => leftOutColumns)),
  derived: joined(all.map(({ derived }) => derived)),
  rebuild: all.flatMap(({ rebuild = [] }) => rebuild),
  filledAtFirst: all.flatMap(({ filledAtFirst = [] }) => filledAtFirst),
  documents: all.flatMap(({ documents = [] }) => documents).join('\n    union all '),
  sums: joined(all.map(({ sums }) => sums)),
})
