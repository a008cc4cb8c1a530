import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cloneDatabase } from '../../testing/databases/clone.ts'
import { connect, inTransaction, type Connection, type Tx } from './connect.ts'

let database: Awaited<ReturnType<typeof cloneDatabase>>
let connection: Connection
beforeAll(async () => {
  database = await cloneDatabase()
  connection = connect(database.logins.kliniki_app, 'kliniki_app', { max: 2 })
})
afterAll(async () => {
  await connection.close()
  await database.drop()
})

const add = (name: string) => sql`insert into departments (name) values (${name})`
const divide = (tx: Tx) => sql`select 1 / ${0}::integer`.execute(tx)
/** The same, so that its failure takes longer to arrive. */
const divideWithin = async (tx: Tx) => [await divide(tx).then((result) => result.rows)]
const names = async () => (await connection.db.selectFrom('departments').select('name').orderBy('id').execute()).map(({ name }) => name)

test('what is asked in one go runs in the order in which it was asked, and sees what came before', async () => {
  const counts = await inTransaction(connection.db, async (tx) => {
    const [, one, , two] = await Promise.all([
      add('First').execute(tx),
      sql<{ n: number }>`select count(*) as n from departments`.execute(tx),
      add('Second').execute(tx),
      sql<{ n: number }>`select count(*) as n from departments`.execute(tx),
    ])
    return [one.rows[0]?.n, two.rows[0]?.n]
  })
  expect(counts).toEqual([1, 2])
  expect(await names()).toEqual(['First', 'Second'])
})

test('once one statement fails the rest fail, the first failure is told, and nothing is left', async () => {
  const work = inTransaction(connection.db, (tx) => Promise.all([add('Third').execute(tx), divide(tx), add('Fourth').execute(tx)]))
  await expect(work).rejects.toMatchObject({ code: '22012' })
  // However long its failure takes to arrive: it is the first of all, behind `begin`, or told through another function.
  await expect(inTransaction(connection.db, (tx) => Promise.all([divide(tx), add('Third').execute(tx)]))).rejects.toMatchObject({
    code: '22012',
  })
  await expect(
    inTransaction(connection.db, async (tx) => {
      await add('Third').execute(tx)
      return Promise.all([divideWithin(tx), add('Fourth').execute(tx)])
    }),
  ).rejects.toMatchObject({ code: '22012' })
  expect(await names()).toEqual(['First', 'Second'])
  // The connection is as good as new.
  await inTransaction(connection.db, (tx) => add('Fifth').execute(tx))
  expect(await names()).toEqual(['First', 'Second', 'Fifth'])
})

test('a commit behind a statement that nobody waited for and that fails is none, and says so', async () => {
  let last: Promise<unknown> = Promise.resolve()
  const work = inTransaction(connection.db, async (tx) => {
    await add('Sixth').execute(tx)
    last = sql`select 1 / ${0}::integer`.execute(tx)
    last.catch(() => {})
  })
  await expect(work).rejects.toThrow('rolled back')
  await expect(last).rejects.toMatchObject({ code: '22012' })
  expect(await names()).not.toContain('Sixth')
})
