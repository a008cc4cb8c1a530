import { sql } from 'kysely'
import { changedFields } from '#platform/audit/audit.ts'
import { stale } from '#platform/errors/problem.ts'
import { handle, type Route } from '#platform/http/handle.ts'
import { addStarterTests as addTests, getLabSettings, updateLabSettings } from '../contract-settings.ts'
import { addStarterTests } from './add-starter.ts'
import { lockCatalogue, readLabSettings } from './settings.ts'

export const settingsRoutes: Route[] = [
  handle(getLabSettings, ({ db }) => readLabSettings(db)),

  handle(updateLabSettings, async ({ db, body, ifMatch, audit, publish }) => {
    await lockCatalogue(db)
    const before = await readLabSettings(db)
    const { version = ifMatch, ...change } = body
    if (version !== null && version !== before.version) throw stale(before)
    await db
      .updateTable('lab_settings')
      .set({ ...change, version: sql`version + 1` })
      .execute()
    const after = await readLabSettings(db)
    audit('change', { entity: 'laboratory settings', id: 1, change: changedFields(before, after) })
    publish('catalogue')
    publish('portal')
    return after
  }),

  handle(addTests, async ({ db, now, audit, publish }) => {
    const added = await addStarterTests(db, now)
    audit('add starter tests', { entity: 'lab panel', id: null, change: added })
    publish('catalogue')
    return added
  }),
]
