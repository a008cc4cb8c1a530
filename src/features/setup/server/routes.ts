import type { Program } from '#features/feature.ts'
import { handlePrepared, type Route, handle, type User } from '#platform/http/handle.ts'
import {
  checkSetUpCode,
  setUpClinic,
  addStarters,
  getSetUp,
  loadDemonstration,
  markSetUpStep,
  previewDemonstration,
  removeDemonstration,
  rightOfStep,
  type SetUpStep,
} from '../contract.ts'
import { checkCode, setUp, type SetUpHooks } from './set-up-clinic.ts'
import { conflict, fieldError, forbidden } from '#platform/errors/problem.ts'
import { enqueue } from '#platform/jobs/queue.ts'
import type { Db } from '#platform/db/connect.ts'
import type { Services } from '#platform/services.ts'
import { sql } from 'kysely'
import { demonstrationJob } from '../jobs.ts'
import { findSetUp, isAtWork, isBeingSaved, isFresh, isLoaded, lockDemonstration } from './set-up-state.ts'
import { addAll } from './starters.ts'

/** 403 unless the person may do the step where it is done for good. */
const requireRight = ({ permissions }: User, step: SetUpStep) => {
  if (!permissions.has(rightOfStep[step])) throw forbidden(rightOfStep[step])
}

/** Nothing is asked of the demonstration while somebody is at it. */
const begin = async (db: Db, work: 'loading' | 'removing', by: number, now: Date) => {
  await lockDemonstration(db)
  if (await isAtWork(db)) throw conflict('The demonstration data are being loaded or removed. Try again in a moment.')
  await db.updateTable('demonstration').set({ work, done: 0, problem: null, asked_at: now, asked_by: by }).execute()
  await enqueue(db, demonstrationJob, { work })
}

const roomRoutes = (services: Services, { onStarter }: SetUpHooks): Route[] => [
  handle(getSetUp, ({ db, user }) => findSetUp(db, { dataDir: services.backups.dataDir, user })),

  handle(markSetUpStep, async ({ db, params: { step }, body: { is_skipped }, user, now, audit, publish }) => {
    if (step !== 'line') requireRight(user, step)
    if (is_skipped)
      await db
        .insertInto('set_up_steps')
        .values({ step, skipped_at: now, skipped_by: user.id })
        .onConflict((on) => on.column('step').doNothing())
        .execute()
    else await db.deleteFrom('set_up_steps').where('step', '=', step).execute()
    audit('change', { entity: 'set-up step', id: null, change: { step, is_skipped } })
    publish('company')
    return findSetUp(db, { dataDir: services.backups.dataDir, user })
  }),

  handle(addStarters, async ({ db, body: { kinds, payers }, user, now, audit, publish }) => {
    for (const kind of kinds) requireRight(user, kind)
    // They would be told from the demonstration's by nobody, and go with it.
    if (await isLoaded(db)) throw conflict('Remove the demonstration data first.')
    await lockDemonstration(db)
    if (await isAtWork(db)) throw conflict('The demonstration data are being loaded or removed. Try again in a moment.')
    const { time_zone: timeZone } = await db.selectFrom('company').select('time_zone').executeTakeFirstOrThrow()
    const added = await addAll({ db, now, timeZone, payers, onStarter }, kinds)
    audit('add starters', { entity: 'company', id: 1, change: Object.fromEntries(added.map((one) => [one.kind, one.added])) })
    publish('company')
    return added
  }),

  handle(loadDemonstration, async ({ db, user, now, audit, publish }) => {
    if (!(await isFresh(db))) throw conflict('The clinic already has patients, bills or demonstration data.')
    await begin(db, 'loading', user.id, now)
    audit('load demonstration', { entity: 'company', id: 1 })
    publish('company')
    return findSetUp(db, { dataDir: services.backups.dataDir, user })
  }),

  handle(previewDemonstration, async ({ db }) => {
    await sql`set local statement_timeout = '2min'`.execute(db)
    const { rows } = await sql<{ table: string; goes: number; stays: number; held_by: string[] }>`
      select name as table, goes::integer, stays::integer, held_by from demonstration_preview()`.execute(db)
    return rows
  }),

  handle(removeDemonstration, async ({ db, body: { name }, user, now, audit, publish }) => {
    const clinic = await db.selectFrom('company').select('name').executeTakeFirstOrThrow()
    if (name.toLowerCase() !== clinic.name.toLowerCase()) throw fieldError('name', 'The name does not match the clinic’s name.')
    if (!(await isLoaded(db))) throw conflict('No demonstration data to remove.')
    if (await isBeingSaved(db)) throw conflict('A backup is in progress. Remove the demonstration data when it is done.')
    await begin(db, 'removing', user.id, now)
    audit('remove demonstration', { entity: 'company', id: 1 })
    publish('company')
    return findSetUp(db, { dataDir: services.backups.dataDir, user })
  }),
]

export const routes = (program: Program): Route[] => {
  const hooks = { onStarter: program.addStarterTests }
  return [
    handlePrepared(
      checkSetUpCode,
      (input) => checkCode(program, input),
      async () => {},
    ),
    handlePrepared(
      setUpClinic,
      (input) => checkCode(program, input),
      (input) => setUp(input, hooks),
    ),
    ...roomRoutes(program, hooks),
  ]
}
