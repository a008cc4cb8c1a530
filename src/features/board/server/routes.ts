import { redactVisits, findOpenVisits, findWaits } from '#features/attendance/public.ts'
import { findClinicDay } from '#features/company/public.ts'
import type { Db } from '#platform/db/connect.ts'
import { sharedRead } from '#platform/db/shared-read.ts'
import { handle } from '#platform/http/handle.ts'
import { getBoard } from '../contract.ts'

/** In one snapshot: a patient who moves meanwhile is not counted in one room and shown in another. */
const readBoard = (db: Db, now: Date) =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (snapshot) => ({
      at: now,
      visits: await findOpenVisits(snapshot, now),
      waits: await findWaits(snapshot, now, await findClinicDay(snapshot, now)),
    }))

export const routes = () => [
  handle(getBoard, async ({ db, user, now }) => {
    const { visits, ...board } = await sharedRead(db, 'board', () => readBoard(db, now))
    return { ...board, visits: await redactVisits({ db, user, now }, visits) }
  }),
]
