import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { migrate } from '#platform/db/migrate.ts'
import { asOwner } from '#platform/db/owner.ts'
import { emptyDatabase } from '../../testing/databases/clone.ts'

const MIGRATIONS = join(import.meta.dirname, '../../../db/migrations')
const SEEDED = 'I agree that the clinic keeps these details to arrange my appointment and sends me messages about it.'
const SIMPLER = 'I agree. The clinic may keep these details to plan my visit. It may also send me messages about it.'

/** The words of consent and their version in a clinic that had these before. */
const upgraded = async (words: string) => {
  const database = await emptyDatabase()
  const before = mkdtempSync(join(tmpdir(), 'kliniki-before-'))
  try {
    for (const file of readdirSync(MIGRATIONS)) if (file < '0103') copyFileSync(join(MIGRATIONS, file), join(before, file))
    await migrate(database.url, before)
    return await asOwner(database.url, async (client) => {
      await client.query('update booking_settings set consent_text = $1', [words])
      await migrate(database.url, MIGRATIONS)
      const { rows } = await client.query<object>('select consent_text, consent_version from booking_settings')
      return rows
    })
  } finally {
    rmSync(before, { recursive: true, force: true })
    await database.drop()
  }
}

test('the seeded words of consent become simpler ones; a clinic that wrote its own keeps them', async () => {
  expect(await upgraded(SEEDED)).toEqual([{ consent_text: SIMPLER, consent_version: 1 }])
  expect(await upgraded('I agree to be called.')).toEqual([{ consent_text: 'I agree to be called.', consent_version: 1 }])
})
