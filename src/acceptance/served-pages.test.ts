import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { connect } from 'node:tls'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aPatient } from '../testing/builders.ts'
import { openTestClinic, type Person, type TestClinic } from '../testing/clinic.ts'
import { makeCertificate } from '../testing/servers/certificate.ts'
import { askHttp2, connectHttp2 } from '../testing/servers/http2-client.ts'

/** A document of text, as long as many frames. */
const LONG = Buffer.from('Seen for asthma. '.repeat(100_000))
const SCRIPT = 'export const there = true\n'.repeat(100)

let distDir: string
let clinic: TestClinic
let port: number
let person: Person
beforeAll(async () => {
  distDir = mkdtempSync(join(tmpdir(), 'kliniki-dist-'))
  mkdirSync(join(distDir, 'assets'))
  writeFileSync(join(distDir, 'index.html'), '<!doctype html><style nonce="{{nonce}}"></style>')
  writeFileSync(join(distDir, 'booking.html'), '<!doctype html>')
  writeFileSync(join(distDir, 'assets', 'main-1.js'), SCRIPT)
  clinic = await openTestClinic({ distDir, tls: await makeCertificate() })
  await clinic.app.listen({ port: 0, host: '127.0.0.1' })
  port = (clinic.app.server.address() as AddressInfo).port
  person = await clinic.signedInFrom('System administrator', 'sysadmin')
})
afterAll(async () => {
  await clinic.close()
  rmSync(distDir, { recursive: true })
})

interface Answer {
  status: number
  headers: Record<string, unknown>
  body: Buffer
}
type Ask = (method: string, path: string, headers?: Record<string, string>, body?: string | Uint8Array) => Promise<Answer>

const overHttp1: Ask = (method, path, headers = {}, body) =>
  new Promise((done, failed) => {
    const call = request({ host: '127.0.0.1', port, method, path, headers, agent: false, rejectUnauthorized: false }, (reply) => {
      expect(reply.httpVersion).toBe('1.1')
      void buffer(reply).then((bytes) => done({ status: reply.statusCode ?? 0, headers: reply.headers, body: bytes }), failed)
    })
    call.on('error', failed)
    call.end(body)
  })

const overHttp2: Ask = async (method, path, headers = {}, body) => {
  const session = await connectHttp2(port)
  const answer = await askHttp2(session, { ':method': method, ':path': path, ...headers }, body)
  session.close()
  return answer
}

/** What a caller who offers these protocols gets. */
const chosen = (ALPNProtocols?: string[]) =>
  new Promise<string | false | null>((done, failed) => {
    const socket = connect({ host: '127.0.0.1', port, rejectUnauthorized: false, ...(ALPNProtocols && { ALPNProtocols }) }, () => {
      done(socket.alpnProtocol)
      socket.destroy()
    })
    socket.on('error', failed)
  })

test('clients that offer HTTP/2 get it, others get HTTP/1.1', async () => {
  expect(await chosen(['h2', 'http/1.1'])).toBe('h2')
  expect(await chosen(['http/1.1'])).toBe('http/1.1')
  expect(await chosen()).toBe(false)
})

test('a page and a hundred of its files come over one connection at once', async () => {
  const session = await connectHttp2(port)
  const answers = await Promise.all(Array.from({ length: 100 }, () => askHttp2(session, { ':path': '/assets/main-1.js' })))
  expect(new Set(answers.map(({ status, body }) => `${status} ${body.length}`))).toEqual(new Set([`200 ${SCRIPT.length}`]))
  session.close()
})

const CONNECTION_HEADERS = ['connection', 'keep-alive', 'proxy-connection', 'transfer-encoding', 'upgrade']

const signed = () => ({ authorization: `Bearer ${person.token}` })
const json = () => ({ ...signed(), 'content-type': 'application/json' })

