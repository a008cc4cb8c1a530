import type { Client } from 'pg'
import { z } from 'zod'
import type { ExportSums } from './rules.ts'

/** counts.json: what the clinic came to when it was exported, and what it must come to again. */
export const ExportFacts = z.strictObject({
  /** Rows of each table. */
  tables: z.record(z.string(), z.int().min(0)),
  /** Decimal numbers as texts. */
  sums: z.record(z.string(), z.record(z.string(), z.string())),
  documents: z.int().min(0),
  /** Documents of which rows tell, but whose bytes were gone or altered already. */
  missing_documents: z.array(z.string()),
})
export type ExportFacts = z.output<typeof ExportFacts>

/** Adds up what `sums` names. */
export const addUp = async (client: Client, sums: ExportSums): Promise<ExportFacts['sums']> => {
  const found: ExportFacts['sums'] = {}
  for (const [name, select] of Object.entries(sums)) {
    const { rows } = await client.query<{ key: string; value: string | null }>(select)
    const sorted = rows.toSorted((a, b) => (a.key < b.key ? -1 : 1))
    found[name] = Object.fromEntries(sorted.map(({ key, value }) => [key, value ?? '0']))
  }
  return found
}

type Figures = Readonly<Record<string, string | number>>

const differing = (title: string, wanted: Figures, found: Figures) =>
  [...new Set([...Object.keys(wanted), ...Object.keys(found)])]
    .map((key) => ({ key, was: wanted[key] ?? 0, is: found[key] ?? 0 }))
    .filter(({ was, is }) => String(was) !== String(is))
    .map(({ key, was, is }) => `${title}${key} is ${is} and was ${was}`)

/** What is not as it was, in words. */
export const differences = (wanted: ExportFacts, found: Pick<ExportFacts, 'tables' | 'sums'>): string[] => [
  ...differing('rows of ', wanted.tables, found.tables),
  ...Object.keys(wanted.sums).flatMap((name) => differing(`${name}: `, wanted.sums[name] ?? {}, found.sums[name] ?? {})),
]
