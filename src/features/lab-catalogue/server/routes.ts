import { type Route, handle } from '#platform/http/handle.ts'
import { sql } from 'kysely'
import { changedFields } from '#platform/audit/audit.ts'
import { invalidInput, conflict, type FieldErrors, requireFound, fieldError } from '#platform/errors/problem.ts'
import {
  addStarterTests as addTests,
  getLabSettings,
  updateLabSettings,
  createPanel,
  getPanel,
  listPanels,
  updatePanel,
  createProfile,
  getProfile,
  listOrderables,
  listPanelsOfProfile,
  listProfiles,
  updateProfile,
  type Panel,
  createContainer,
  createSpecimen,
  listContainers,
  listSpecimens,
  updateContainer,
  updateSpecimen,
  type Specimen,
} from '../contract.ts'
import { addStarterTests } from './add-starter.ts'
import { lockCatalogue, readLabSettings } from './settings.ts'
import { pageOf, readCursor } from '#platform/db/keyset.ts'
import { makeItem } from './charge-item.ts'
import { countPanels, findPanel, findPanels, findPanelsOfProfile } from './panels.ts'
import { changePanel, insertPanel } from './write-panel.ts'
import { requirePatient } from '#features/patients/public.ts'
import { findOrderables } from './orderables.ts'
import { findProfile, findProfiles } from './profiles.ts'
import { rangesForPatient } from './ranges-for-patient.ts'
import { seesWholeProfiles } from './policy.ts'
import { changeProfile, insertProfile } from './write-profile.ts'
import type { Db } from '#platform/db/connect.ts'
import { changeFrom, requireAllUnchanged } from '#platform/records/version.ts'
import { clinicDay } from '#features/company/public.ts'
import { confirmRanges, createRange, listRanges, listUnconfirmedRanges, tryRange, updateRange } from '../contract-ranges.ts'
import { findRange, findRanges, findUnconfirmed } from './ranges.ts'
import { tryOnPerson } from './try-range.ts'
import { changeRange, insertRange, lockRange } from './write-range.ts'
import { requireUnneeded } from './needed.ts'
import {
  findContainer,
  findContainers,
  findPanelsOn,
  findSpecimen,
  findSpecimens,
  findSpecimensIn,
  updateContainerRow,
  updateSpecimenRow,
} from './specimens.ts'

const requireContainer = async (db: Db, id: number | undefined, before?: Specimen) => {
  if (id === undefined || id === before?.container) return
  const container = await findContainer(db, id)
  if (!container) throw fieldError('container', 'Container not found.')
  if (!container.is_active) throw fieldError('container', 'This container is inactive.')
}
const requirePositive = (volume: string | null | undefined) => {
  if (volume != null && Number(volume) === 0) throw fieldError('volume', 'Enter a volume above zero.')
}

/** What was sent, under the names of the columns. */
const columnsOf = <T extends { container?: number | undefined }>({ container, ...rest }: T) => ({
  ...rest,
  ...(container !== undefined && { container_id: container }),
})

const containerRoutes: Route[] = [
  handle(listContainers, ({ db }) => findContainers(db)),

  handle(createContainer, async ({ db, body, audit, publish }) => {
    const { id } = await db.insertInto('lab_containers').values(body).returning('id').executeTakeFirstOrThrow()
    audit('create', { entity: 'lab container', id, change: body })
    publish('catalogue')
    return (await findContainer(db, id))!
  }),

  handle(updateContainer, async ({ db, params, body, ifMatch, audit, publish }) => {
    await lockCatalogue(db)
    const { before, change } = await changeFrom(await findContainer(db, params.id), body, { ifMatch, what: 'Container' })
    if (change.is_active === false && before.is_active) requireUnneeded(await findSpecimensIn(db, params.id))
    await updateContainerRow(db, params.id, change)
    const after = (await findContainer(db, params.id))!
    audit('change', { entity: 'lab container', id: after.id, change: changedFields(before, after) })
    publish('catalogue')
    return after
  }),
]

