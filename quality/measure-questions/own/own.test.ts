import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, type Connection } from '#platform/db/connect.ts'
import { cloneDatabase } from '../../../src/testing/databases/clone.ts'
import { makeClinic } from './clinic.ts'
import { openEngine } from './engine.ts'
import { evaluate } from './evaluate.ts'
import { ownQuestions } from './questions.ts'

// The aim of the half that nobody mends the reader by. Its questions are counted and never shown here: quality/measure-questions/own.ts.

let database: Awaited<ReturnType<typeof cloneDatabase>>
let app: Connection
beforeAll(async () => {
  database = await cloneDatabase()
  app = connect(database.logins.kliniki_app, 'kliniki_app', { max: 4 })
})
afterAll(async () => {
  await app.close()
  await database.drop()
})

test('of the questions kept back nine in ten are read rightly, and fewer than two in a hundred wrongly', async () => {
  const clinic = await makeClinic(app.db)
  const engine = await openEngine(app.db, clinic.asker, new Date('2026-11-18T09:00:00Z'))
  const questions = ownQuestions(false).filter(({ half }) => half === 'kept')
  const count = { right: 0, wrong: 0, refused: 0 }
  for (const question of questions) count[(await evaluate(question, engine, clinic)).verdict] += 1
  expect(questions.length).toBeGreaterThan(200)
  expect({ ...count, isMet: count.right / questions.length >= 0.9 && count.wrong / questions.length < 0.02 }).toMatchObject({ isMet: true })
})
