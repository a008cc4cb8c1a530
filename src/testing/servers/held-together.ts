import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { anAccount, cookieOf, signedIn, signIn, type SignedIn } from '../accounts.ts'
import { aDoctor, anItem, aPatient } from '../builders.ts'
import type { Reply, TestClinic } from '../clinic.ts'
import type { Site } from './program.ts'
import { aDrug, aStore, someStock } from '../scenarios/stock.ts'

/** A clinic that several processes serve through one door: each call is another connection, and may be answered by any of them. */
export interface Many {
  call: TestClinic['call']
  /** The address of the door. */
  url: string
  site: Pick<Site, 'db'>
  /** Somebody who may do everything. */
  person: SignedIn
}

const times = <T>(count: number, run: (index: number) => Promise<T>) => Promise.all(Array.from({ length: count }, (_, index) => run(index)))
const tally = (replies: readonly Reply[]) => {
  const statuses = replies.map(({ status }) => String(status))
  return Object.fromEntries([...new Set(statuses)].map((status) => [status, statuses.filter((one) => one === status).length]))
}

/** Opens the live stream through the door and collects what comes. */
export const hear = async ({ url, person: { headers } }: Pick<Many, 'url' | 'person'>, ago = 0) => {
  const ends = new AbortController()
  const response = await fetch(`${url}/events/?ago=${ago}`, { headers, signal: ends.signal })
  let heard = ''
  const { promise: isOver, resolve: over } = Promise.withResolvers<void>()
  const reading = (async () => {
    const decoder = new TextDecoder()
    for await (const chunk of response.body!) heard += decoder.decode(chunk, { stream: true })
  })()
    .catch(() => {})
    .then(over)
  while (!heard.includes('event: hello')) await sleep(10)
  return {
    heard: () => heard,
    servedBy: response.headers.get('x-served-by'),
    isOver,
    close: async () => {
      ends.abort()
      await reading
    },
  }
}

