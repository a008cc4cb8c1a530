import { coverVisits, findOpenVisits, findToday, findWaits } from '#features/attendance/index.ts'
import { handle } from '#platform/http/handle.ts'
import { getBoard } from '../contract.ts'

export const boardRoutes = [
  handle(getBoard, ({ db, user, now }) =>
    // One snapshot: a patient who moves meanwhile is not counted in one room and shown in another.
    db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (snapshot) => ({
        at: now,
        visits: await coverVisits({ db: snapshot, user, now }, await findOpenVisits(snapshot, now)),
        waits: await findWaits(snapshot, now, await findToday(snapshot, now)),
      })),
  ),
]
