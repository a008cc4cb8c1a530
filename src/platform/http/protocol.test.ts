import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'

let clinic: TestClinic
let manager: Person
beforeAll(async () => {
  clinic = await openTestClinic()
  manager = await clinic.signedInFrom('System administrator', 'sysadmin')
})
afterAll(() => clinic.close())

const ask = (method: string, url: string, headers: Record<string, string> = {}, payload?: string) =>
  clinic.app.inject({
    method: method as 'GET',
    url,
    headers: { authorization: `Bearer ${manager.token}`, ...headers },
    ...(payload !== undefined && { payload }),
  })
const register = (more: object = {}) =>
  manager.call('POST', '/patients/patients/', {
    first_name: 'First',
    second_name: 'Last',
    gender: 'female',
    not_a_duplicate: true,
    ...more,
  })

const rate = (value: unknown) =>
  manager.call('POST', '/catalogue/tax-classes/', { name: `Tax ${String(value)} ${typeof value}`, rate: value })

describe('methods', () => {
  test.each(['/patients/patients/', '/api/patients/patients', '/patients/patients/?limit=5'])(
    'an address that does not know the method answers 405 with those it knows: %s',
    async (url) => {
      const reply = await ask('DELETE', url)
      expect([reply.statusCode, reply.headers['allow']]).toEqual([405, 'GET, HEAD, OPTIONS, POST'])
      expect(reply.json()).toMatchObject({ code: 'method_not_allowed' })
    },
  )
  test('OPTIONS names the methods and changes nothing', async () => {
    const reply = await ask('OPTIONS', '/patients/patients/7/')
    expect([reply.statusCode, reply.body, reply.headers['allow']]).toEqual([204, '', 'DELETE, GET, HEAD, OPTIONS, PUT'])
  })
  test('an address that nobody answers stays a 404', async () => {
    expect((await ask('OPTIONS', '/no/such/thing/')).statusCode).toBe(404)
  })
  test('HEAD answers the headers of the GET, without its body', async () => {
    const { id } = (await register()).json<{ id: number }>()
    const [got, head] = [await ask('GET', `/patients/patients/${id}/`), await ask('HEAD', `/patients/patients/${id}/`)]
    expect([head.statusCode, head.body, head.headers['etag']]).toEqual([200, '', got.headers['etag']])
    expect((await ask('HEAD', '/patients/patients/2000000000/')).statusCode).toBe(404)
  })
})

describe('headers', () => {
  test('a 401 says how to sign in, and when a token is not valid', async () => {
    const [none, wrong] = [
      await clinic.call('GET', '/patients/patients/'),
      await ask('GET', '/patients/patients/', { authorization: 'Bearer x' }),
    ]
    expect([none.status, none.headers['www-authenticate']]).toEqual([401, 'Bearer realm="Kliniki"'])
    expect([wrong.statusCode, wrong.headers['www-authenticate']]).toEqual([401, 'Bearer realm="Kliniki", error="invalid_token"'])
  })
  test('a record that was made says where it is', async () => {
    const made = await register()
    const { id } = made.json<{ id: number }>()
    expect([made.status, made.headers['location']]).toEqual([201, `/patients/patients/${id}/`])
    expect((await manager.call('GET', String(made.headers['location']))).json()).toMatchObject({ id })
  })
  test('a version that the caller has is not sent again', async () => {
    const { id } = (await register()).json<{ id: number }>()
    const etag = String((await ask('GET', `/patients/patients/${id}/`)).headers['etag'])
    for (const known of [etag, `W/${etag}`, `"99", ${etag}`]) {
      const reply = await ask('GET', `/patients/patients/${id}/`, { 'if-none-match': known })
      expect([known, reply.statusCode, reply.body]).toEqual([known, 304, ''])
    }
    expect((await ask('GET', `/patients/patients/${id}/`, { 'if-none-match': '"99"' })).statusCode).toBe(200)
  })
  test('a form to a call that takes JSON is a 415', async () => {
    const form = '--x\r\ncontent-disposition: form-data; name="first_name"\r\n\r\nFirst\r\n--x--\r\n'
    const reply = await ask('POST', '/patients/patients/', { 'content-type': 'multipart/form-data; boundary=x' }, form)
    expect([reply.statusCode, reply.json()]).toEqual([415, { detail: 'Send application/json.', code: 'unsupported_media_type' }])
  })
})