/** The checks that hold whichever process answers; `many` is asked for within each test. */
export const holdsTogether = (many: () => Many) => {
  const as = async (role: Parameters<typeof anAccount>[1]) => {
    const { call, site } = many()
    const account = await anAccount(site.db, role)
    return { ...(await signedIn({ call }, account.email)), ...account }
  }
  const aBill = async ({ headers }: SignedIn) => {
    const { call, site } = many()
    const { id: patient } = await aPatient(site.db)
    const { id } = (await call('POST', '/billing/invoices/', { patient }, headers)).json<{ id: number }>()
    const line = await call('POST', '/billing/invoice-items/', { invoice: id, item: (await anItem(site.db)).id }, headers)
    expect(line.status, line.text).toBe(201)
    return id
  }

  test('one key sent twenty times at once makes one bill, and each gets the same reply', async () => {
    const { call, site, person } = many()
    const { id: patient } = await aPatient(site.db)
    const replies = await times(20, () =>
      call('POST', '/billing/invoices/', { patient }, { ...person.headers, 'idempotency-key': `one-bill-of-${patient}` }),
    )
    expect(tally(replies)).toEqual({ 201: 20 })
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1)
    expect(await site.db.selectFrom('invoices').select('id').where('patient_id', '=', patient).execute()).toHaveLength(1)
  })

  test('fifty bookings of one slot: one has it', async () => {
    const { call, site, person } = many()
    const { id: assigned_doctor } = await aDoctor(site.db)
    const day = new Date(Date.now() + 8 * 86_400_000).toISOString().slice(0, 10)
    const patients = await times(50, async () => (await aPatient(site.db)).id)
    const replies = await times(50, (index) =>
      call(
        'POST',
        '/patients/appointments/',
        { patient: patients[index], assigned_doctor, appointment_date_time: `${day}T09:00:00Z`, reason: 'Fever' },
        person.headers,
      ),
    )
    // Who waits too long for the others is told to come back: 503.
    const { 201: booked, ...refused } = tally(replies)
    expect([booked, Object.keys(refused).filter((status) => status !== '409' && status !== '503')]).toEqual([1, []])
    const rows = site.db.selectFrom('appointments').select('id').where('doctor_id', '=', assigned_doctor)
    expect(await rows.execute()).toHaveLength(1)
  })

  test('ten units, asked for by twenty: ten get one, and nothing falls below zero', async () => {
    const { call, site } = many()
    const { headers } = await as('storekeeper')
    const [{ id: item }, { id: store }] = [await aDrug(site.db), await aStore(site.db)]
    await someStock(site.db, { item, store, quantity: 10, expires_on: '2099-12-31' })
    const use = () => call('POST', '/inventory/consumptions/', { store, reason: 'Night shift', items: [{ item, quantity: 1 }] }, headers)
    expect(tally(await times(20, use))).toEqual({ 201: 10, 409: 10 })
    const level = site.db.selectFrom('stock_levels').select('usable').where('item_id', '=', item).where('store_id', '=', store)
    expect((await level.executeTakeFirstOrThrow()).usable).toBe(0)
  })

  test('bills issued at once are numbered without a gap; of two cashiers one takes the money', async () => {
    const { call, site } = many()
    const [one, other] = [await as('cashier'), await as('cashier')]
    const bills = await times(12, () => aBill(one))
    const issued = await times(12, (index) => call('POST', `/billing/invoices/${bills[index]}/issue/`, {}, one.headers))
    expect(tally(issued)).toEqual({ 200: 12 })
    const numbers = issued
      .map((reply) => Number(/\d+$/.exec(reply.json<{ invoice_number: string }>().invoice_number)?.[0]))
      .toSorted((a, b) => a - b)
    expect(numbers).toEqual(Array.from({ length: 12 }, (_, index) => numbers[0]! + index))
    const cash = site.db.selectFrom('payment_modes').select('id').where('category', '=', 'cash')
    const { id: payment_mode } = await cash.executeTakeFirstOrThrow()
    const pay = (cashier: SignedIn) =>
      call('POST', `/billing/invoices/${bills[0]}/payments/`, { payments: [{ payment_mode, amount: '100.00' }] }, cashier.headers)
    const paid = await Promise.all([pay(one), pay(other)])
    expect(paid.map(({ status }) => status).toSorted((a, b) => a - b)[0]).toBe(201)
    expect(paid.filter(({ status }) => status === 201)).toHaveLength(1)
    expect((await call('GET', `/billing/invoices/${bills[0]}/`, undefined, one.headers)).json()).toMatchObject({
      paid_patient: '100.00',
      patient_balance: '0.00',
    })
  })

  test('news of a change made by one reaches the screens of all', async () => {
    const { call, person } = many()
    const streams = await times(4, () => hear(many()))
    expect((await call('PUT', '/company/company/', { name: 'Lakeside' }, person.headers)).status).toBe(200)
    for (const stream of streams) await expect.poll(stream.heard).toContain('event: news')
    for (const stream of streams) await stream.close()
  })

  test('a session that ends at one has ended at all; so has a right that is taken away', async () => {
    const { call, person } = many()
    const leaving = await as('nurse')
    const ask = async (path: string) => tally(await times(4, () => call('GET', path, undefined, leaving.headers)))
    const groups = (await call('GET', '/authperms/groups', undefined, person.headers)).json<{ id: number; name: string }[]>()
    const path = `/authperms/groups/${groups.find(({ name }) => name === 'Nurse')?.id}`
    const { permissions } = (await call('GET', path, undefined, person.headers)).json<{ permissions: { name: string }[] }>()
    const give = async (names: string[]) =>
      expect((await call('PUT', path, { name: 'Nurse', permissions: names }, person.headers)).status).toBe(200)
    const names = permissions.map(({ name }) => name)
    expect(await ask('/patients/patients/')).toEqual({ 200: 4 })
    await give(names.filter((name) => name !== 'patients.view'))
    expect(await ask('/patients/patients/')).toEqual({ 403: 4 })
    await give(names)
    expect(await ask('/patients/patients/')).toEqual({ 200: 4 })
    expect((await call('POST', '/users/logout/', {}, leaving.headers)).status).toBe(204)
    expect(await ask('/users/me/')).toEqual({ 401: 4 })
  })

  test('a refresh token used at several at once gives one successor; used again later it ends the session everywhere', async () => {
    const { call, site } = many()
    const { refresh, device, id } = await as('nurse')
    const renew = (token: string) => call('POST', '/users/token/refresh/', { refresh: token }, { cookie: cookieOf(device) })
    const replies = await times(6, () => renew(refresh))
    expect(tally(replies)).toEqual({ 200: 6 })
    const [next = { access: '', refresh: '' }, ...others] = replies.map((reply) => reply.json<{ access: string; refresh: string }>())
    for (const other of others) expect(other.refresh).toBe(next.refresh)
    await sql`update refresh_tokens t set used_at = used_at - interval '1 minute' from sessions s
      where s.id = t.session_id and s.user_id = ${id}`.execute(site.db)
    expect((await renew(refresh)).status).toBe(401)
    const me = () => call('GET', '/users/me/', undefined, { authorization: `Bearer ${next.access}` })
    expect([tally(await times(4, me)), (await renew(next.refresh)).status]).toEqual([{ 401: 4 }, 401])
  })

  test('wrong passwords count together, whoever hears them', async () => {
    const { call, site } = many()
    const { email } = await anAccount(site.db, 'nurse')
    const statuses: number[] = []
    for (let tries = 0; tries < 7; tries += 1) statuses.push((await signIn({ call }, email, 'not the password')).status)
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429])
  })

  test('each piece of work is taken once', async () => {
    const { call, site, person } = many()
    const { id: patient } = await aPatient(site.db)
    const sent = await times(3, (index) =>
      call(
        'POST',
        '/patients/medical-records/',
        { patient, title: `Letter ${index}`, text: `Letter ${index}. Asthma, fever, cough.` },
        person.headers,
      ),
    )
    expect(tally(sent)).toEqual({ 201: 3 })
    const records = site.db.selectFrom('medical_records').select(['status', 'reading']).where('patient_id', '=', patient)
    const open = async () => (await records.execute()).filter(({ status }) => status === 'uploaded' || status === 'processing').length
    await expect.poll(open).toBe(0)
    expect((await records.execute()).map(({ reading }) => reading)).toEqual([1, 1, 1])
    const ids = sent.map((reply) => reply.json<{ id: number }>().id)
    const taken = async () => {
      const { rows } = await sql`select state, retry_count from pgboss.job
        where name = 'read-record' and (data ->> 'record')::integer = any(${ids}::integer[])`.execute(site.db)
      return rows
    }
    // The queue counts each taking of a job after its first.
    await expect.poll(taken).toEqual(ids.map(() => ({ state: 'completed', retry_count: 0 })))
    const findings = await site.db
      .selectFrom('medical_record_entities')
      .select(['record_id', 'start', 'type'])
      .where('patient_id', '=', patient)
      .execute()
    expect(new Set(findings.map((one) => Object.values(one).join(' '))).size).toBe(findings.length)
  })
}
