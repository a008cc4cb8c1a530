import { requirePatient } from '#features/patients/public.ts'
import { changedFields } from '#platform/audit/audit.ts'
import { pageOf, readCursor } from '#platform/db/keyset.ts'
import { invalidInput, notFound, stale } from '#platform/errors/problem.ts'
import { handle, type Route } from '#platform/http/handle.ts'
import { createProfile, getProfile, listOrderables, listPanelsOfProfile, listProfiles, updateProfile } from '../contract.ts'
import { makeItem } from './charge-item.ts'
import { findOrderables } from './orderables.ts'
import { findPanelsOfProfile } from './panels.ts'
import { findProfile, findProfiles } from './profiles.ts'
import { rangesForPatient } from './ranges-for-patient.ts'
import { seesWholeProfiles } from './policy.ts'
import { lockCatalogue } from './settings.ts'
import { changeProfile, insertProfile } from './write-profile.ts'

export const profileRoutes: Route[] = [
  handle(listProfiles, async ({ db, query, user }) => {
    const profiles = await findProfiles(db, query)
    return seesWholeProfiles(user) ? profiles : profiles.filter(({ is_active }) => is_active).map(({ id, name }) => ({ id, name }))
  }),

  handle(getProfile, async ({ db, params }) => {
    const profile = await findProfile(db, params.id)
    if (!profile) throw notFound('Profile')
    return profile
  }),

  handle(createProfile, async ({ body, ...context }) => {
    const { db, audit, publish } = context
    const { create_item: createsItem = false, ...profile } = body
    if (createsItem && profile.item != null) throw invalidInput({ item: ['Name an item, or have one made: not both.'] })
    await lockCatalogue(db)
    const id = await insertProfile(db, { ...profile, ...(createsItem && { item: await makeItem(context, profile.name) }) })
    const made = (await findProfile(db, id))!
    audit('create', { entity: 'lab profile', id, change: made })
    publish('catalogue')
    return made
  }),

  handle(updateProfile, async ({ db, params, body, ifMatch, audit, publish }) => {
    await lockCatalogue(db)
    const before = await findProfile(db, params.id)
    if (!before) throw notFound('Profile')
    const { version = ifMatch, ...change } = body
    if (version !== null && version !== before.version) throw stale(before)
    await changeProfile(db, before, change)
    const after = (await findProfile(db, params.id))!
    audit('change', { entity: 'lab profile', id: after.id, change: changedFields(before, after) })
    publish('catalogue')
    return after
  }),

  handle(listPanelsOfProfile, async ({ db, params, query, now, audit }) => {
    const { limit = null, cursor, count, patient_id: patient } = query
    const profile = await findProfile(db, params.profile_id)
    if (!profile) throw notFound('Profile')
    if (patient !== undefined) await requirePatient(db, patient)
    const found = await findPanelsOfProfile(db, profile.id, { cursor: readCursor(cursor), limit: limit && limit + 1 })
    const ranges = patient === undefined ? new Map() : await rangesForPatient(db, { panels: found.map(({ id }) => id), patient, now })
    audit('read', { entity: 'lab profile', id: profile.id, patient: patient ?? null })
    const rows = found.map((panel) => ({ ...panel, reference_range: ranges.get(panel.id) ?? null }))
    return pageOf(rows, limit ?? rows.length, ({ place }) => place, count ? profile.panels.length : undefined)
  }),

  handle(listOrderables, ({ db, query }) => findOrderables(db, query)),
]