const specimenRoutes: Route[] = [
  ...containerRoutes,

  handle(listSpecimens, ({ db }) => findSpecimens(db)),

  handle(createSpecimen, async ({ db, body, audit, publish }) => {
    await lockCatalogue(db)
    requirePositive(body.volume)
    await requireContainer(db, body.container)
    const { id } = await db
      .insertInto('lab_specimens')
      .values({ ...columnsOf(body), container_id: body.container })
      .returning('id')
      .executeTakeFirstOrThrow()
    audit('create', { entity: 'lab specimen', id, change: body })
    publish('catalogue')
    return (await findSpecimen(db, id))!
  }),

  handle(updateSpecimen, async ({ db, params, body, ifMatch, audit, publish }) => {
    await lockCatalogue(db)
    const { before, change } = await changeFrom(await findSpecimen(db, params.id), body, { ifMatch, what: 'Specimen' })
    requirePositive(change.volume)
    await requireContainer(db, change.container, before)
    if (change.is_active === false && before.is_active) requireUnneeded(await findPanelsOn(db, params.id))
    await updateSpecimenRow(db, params.id, columnsOf(change))
    const after = (await findSpecimen(db, params.id))!
    audit('change', { entity: 'lab specimen', id: after.id, change: changedFields(before, after) })
    publish('catalogue')
    return after
  }),
]

const requirePanel = async (db: Db, id: number): Promise<Panel> => {
  return requireFound(await findPanel(db, id), 'Test')
}

const rangeRoutes: Route[] = [
  handle(listRanges, async ({ db, params }) => {
    const { id } = await requirePanel(db, params.id)
    return findRanges(db, [id])
  }),

  handle(createRange, async ({ db, params, body, user, now, audit, publish }) => {
    const panel = await requirePanel(db, params.id)
    const id = await insertRange(db, panel, body, { by: user.id, now })
    const made = (await findRange(db, id))!
    audit('create', { entity: 'reference range', id, change: made })
    publish('catalogue')
    return made
  }),

  handle(updateRange, async ({ db, params, body, ifMatch, user, now, audit, publish }) => {
    await lockRange(db, params.id)
    const { before, change } = await changeFrom(await findRange(db, params.id), body, { ifMatch, what: 'Reference range' })
    await changeRange(db, await requirePanel(db, before.panel), before, change, { by: user.id, now })
    const after = (await findRange(db, params.id))!
    audit('change', { entity: 'reference range', id: after.id, change: changedFields(before, after) })
    publish('catalogue')
    return after
  }),

  handle(listUnconfirmedRanges, async ({ db, now }) => {
    const { today } = await db.selectFrom('company').select(clinicDay(now).as('today')).executeTakeFirstOrThrow()
    return findUnconfirmed(db, today)
  }),

  handle(confirmRanges, async ({ db, params, body, user, now, audit, publish }) => {
    const panel = await requirePanel(db, params.id)
    const ids = body.ranges.map(({ id }) => id)
    await sql`select from lab_reference_ranges where id = any(${ids}::integer[]) order by id for update`.execute(db)
    const there = new Map((await findRanges(db, [panel.id])).map((range) => [range.id, range]))
    const errors: FieldErrors = {}
    for (const [index, { id }] of body.ranges.entries())
      if (!there.has(id)) errors[`ranges.${index}.id`] = [`Test ${panel.code} has no range ${id}.`]
    if (Object.keys(errors).length > 0) throw invalidInput(errors)
    await requireAllUnchanged(there.values(), body.ranges, (changed) => changed)
    const open = ids.filter((id) => there.get(id)!.confirmed_at === null)
    if (open.length === 0) throw conflict('These ranges are already confirmed.', { ranges: ids }, 'confirmed')
    await db
      .updateTable('lab_reference_ranges')
      .set({ confirmed_at: now, confirmed_by: user.id, version: sql`version + 1` })
      .where('id', 'in', open)
      .execute()
    const after = (await findRanges(db, [panel.id])).filter(({ id }) => ids.includes(id))
    for (const range of after.filter(({ id }) => open.includes(id)))
      audit('confirm', {
        entity: 'reference range',
        id: range.id,
        change: { test: panel.code, low: range.low, high: range.high, source: range.source },
      })
    publish('catalogue')
    return after
  }),

  handle(tryRange, async ({ db, params, query, now }) => tryOnPerson(db, await requirePanel(db, params.id), query, now)),
]