describe.each([
  ['HTTP/1.1', overHttp1],
  ['HTTP/2', overHttp2],
])('over %s', (protocol, send) => {
  const ask: Ask = async (...asked) => {
    const answer = await send(...asked)
    if (protocol === 'HTTP/2') expect(Object.keys(answer.headers).filter((name) => CONNECTION_HEADERS.includes(name))).toEqual([])
    expect(answer.headers['strict-transport-security']).toBe('max-age=31536000')
    return answer
  }

  test('the page comes with its policy, its files whole, in part, and not again', async () => {
    const page = await ask('GET', '/dashboard')
    const nonce = /nonce="([^"]+)"/.exec(page.body.toString())?.[1]
    expect([page.status, nonce && String(page.headers['content-security-policy']).includes(`'nonce-${nonce}'`)]).toEqual([200, true])
    const file = await ask('GET', '/assets/main-1.js')
    expect([file.status, file.body.toString(), file.headers['cache-control']]).toEqual([200, SCRIPT, 'public, max-age=31536000, immutable'])
    const part = await ask('GET', '/assets/main-1.js', { range: 'bytes=0-5' })
    expect([part.status, part.body.toString()]).toEqual([206, 'export'])
    const again = await ask('GET', '/assets/main-1.js', { 'if-none-match': String(file.headers['etag']) })
    expect([again.status, again.body.length]).toEqual([304, 0])
  })

  test('the API answers, refuses, and answers a repeated change once', async () => {
    expect((await ask('GET', '/health/ready')).status).toBe(200)
    const body = JSON.stringify({ first_name: protocol, second_name: 'Served', gender: 'female', not_a_duplicate: true })
    const key = { ...json(), 'idempotency-key': `served-${protocol}` }
    const [first, second] = [await ask('POST', '/patients/patients/', key, body), await ask('POST', '/patients/patients/', key, body)]
    expect([first.status, second.status, second.body.toString()]).toEqual([201, 201, first.body.toString()])
    const { id } = JSON.parse(first.body.toString()) as { id: number }
    const got = await ask('GET', `/api/patients/patients/${id}/`, signed())
    const head = await ask('HEAD', `/api/patients/patients/${id}/`, signed())
    expect([got.status, head.status, head.body.length, head.headers['etag']]).toEqual([200, 200, 0, got.headers['etag']])
    const unchanged = await ask('GET', `/patients/patients/${id}/`, { ...signed(), 'if-none-match': String(got.headers['etag']) })
    expect([unchanged.status, unchanged.body.length]).toEqual([304, 0])
    const trail = await clinic.db.selectFrom('audit_log').select('ip').where('patient_id', '=', id).execute()
    expect(new Set(trail.map(({ ip }) => ip))).toEqual(new Set(['127.0.0.1']))
    const refused = [
      await ask('GET', '/no/such/thing/'),
      await ask('DELETE', '/patients/patients/', signed()),
      await ask('GET', '/users/me/'),
      await ask('POST', '/patients/patients/', json(), '{'),
      await ask('POST', '/patients/patients/', { ...signed(), 'content-type': 'text/plain' }, 'x'),
      await ask('POST', '/patients/patients/', json(), JSON.stringify({ first_name: 'x'.repeat(2_000_000) })),
    ]
    expect(refused.map(({ status }) => status)).toEqual([404, 405, 401, 400, 415, 413])
    for (const { body: text } of refused) expect(text.toString()).toMatch(/^\{"(detail|non_field_errors)":/)
  })

  test('a file goes up and comes down whole', async () => {
    const { id } = await aPatient(clinic.db)
    const boundary = randomBytes(8).toString('hex')
    const field = `--${boundary}\r\nContent-Disposition: form-data; name="patient"\r\n\r\n${id}\r\n`
    const file = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="letter.txt"\r\nContent-Type: text/plain\r\n\r\n`
    const form = Buffer.concat([Buffer.from(field + file), LONG, Buffer.from(`\r\n--${boundary}--\r\n`)])
    const type = { 'content-type': `multipart/form-data; boundary=${boundary}` }
    const sent = await ask('POST', '/patients/medical-records/', { ...signed(), ...type }, form)
    expect(sent.status, sent.body.toString()).toBe(201)
    const { id: record } = JSON.parse(sent.body.toString()) as { id: number }
    const read = await ask('GET', `/patients/medical-records/${record}/file/`, signed())
    expect([read.status, read.body.equals(LONG)]).toEqual([200, true])
    const stranger = await ask('POST', '/patients/medical-records/', type, form)
    expect(stranger.status).toBe(401)
  })
})
