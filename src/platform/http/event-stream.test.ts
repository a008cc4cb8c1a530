import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anAccount, signedIn } from '../../testing/accounts.ts'
import { aPatient, aVisit } from '../../testing/builders.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import { makeCertificate } from '../../testing/servers/certificate.ts'
import { connectHttp2 } from '../../testing/servers/http2-client.ts'

/** Opens a stream as a browser does; `hear` is told what it says, `over` that it has ended. */
type Open = (port: number, ago: string, token: string, hear: (text: string) => void, over: () => void) => Promise<Opened>
interface Opened {
  status: number
  headers: string[]
  stop: () => void
}

const overHttp1: Open = async (port, ago, token, hear, over) => {
  const abort = new AbortController()
  const url = `http://127.0.0.1:${port}/api/events/?ago=${ago}`
  const response = await fetch(url, { headers: { authorization: `Bearer ${token}` }, signal: abort.signal })
  const read = async () => {
    const decoder = new TextDecoder()
    for await (const chunk of response.body!) hear(decoder.decode(chunk, { stream: true }))
  }
  void read().then(over, () => {})
  return { status: response.status, headers: [...response.headers.keys()], stop: () => abort.abort() }
}

const overHttp2: Open = async (port, ago, token, hear, over) => {
  const session = await connectHttp2(port)
  const stream = session.request({ ':path': `/api/events/?ago=${ago}`, authorization: `Bearer ${token}` })
  const { promise, resolve } = Promise.withResolvers<Opened>()
  stream.setEncoding('utf8')
  stream
    .on('data', hear)
    .on('end', over)
    .on('error', () => {})
  stream.on('close', () => session.close())
  stream.on('response', (headers) =>
    resolve({ status: Number(headers[':status']), headers: Object.keys(headers), stop: () => session.destroy() }),
  )
  return promise
}

