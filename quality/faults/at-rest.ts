import { connect } from '#platform/db/connect.ts'
import type { RunningDay } from '../bench/day/people/day.ts'
import { checkClinic } from './checks/index.ts'
import type { Checked } from './checks/check.ts'
import { type Before, checkDoubled, checkJournal, rememberRows } from './checks/journal.ts'
import { findingsOf, type TestServer, withDatabase } from './rounds.ts'

/** Writes that were given up without an answer: nobody knows whether they were done. */
const unansweredIn = ({ meter }: RunningDay) =>
  meter
    .troubles()
    .failures.filter(({ path, status, what }) => status === 0 && what === 'no answer in time' && !path.startsWith('GET '))
    .reduce((sum, { count }) => sum + count, 0)

/** What people were told no to, or were not answered at all. */
const failuresIn = ({ meter }: RunningDay): string[] =>
  meter.troubles().failures.map(({ path, status, what, count }) => `A request went wrong ${count} times: ${status} ${path} ${what}`)

/** Looks with nobody at work, when every row has to be one that somebody was told of. */
export const lookAtRest = {
  before: async (login: string): Promise<Before> => {
    const connection = connect(login, 'kliniki_app', { max: 1 })
    try {
      return await rememberRows(connection.db)
    } finally {
      await connection.close()
    }
  },
  after: (faultRun: TestServer, before: Before): Promise<{ checked: Checked[]; findings: string[] }> =>
    withDatabase(faultRun, async (db) => {
      const { entries } = faultRun.day.journal
      const reported = await checkJournal(db, entries)
      const doubled = await checkDoubled(db, entries, before, unansweredIn(faultRun.day))
      const checked = [{ ...reported, broken: [...reported.broken, ...doubled] }, ...(await checkClinic(db))]
      return { checked, findings: [...findingsOf(checked), ...failuresIn(faultRun.day)] }
    }),
}
