import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { permissions } from '#shared/permissions.ts'
import { callOf, promisedEndpoints } from './testing/calls/contracts.ts'
import { openTestClinic, type TestClinic } from './testing/clinic.ts'
import { formOf, promisedCalls } from './testing/calls/promised-calls.ts'
import { featureRoutes } from './app.ts'

const endpoints = promisedEndpoints()
let clinic: TestClinic
beforeAll(async () => {
  clinic = await openTestClinic()
})
afterAll(() => clinic.close())

const schemaPaths = async () => {
  const administrator = await clinic.signedInFrom('System administrator', 'sysadmin')
  const document = (await administrator.call('GET', '/schema/')).json<{ paths: Record<string, Record<string, unknown>> }>()
  return document.paths
}
test('every endpoint of every contract is served, each once', () => {
  const served = featureRoutes({} as never).map(({ endpoint }) => callOf(endpoint))
  expect(served.length).toBeGreaterThan(40)
  expect(served.toSorted()).toEqual(endpoints.map(callOf).toSorted())
})

test('every call that is promised stands in the schema, with the names of its query', async () => {
  const paths = await schemaPaths()
  const there = new Map(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, call]) => [`${method.toUpperCase()} ${formOf(path)}`, JSON.stringify(call)] as const),
    ),
  )
  expect(promisedCalls().length).toBe(148)
  const missing = promisedCalls().filter(({ method, path, query }) => {
    const call = there.get(`${method} ${formOf(path)}`)
    return call === undefined || query.some((name) => !call.includes(`"name":"${name}"`))
  })
  expect(missing).toEqual([])
})

test('every address answers at the root and under /api, with and without its final slash', async () => {
  const nowhere: string[] = []
  for (const endpoint of endpoints)
    for (const path of [endpoint.path, ...(endpoint.also ?? [])]) {
      const bare = path.replace(/\{\w+\}/g, '1').replace(/\/$/, '')
      for (const url of [bare, path.startsWith('/api/') ? `${bare}/` : `/api${bare}/`]) {
        // Refused before anything is done: nobody is signed in, and the body is no JSON.
        const { statusCode, body } = await clinic.app.inject({
          method: endpoint.method,
          url,
          ...(endpoint.method !== 'GET' && { headers: { 'content-type': 'application/json' }, payload: '{' }),
        })
        if (statusCode >= 500 || (statusCode === 404 && body.includes('There is no such address.')))
          nowhere.push(`${endpoint.method} ${url}`)
      }
    }
  expect(nowhere).toEqual([])
})

/** The keys that are refused because nothing is named so; of a choice of bodies, those that none of them names. */
const unknownKeys = (issues: readonly z.core.$ZodIssue[]): string[] =>
  issues.flatMap((issue) => {
    if (issue.code === 'unrecognized_keys') return issue.keys
    if (issue.code !== 'invalid_union') return []
    const [first = [], ...others] = issue.errors.map(unknownKeys)
    return first.filter((key) => others.every((keys) => keys.includes(key)))
  })

test('no endpoint takes a field that it does not name', () => {
  for (const endpoint of endpoints)
    for (const part of ['body', 'query'] as const) {
      const schema = endpoint[part]
      if (!schema) continue
      const result = z.safeParse(schema, { surely_no_such_field: 1 })
      const unknown = result.success ? [] : unknownKeys(result.error.issues)
      expect(unknown, `${callOf(endpoint)} ${part}`).toContain('surely_no_such_field')
    }
})

test('every permission is needed somewhere', () => {
  const used = new Set(endpoints.map((endpoint) => endpoint.access))
  const inRules = [
    'records.view',
    'records.search',
    'attendance.reception',
    'attendance.triage',
    'attendance.doctor',
    'attendance.laboratory',
    'attendance.pharmacy',
    'attendance.billing',
    'attendance.discharge',
    'services.view',
    'billing.price',
    'billing.discount',
    'stock.over_receive',
    'pharmacy.before_payment',
  ]
  expect(permissions.filter((permission) => !used.has(permission) && !inRules.includes(permission))).toEqual([])
})

test('these calls, and no others, are open to everybody', () => {
  expect(
    endpoints
      .filter(({ access }) => access === 'public')
      .map(callOf)
      .toSorted(),
  ).toEqual([
    'GET /authperms/groups',
    'GET /company/clinic/',
    'GET /company/logo/',
    'GET /lab/lab-test-profile/',
    'GET /lab/reports/verify/{code}/',
    'GET /messages/reports/{key}/',
    'GET /patients/services/',
    'GET /public/booking/',
    'GET /public/booking/slots/',
    'GET /public/bookings/{link}/',
    'GET /public/messages/opt-out/{token}/',
    'GET /users/password-rules/',
    'GET /verify-document/{code}/',
    'POST /company/set-up/',
    'POST /lab/public-lab-test-request/',
    'POST /messages/reports/{key}/',
    'POST /patients/publicappointments/',
    'POST /public/bookings/{link}/cancel/',
    'POST /public/bookings/{link}/move/',
    'POST /public/messages/opt-out/{token}/',
    'POST /users/login/',
    'POST /users/login/code/',
    'POST /users/register/',
    'POST /users/token/refresh/',
  ])
})

test('every reply of the schema can be described', async () => {
  expect(Object.keys(await schemaPaths()).length).toBeGreaterThan(40)
})
