import { expect, test } from 'vitest'
import { cloneDatabase } from '../../testing/databases/clone.ts'
import { analyzeTables } from './analyze.ts'
import { asOwner } from './owner.ts'

test('the planner looks at every table of the clinic, and nothing is warned of in the log of the server', async () => {
  const database = await cloneDatabase()
  try {
    await asOwner(database.url, async (client) => {
      const notices: string[] = []
      client.on('notice', ({ message }) => notices.push(message ?? ''))
      await analyzeTables(client)
      expect(notices).toEqual([])
      const { rows } = await client.query<{ count: number }>(
        `select count(*)::int as count from pg_stat_user_tables where schemaname = 'public' and last_analyze is null`,
      )
      expect(rows).toEqual([{ count: 0 }])
    })
  } finally {
    await database.drop()
  }
})