const profileRoutes: Route[] = [
  handle(listProfiles, async ({ db, query, user }) => {
    const profiles = await findProfiles(db, query)
    return seesWholeProfiles(user) ? profiles : profiles.filter(({ is_active }) => is_active).map(({ id, name }) => ({ id, name }))
  }),

  handle(getProfile, async ({ db, params }) => {
    return requireFound(await findProfile(db, params.id), 'Profile')
  }),

  handle(createProfile, async ({ body, ...context }) => {
    const { db, audit, publish } = context
    const { create_item: createsItem = false, ...profile } = body
    if (createsItem && profile.item != null) throw invalidInput({ item: ['Choose an item or create one, not both.'] })
    await lockCatalogue(db)
    const id = await insertProfile(db, { ...profile, ...(createsItem && { item: await makeItem(context, profile.name) }) })
    const made = (await findProfile(db, id))!
    audit('create', { entity: 'lab profile', id, change: made })
    publish('catalogue')
    return made
  }),

  handle(updateProfile, async ({ db, params, body, ifMatch, audit, publish }) => {
    await lockCatalogue(db)
    const { before, change } = await changeFrom(await findProfile(db, params.id), body, { ifMatch, what: 'Profile' })
    await changeProfile(db, before, change)
    const after = (await findProfile(db, params.id))!
    audit('change', { entity: 'lab profile', id: after.id, change: changedFields(before, after) })
    publish('catalogue')
    return after
  }),

  handle(listPanelsOfProfile, async ({ db, params, query, now, audit }) => {
    const { limit = null, cursor, count, patient_id: patient } = query
    const profile = requireFound(await findProfile(db, params.profile_id), 'Profile')
    if (patient !== undefined) await requirePatient(db, patient)
    const found = await findPanelsOfProfile(db, profile.id, { cursor: readCursor(cursor), limit: limit && limit + 1 })
    const ranges = patient === undefined ? new Map() : await rangesForPatient(db, { panels: found.map(({ id }) => id), patient, now })
    audit('read', { entity: 'lab profile', id: profile.id, patient: patient ?? null })
    const rows = found.map((panel) => ({ ...panel, reference_range: ranges.get(panel.id) ?? null }))
    return pageOf(rows, limit ?? rows.length, ({ place }) => place, count ? profile.panels.length : undefined)
  }),

  handle(listOrderables, ({ db, query }) => findOrderables(db, query)),
]

const panelRoutes: Route[] = [
  handle(listPanels, async ({ db, query }) => {
    const { limit = null, cursor, count, ...filters } = query
    const rows = await findPanels(db, filters, { cursor: readCursor(cursor), limit: limit && limit + 1 })
    return pageOf(rows, limit ?? rows.length, ({ sort }) => sort, count ? await countPanels(db, filters) : undefined)
  }),

  handle(getPanel, async ({ db, params }) => {
    return requireFound(await findPanel(db, params.id), 'Test')
  }),

  handle(createPanel, async ({ body, ...context }) => {
    const { db, audit, publish } = context
    const { create_item: createsItem = false, ...panel } = body
    if (createsItem && panel.item != null) throw invalidInput({ item: ['Choose an item or create one, not both.'] })
    await lockCatalogue(db)
    const id = await insertPanel(db, { ...panel, ...(createsItem && { item: await makeItem(context, panel.name) }) })
    const made = (await findPanel(db, id))!
    audit('create', { entity: 'lab panel', id, change: made })
    publish('catalogue')
    return made
  }),

  handle(updatePanel, async ({ db, params, body, ifMatch, audit, publish }) => {
    await lockCatalogue(db)
    const { before, change } = await changeFrom(await findPanel(db, params.id), body, { ifMatch, what: 'Test' })
    await changePanel(db, before, change)
    const after = (await findPanel(db, params.id))!
    audit('change', { entity: 'lab panel', id: after.id, change: changedFields(before, after) })
    publish('catalogue')
    if (after.is_withheld !== before.is_withheld) publish('portal')
    return after
  }),
]

const settingsRoutes: Route[] = [
  handle(getLabSettings, ({ db }) => readLabSettings(db)),

  handle(updateLabSettings, async ({ db, body, ifMatch, audit, publish }) => {
    await lockCatalogue(db)
    const { before, change } = await changeFrom(await readLabSettings(db), body, { ifMatch, what: 'Settings' })
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

export const routes = (): Route[] => [...panelRoutes, ...profileRoutes, ...rangeRoutes, ...specimenRoutes, ...settingsRoutes]
