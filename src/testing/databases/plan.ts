import { expect } from 'vitest'
import type { Db } from '#platform/db/connect.ts'
import { asOwner } from '#platform/db/owner.ts'
import type { TestClinic } from '../clinic.ts'

/** Runs `query` for real, and answers the plans of the `statements` that it sent: no more and no fewer. */
export const planOf = async (clinic: TestClinic, query: (db: Db) => Promise<unknown>, statements = 1) => {
  const sent: { sql: string; parameters: readonly unknown[] }[] = []
  const spied = clinic.db.withoutPlugins()
  const executor = spied.getExecutor()
  const compile = executor.compileQuery.bind(executor)
  executor.compileQuery = (node, id) => {
    const compiled = compile(node, id)
    sent.push(compiled)
    return compiled
  }
  await query(spied)
  expect(sent).toHaveLength(statements)
  return asOwner(clinic.ownerUrl, async (client) => {
    const plans: string[] = []
    for (const { sql: text, parameters } of sent) {
      const { rows } = await client.query<Record<string, string>>(`explain ${text}`, [...parameters])
      plans.push(...rows.map((row) => row['QUERY PLAN'] ?? ''))
    }
    return plans.join('\n')
  })
}
