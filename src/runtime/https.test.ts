import * as http from 'node:http'
import * as https from 'node:https'
import { afterEach, beforeAll, afterAll, expect, test, vi } from 'vitest'
import { anAccount, PASSWORD } from '../testing/accounts.ts'
import { callerOverHttp2 } from '../testing/servers/http2-client.ts'
import { openSite, startProgram, type Program, type Site } from '../testing/servers/program.ts'

// Each of these starts the program, which takes a while on a busy machine.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 })

/** The loopback address in a spelling that the program does not take for it, so that it treats its callers as other machines. */
const ELSEWHERE = '127.1'

let site: Site
let program: Program
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.close())
afterEach(async () => {
  program.signal('SIGTERM')
  expect(await program.ended).toMatchObject({ code: 0, sentence: '' })
})

interface Answer {
  status: number
  headers: Record<string, unknown>
  text: string
}

const ask = (over: typeof http | typeof https, options: https.RequestOptions, body?: unknown) =>
  new Promise<Answer>((done, failed) => {
    const call = over.request({ host: '127.0.0.1', port: program.port, agent: false, rejectUnauthorized: false, ...options }, (reply) => {
      let text = ''
      reply.on('data', (data) => (text += String(data)))
      reply.on('end', () => done({ status: reply.statusCode ?? 0, headers: reply.headers, text }))
    })
    call.on('error', failed)
    call.end(body === undefined ? undefined : JSON.stringify(body))
  })

const login = async (over: typeof http | typeof https) => {
  const { email } = await anAccount(site.db, 'nurse')
  const headers = { 'content-type': 'application/json', host: 'clinic' }
  return ask(over, { path: '/users/login/', method: 'POST', headers }, { email, password: PASSWORD })
}

test('to other machines it speaks https, with a certificate of its own; a caller that forgets the s gets a sentence that says so', async () => {
  program = await startProgram({ ...site.env, HOST: ELSEWHERE, WEB_WORKERS: '2' })
  expect(program.message()).toMatch(/is ready at https:\/\//)
  const reply = await login(https)
  expect(reply.status).toBe(200)
  expect(reply.headers['strict-transport-security']).toBe('max-age=31536000')
  expect(String(reply.headers['set-cookie'])).toMatch(
    /^__Host-kliniki_device=[^;]+; Path=\/; HttpOnly; SameSite=Strict; Max-Age=\d+; Secure$/,
  )
  expect(program.message()).not.toContain('Warning')
  // Of each worker, whichever protocol is spoken.
  const overHttp2 = callerOverHttp2(program.port)
  for (let tries = 0; tries < 4; tries += 1) expect((await overHttp2('GET', '/health/ready')).status).toBe(200)
  for (let tries = 0; tries < 4; tries += 1) {
    const reply = await ask(http, { path: '/' })
    expect([reply.status, reply.text]).toEqual([400, expect.stringContaining('Write https:// before its address')])
  }
})

test('plain http beyond this machine only when asked for, with a warning, and with a cookie that such a line carries', async () => {
  program = await startProgram({ ...site.env, HOST: ELSEWHERE, KLINIKI_HTTP: '1' })
  await program.says('Warning: without https, passwords and records cross the network in the clear.')
  const reply = await login(http)
  expect(reply.status).toBe(200)
  expect(String(reply.headers['set-cookie'])).toMatch(/^kliniki_device=/)
  expect(String(reply.headers['set-cookie'])).not.toContain('Secure')
  expect(reply.headers['strict-transport-security']).toBeUndefined()
})
