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
