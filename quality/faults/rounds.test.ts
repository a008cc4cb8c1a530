import { expect, test } from 'vitest'
import { random } from '../../db/seed/random.ts'
import { troubleIn, watchLog, type Trouble } from './log.ts'
import { ENOUGH, planOf, strikes } from './strikes.ts'

const names = strikes.map(({ name }) => name).toSorted()
const namesIn = (plans: ReturnType<typeof planOf>) => [...new Set(plans.map(({ strike }) => strike.name))].toSorted()

test('every kind of strike is played, and watched in the browsers', () => {
  for (const rounds of [ENOUGH, 50]) {
    const plan = planOf(rounds, random(rounds))
    expect(plan).toHaveLength(rounds)
    expect(namesIn(plan)).toEqual(names)
    expect(namesIn(plan.filter(({ isWatched }) => isWatched))).toEqual(names)
    expect(plan.filter(({ strike, workers }) => strike.needsWorkers && workers === 1)).toEqual([])
  }
  expect(planOf(50, random(1)).filter(({ isWatched }) => isWatched)).toHaveLength(10)
})

const away = '{"level":50,"msg":"job failed","err":{"stack":"Error: Connection terminated unexpectedly"}}'
const forgivenTo = (name: string) => strikes.find((strike) => strike.name === name)?.forgives ?? null

test('the program says what is wrong by errors, and by the ends of its workers', () => {
  expect(troubleIn(away, 1)).toMatchObject({ msg: 'job failed', what: 'Error: Connection terminated unexpectedly' })
  expect(troubleIn('{"job":"send-messages","error":"Error: no"}', 1)).toMatchObject({ msg: 'send-messages', what: 'Error: no' })
  expect(troubleIn('A web worker ended (1); starting another', 1)).toMatchObject({ what: '1', isNeverOfStrike: true })
  expect(troubleIn('A web worker ended (SIGKILL); starting another', 1)).toMatchObject({ what: 'SIGKILL', isNeverOfStrike: false })
  expect(troubleIn('{"level":40,"msg":"slow"}', 1)).toBeNull()
  expect(troubleIn('The database ended unexpectedly; starting it again', 1)).toBeNull()
})

test('an error is forgiven to the strike that it looks like, in its time, and said once', () => {
  const troubles: Trouble[] = []
  const log = watchLog(troubles)
  const heard = (line: string, later = 0) => {
    const trouble = troubleIn(line, performance.now() + later)
    if (trouble) troubles.push(trouble)
    return log.findings()
  }
  expect(heard(away)).toEqual(['The log: job failed: Error: Connection terminated unexpectedly'])
  expect(log.findings()).toEqual([])
  log.struck(forgivenTo('kill -9 of the postmaster'))
  expect(heard(away)).toEqual([])
  expect(heard('A web worker ended (1); starting another')).toHaveLength(1)
  log.recovered()
  expect(heard(away)).toEqual([])
  expect(heard(away, 60_000)).toHaveLength(1)
  for (const name of ['lines cut', 'lines cut in requests', 'kill -9 of a worker']) {
    log.struck(forgivenTo(name))
    expect(heard(away, 60_000)).toHaveLength(1)
  }
})

test('a line that was cut is one of a person', () => {
  const forgives = forgivenTo('lines cut')
  expect(forgives?.test('Error: read ECONNRESET\n    at TCP.onStreamRead')).toBe(true)
  expect(forgives?.test('Error: read ECONNRESET\n    at Client (node_modules/pg/lib/client.js:1)')).toBe(false)
})
