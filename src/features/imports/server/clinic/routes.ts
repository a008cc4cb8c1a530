import { createReadStream } from 'node:fs'
import { access, rm } from 'node:fs/promises'
import { clinicTimeZone } from '#features/company/public.ts'
import { wallTimeOf } from '#shared/zoned.ts'
import { isOwnPassword } from '#features/users/public.ts'
import { conflict, fieldError, notFound } from '#platform/errors/problem.ts'
import { handle, handlePrepared, type Route } from '#platform/http/handle.ts'
import { enqueue } from '#platform/jobs/queue.ts'
import type { Services } from '#platform/services.ts'
import { beginClinicExport, listClinicExports, removeClinicExport, takeClinicExport } from '#features/imports/contract.ts'
import { fileOf, findClinicExports, getClinicExport, insertClinicExport } from './queries.ts'
import { exportClinic } from '#features/imports/jobs.ts'
import { failStopped } from './work.ts'

const gone = () => conflict('The file of this export no longer exists. Export again.')

/** The whole clinic as one file: asked for with a password, made in the background, there for a day for whoever asked. */
export const clinicExportRoutes = (services: Services): Route[] => [
  handle(listClinicExports, ({ db, user, query }) => findClinicExports(db, user.id, query)),

  handlePrepared(
    beginClinicExport,
    async ({ body, ...input }) => {
      if (!(await isOwnPassword(services, input, body.password))) throw fieldError('password', 'Incorrect password.')
    },
    async ({ db, user, now, audit, publish }) => {
      await failStopped(db, now)
      const id = await insertClinicExport(db, user.id, now)
      if (id === undefined) throw conflict('An export of the clinic is already in progress.')
      await enqueue(db, exportClinic, { id }, user.id)
      audit('export', { entity: 'clinic', id })
      publish('exports', id)
      return getClinicExport(db, user.id, id)
    },
  ),

  handlePrepared(
    takeClinicExport,
    async ({ db, user, params: { id } }) => {
      const { state, is_own, created_at } = await getClinicExport(db, user.id, id)
      if (!is_own) throw notFound('Export')
      if (state !== 'done') throw gone()
      const path = fileOf(services.backups.dataDir, id)
      await access(path).catch(() => {
        throw gone()
      })
      return { path, filename: `clinic-${wallTimeOf(created_at, await clinicTimeZone(db)).day}.zip` }
    },
    async ({ params: { id }, audit, prepared: { path, filename } }) => {
      audit('take', { entity: 'clinic', id })
      return { body: createReadStream(path), filename }
    },
  ),

  handle(removeClinicExport, async ({ db, user, params: { id }, audit, publish }) => {
    const { state } = await getClinicExport(db, user.id, id)
    if (state !== 'done') throw gone()
    await db.updateTable('clinic_exports').set({ state: 'removed' }).where('id', '=', id).execute()
    await rm(fileOf(services.backups.dataDir, id), { force: true })
    audit('remove', { entity: 'clinic', id })
    publish('exports', id)
    return getClinicExport(db, user.id, id)
  }),
]