describe('bodies as programs send them', () => {
  test('an unknown field or filter is refused with those that are allowed', async () => {
    const body = await manager.call('POST', '/company/insurance-companies/', { name: 'Insurer', colour: 'red' })
    expect(body.status).toBe(400)
    expect(body.json<{ colour: string[] }>().colour[0]).toMatch(/^Unknown field `colour`\. Allowed: .*\bname\b/)
    const filter = await manager.call('GET', '/patients/patients/?color=red')
    expect(filter.json<{ color: string[] }>().color[0]).toMatch(/^Unknown filter `color`\. Allowed: .*\bgender\b/)
  })
  test('an empty text clears an optional field', async () => {
    const made = await register({ phone: '+254700000001', email: '' })
    expect([made.status, made.json()]).toEqual([201, expect.objectContaining({ email: null, phone: '+254700000001' })])
    const { id } = made.json<{ id: number }>()
    const patient = (await manager.call('GET', `/patients/patients/${id}/`)).json<Record<string, unknown>>()
    const changed = await manager.call('PUT', `/patients/patients/${id}/`, { ...patient, phone: '' })
    expect([changed.status, changed.json()]).toEqual([200, expect.objectContaining({ phone: null })])
  })
  test('a required text is not cleared', async () => {
    const reply = await register({ first_name: '' })
    expect([reply.status, Object.keys(reply.json())]).toEqual([400, ['first_name']])
  })
  test('a number may stand where a decimal is a text', async () => {
    const [number, text] = [await rate(7.5), await rate('7.5')]
    expect([number.status, text.status]).toEqual([201, 201])
    expect(number.json<{ rate: string }>().rate).toBe(text.json<{ rate: string }>().rate)
  })
  test('a number in the place of a name is still refused', async () => {
    const reply = await register({ first_name: 7 })
    expect([reply.status, Object.keys(reply.json())]).toEqual([400, ['first_name']])
  })
})

describe('filters', () => {
  test.each([
    ['/authperms/groups?group_id=1', (row: { id: number }) => row.id === 1],
    ['/users/users/?group_id=1', () => true],
    ['/billing/invoices/?invoice_id=1', (row: { id: number }) => row.id === 1],
    ['/billing/invoice-items/?invoice_id=1', () => true],
    ['/lab/lab-test-requests/?process_id=1', () => true],
    ['/lab/patient-samples/?process_id=1', () => true],
    ['/lab/lab-test-panel/?profile_id=1', () => true],
    ['/lab/lab-test-profile/?profile_id=1', (row: { id: number }) => row.id === 1],
    ['/lab/lab-test-results/?result_id=1', () => true],
    ['/lab/lab-test-results-qualitative/?result_id=1', () => true],
    ['/patients/medical-records/?record_id=1', () => true],
    ['/patients/patients/?patient_id=1', (row: { id: number }) => row.id === 1],
    ['/patients/patients/?userId=1', () => true],
    ['/patients/appointments/?patient_id=1', () => true],
    ['/patients/initiate-attendance-process/?doctor_id=1', () => true],
  ] as const)('%s is a filter', async (url, fits) => {
    const reply = await manager.call('GET', url)
    expect([reply.status, reply.json<{ id: number }[]>().filter((row) => !fits(row))]).toEqual([200, []])
  })
  test('a filter that is spelled in two ways at once is refused', async () => {
    const reply = await manager.call('GET', '/billing/invoice-items/?invoice=1&invoice_id=2')
    expect([reply.status, Object.keys(reply.json())]).toEqual([400, ['invoice_id']])
  })
})

describe('single calls', () => {
  test('everybody reads their own account, and no other without users.view', async () => {
    const people = [
      [await clinic.signedInFrom('Nurse', 'nurse'), 403],
      [await clinic.signedInFrom('Patient', 'patient'), 404],
    ] as const
    for (const [person, refused] of people) {
      const own = await person.call('GET', `/customuser/users/${person.id}/`)
      expect([own.status, own.json()]).toEqual([200, expect.objectContaining({ id: person.id })])
      expect((await person.call('GET', `/customuser/users/${manager.id}/`)).status).toBe(refused)
    }
  })
  test('a document without file, text and title is a 400', async () => {
    const { id } = (await register()).json<{ id: number }>()
    expect((await manager.call('POST', '/patients/medical-records/', { patient: id })).status).toBe(400)
    expect((await manager.call('POST', '/patients/medical-records/', { patient: id, title: 'Referral letter' })).status).toBe(201)
  })
})
