import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { permissions } from '#shared/permissions.ts'
import { callOf, promisedEndpoints } from '../testing/calls/contracts.ts'
import { openTestClinic, type TestClinic } from '../testing/clinic.ts'
import { formOf, promisedCalls } from '../testing/calls/promised-calls.ts'
import { featureRoutes } from '../app.ts'

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
        if (statusCode >= 500 || (statusCode === 404 && body.includes('This address does not exist.')))
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

interface Shape {
  properties?: Record<string, Shape>
  items?: Shape
  anyOf?: Shape[]
  oneOf?: Shape[]
  allOf?: Shape[]
  $defs?: Record<string, Shape>
}
/** The fields that take something, those of lines with the list that they are in; what is taken and dropped says nothing of its kind. */
const takenIn = ({ properties = {}, items, anyOf = [], oneOf = [], allOf = [], $defs = {} }: Shape): string[] => [
  ...Object.entries(properties).flatMap(([name, field]) => [
    ...(Object.keys(field).length > 0 ? [name] : []),
    ...takenIn(field).map((inner) => `${name}.${inner}`),
  ]),
  ...[...anyOf, ...oneOf, ...allOf, ...Object.values($defs), ...(items ? [items] : [])].flatMap(takenIn),
]
/** Whose and which it is, who did it and when, and what it comes to. */
const decided =
  /(^|\.)(id|user|user_id|role|unique_id|number|invoice_number|paid|total|balance|\w+_by|date_(created|changed)|(created|changed|approved|entered|issued|dispensed|signed)_at)$/

test('of what the server decides, these bodies take something, and no others', () => {
  const taken = endpoints.flatMap((endpoint) => {
    const fields = endpoint.body ? takenIn(z.toJSONSchema(endpoint.body, { io: 'input', unrepresentable: 'any' }) as Shape) : []
    return fields.filter((field) => decided.test(field)).map((field) => `${callOf(endpoint)} ${field}`)
  })
  const looked = [
    // Which rows it is about: of the one in its path, or those that who asks may change.
    'POST /inventory/delete-item id',
    'POST /inventory/purchase-order/from-requisitions/ requisition_items.id',
    'POST /inventory/requisition/{id}/approve/ items.id',
    'POST /inventory/requisition/{id}/issue/ items.id',
    'POST /inventory/transfers/{id}/receive/ items.id',
    'POST /lab/equipment-messages/{id}/resolution/ results.id',
    'POST /lab/lab-test-panel/{id}/ranges/confirmation/ ranges.id',
    'POST /lab/patient-samples/moves/ samples.id',
    'POST /lab/results/approve/ panels.id',
    'POST /patient/delete-patient id',
    'POST /patients/end-of-day/close/ visits.id',
    'PUT /inventory/counts/{id}/lines/ lines.id',
    'PUT /inventory/items/{id}/packs/ packs.id',
    'PUT /patients/order-drafts/ tests.tests.id',
    'PUT /patients/order-drafts/ tests.tests.panels.id',
    'PUT /schedules/services/ services.id',
    // By who may change people, the price that was looked at, and fields that only sound so.
    'PATCH /patients/patients/{id}/pregnancies/{pregnancy}/ dated_by',
    'POST /patients/patients/{id}/pregnancies/ dated_by',
    'POST /users/users/ role',
    'PUT /users/users/{id}/ role',
    'POST /pharmacy/sales/ total',
    'PATCH /patients/medical-records/entities/{id}/ details.role',
    'POST /patients/medical-records/{id}/entities/ details.role',
    'PATCH /inventory/requisition/{id}/ needed_by',
    'POST /inventory/requisition/ needed_by',
    'POST /pharmacy/public-prescription-requests/{id}/prescription/ written_by',
    'PATCH /patients/patients/{id}/deaths/{death}/ reported_by',
    'POST /patients/patients/{id}/deaths/ reported_by',
  ]
  expect([...new Set(taken)].toSorted()).toEqual(looked.toSorted())
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
    'laboratory.before_payment',
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
    'POST /company/set-up/code/',
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
