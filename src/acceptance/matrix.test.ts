import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { statements } from '#platform/figures/figures.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { type Permission, seededGroups } from '#shared/permissions.ts'
import { callOf, pathOf, promisedEndpoints } from '../testing/calls/contracts.ts'
import { openTestClinic, type Person, type TestClinic } from '../testing/clinic.ts'

// Every endpoint x everybody: the whole matrix, so that a new endpoint is covered the day it is written.
const endpoints = promisedEndpoints()
const groups = Object.keys(seededGroups)
let clinic: TestClinic
const people = new Map<string, Person>()
let address = 0

beforeAll(async () => {
  clinic = await openTestClinic()
  for (const group of groups) people.set(group, await clinic.signedInFrom(group, group === 'Patient' ? 'patient' : 'receptionist'))
})
afterAll(() => clinic.close())

const ask = async (endpoint: Endpoint, authorization?: string) => {
  address += 1
  const { statusCode, json } = await clinic.app.inject({
    method: endpoint.method,
    url: pathOf(endpoint),
    // From another place each time, so that no rate limit answers instead.
    remoteAddress: `10.${address >> 16}.${(address >> 8) & 255}.${address & 255}`,
    headers: { ...(authorization && { authorization }), ...(endpoint.method !== 'GET' && { 'content-type': 'application/json' }) },
    // A body that no endpoint takes: whoever is let in is told so, and changes nothing.
    ...(endpoint.body && { payload: '{"surely_no_such_field":1}' }),
  })
  return { status: statusCode, code: () => json<{ code?: string }>().code }
}

test('the matrix sees every endpoint', () => expect(endpoints.length).toBeGreaterThan(650))

describe('nobody', () => {
  test.each(endpoints.filter(({ access }) => access !== 'public').map((endpoint) => [callOf(endpoint), endpoint] as const))(
    '%s asks who it is',
    async (_name, endpoint) => {
      expect((await ask(endpoint)).status).toBe(401)
      const bad = await ask(endpoint, 'Bearer nonsense')
      expect([bad.status, bad.code()]).toEqual([401, 'token_not_valid'])
    },
  )
})

/** What this process has asked the database since it was looked at last, but for the counts of refusals, which are saved every few seconds. */
const askedFor = () => [...statements.take(2000, (text) => text).keys()].filter((text) => !text.includes('refused_requests'))

test('who has not said who they are costs no question to the database', async () => {
  askedFor()
  const closed = endpoints.filter(({ access }) => access !== 'public')
  expect(closed.length).toBeGreaterThan(600)
  for (const endpoint of closed) await ask(endpoint)
  expect(askedFor()).toEqual([])
  await ask(closed[0]!, `Bearer ${people.get('Nurse')!.token}`)
  expect(askedFor()).not.toEqual([])
})

const endsSession = new Set(['POST /users/logout/'])

/** What is wrong with the answer to somebody of a group. */
const faultOf = async (endpoint: Endpoint, group: string): Promise<string[]> => {
  const held: readonly string[] = seededGroups[group] as readonly Permission[]
  const { status } = await ask(endpoint, `Bearer ${people.get(group)!.token}`)
  const isForAll = endpoint.access === 'public' || endpoint.access === 'signed-in'
  const isTheirs = endpoint.access === 'patient' ? group === 'Patient' : held.includes(endpoint.access)
  const isWrong = isForAll || isTheirs ? status === 401 || status === 429 || status >= 500 || (!isForAll && status === 403) : status !== 403
  return isWrong ? [`${group}: ${status}`] : []
}

describe('every group is let in or refused by', () => {
  test.each(endpoints.filter((endpoint) => !endsSession.has(callOf(endpoint))).map((endpoint) => [callOf(endpoint), endpoint] as const))(
    '%s',
    async (_name, endpoint) => {
      expect((await Promise.all(groups.map((group) => faultOf(endpoint, group)))).flat()).toEqual([])
    },
  )
})
