import { changedFields } from '#platform/audit/audit.ts'
import type { Db } from '#platform/db/connect.ts'
import { fieldError } from '#platform/errors/problem.ts'
import { handle, type Route } from '#platform/http/handle.ts'
import { changeFrom } from '#platform/records/version.ts'
import {
  createContainer,
  createSpecimen,
  listContainers,
  listSpecimens,
  updateContainer,
  updateSpecimen,
  type Specimen,
} from '../contract.ts'
import { requireUnneeded } from './needed.ts'
import { lockCatalogue } from './settings.ts'
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
  if (!container) throw fieldError('container', 'There is no such container.')
  if (!container.is_active) throw fieldError('container', 'This container is out of use.')
}
const requirePositive = (volume: string | null | undefined) => {
  if (volume != null && Number(volume) === 0) throw fieldError('volume', 'Enter more than nothing.')
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

export const specimenRoutes: Route[] = [
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