describe.each([
  ['HTTP/1.1', overHttp1, false],
  ['HTTP/2', overHttp2, true],
])('over %s', (_protocol, open, isHttp2) => {
  let clinic: TestClinic
  let port: number
  beforeAll(async () => {
    clinic = await openTestClinic({ ...(isHttp2 && { tls: await makeCertificate() }) })
    await clinic.app.listen({ port: 0, host: '127.0.0.1' })
    port = (clinic.app.server.address() as AddressInfo).port
  })
  afterAll(() => clinic.close())

  /** Listens as a browser does; `heard` is everything the stream has said so far. */
  const listen = async ({ token }: Pick<Person, 'token'>, ago = '0') => {
    const listener = { status: 0, headers: [] as string[], heard: '', isOver: false, stop: () => {} }
    const opened = await open(
      port,
      ago,
      token,
      (text) => (listener.heard += text),
      () => (listener.isOver = true),
    )
    return Object.assign(listener, opened)
  }

  test('a stream has no header of a connection over HTTP/2, and none that says how long it is', async () => {
    const stream = await listen(await clinic.signedInFrom('Nurse', 'nurse'))
    const { headers } = stream
    expect(headers).toEqual(expect.arrayContaining(['content-type', 'cache-control', 'x-content-type-options']))
    expect(headers).not.toContain('content-length')
    if (isHttp2) for (const name of ['connection', 'keep-alive', 'transfer-encoding', 'upgrade']) expect(headers).not.toContain(name)
    stream.stop()
  })

  test('news reaches those who may hear it, carries no data, and reaches nobody else', async () => {
    const doctor = await clinic.signedInFrom('Doctor', 'doctor')
    const [board, portal, storekeeper] = await Promise.all([
      listen(doctor),
      listen(await clinic.signedInFrom('Patient', 'patient')),
      listen(await clinic.signedInFrom('Storekeeper', 'storekeeper')),
    ])
    await expect.poll(() => board.heard).toContain('event: hello')
    const visit = await aVisit(clinic.db, { reason: 'A secret reason' })
    const reply = await doctor.call('PATCH', `/patients/initiate-attendance-process/${visit.id}/`, {
      attending: true,
      version: visit.version,
    })
    expect(reply.status, reply.text).toBe(200)
    await expect.poll(() => board.heard).toContain(`{"topic":"attendance","id":${visit.id},"patient":${visit.patient_id}}`)
    expect(board.heard).not.toContain('secret')
    for (const other of [portal, storekeeper]) expect(other.heard).not.toContain('attendance')
    for (const listener of [board, portal, storekeeper]) listener.stop()
  })

  test('a patient hears that something of their own record has changed, and of nobody else’s', async () => {
    const administrator = await clinic.signedInFrom('System administrator', 'sysadmin')
    const linked = async () => {
      const person = await clinic.signedInFrom('Patient', 'patient')
      const { id } = await aPatient(clinic.db, { user_id: person.id })
      return { person, id, stream: await listen(person) }
    }
    const [one, other] = [await linked(), await linked()]
    await expect.poll(() => other.stream.heard).toContain('event: hello')
    const reply = await administrator.call('POST', '/patients/appointments/', {
      patient: one.id,
      appointment_date_time: '2026-03-04T08:00:00Z',
      reason: 'Review',
    })
    expect(reply.status, reply.text).toBe(201)
    const { id, version } = reply.json<{ id: number; version: number }>()
    expect((await administrator.call('PATCH', `/patients/appointments/${id}/`, { status: 'confirmed', version })).status).toBe(200)
    await expect.poll(() => one.stream.heard).toContain(`{"topic":"portal","id":${one.person.id}}`)
    expect(other.stream.heard).not.toContain('event: news')
    expect(one.stream.heard).not.toMatch(/appointments|notifications|patients|messages/)
    for (const { stream } of [one, other]) stream.stop()
  })

  test('the stream ends with the session', async () => {
    const nurse = await clinic.signedInFrom('Nurse', 'nurse')
    const stream = await listen(nurse)
    await nurse.call('POST', '/users/logout/', {})
    await expect.poll(() => stream.isOver).toBe(true)
    expect((await listen(nurse)).status).toBe(401)
  })

  test('one account may not open streams without end, over all of its sessions', async () => {
    const { email } = await anAccount(clinic.db, 'nurse')
    const sessions = await Promise.all([1, 2, 3].map(() => signedIn(clinic, email)))
    const nurse = { token: sessions[0]!.access }
    const streams = await Promise.all(Array.from({ length: 60 }, (_, n) => listen({ token: sessions[n % 3]!.access })))
    expect(streams.filter(({ status }) => status === 200)).toHaveLength(50)
    expect(streams.filter(({ status }) => status === 429)).toHaveLength(10)
    for (const stream of streams) stream.stop()
    await expect
      .poll(async () => {
        const again = await listen(nurse)
        again.stop()
        return again.status
      })
      .toBe(200)
  })

  test('who comes late is told what they missed, and to ask for everything where that is too long ago', async () => {
    const [doctor, storekeeper] = [await clinic.signedInFrom('Doctor', 'doctor'), await clinic.signedInFrom('Storekeeper', 'storekeeper')]
    // The house itself is not that old.
    await expect
      .poll(async () => {
        const stream = await listen(doctor, '6')
        await expect.poll(() => stream.heard).toContain('event: hello')
        stream.stop()
        return stream.heard
      })
      .not.toContain('event: everything')
    const early = await listen(doctor)
    const visit = await aVisit(clinic.db)
    await doctor.call('PATCH', `/patients/initiate-attendance-process/${visit.id}/`, { attending: true, version: visit.version })
    const news = `{"topic":"attendance","id":${visit.id},"patient":${visit.patient_id}}`
    await expect.poll(() => early.heard).toContain(news)
    const [late, other, fresh, longAgo] = await Promise.all([
      listen(doctor, '6'),
      listen(storekeeper, '6'),
      listen(doctor),
      listen(doctor, '3600'),
    ])
    for (const stream of [late, other, fresh, longAgo]) await expect.poll(() => stream.heard).toContain('event: hello')
    expect(late.heard).toContain(news)
    expect(longAgo.heard).toContain('event: everything')
    expect(late.heard).not.toContain('event: everything')
    for (const stream of [other, fresh]) expect(stream.heard).not.toMatch(/event: (news|everything)/)
    for (const stream of [early, late, other, fresh, longAgo]) stream.stop()
    for (const ago of ['x', '-1', '1e3', '1&ago=2']) expect((await listen(doctor, ago)).status, ago).toBe(400)
  })
})
