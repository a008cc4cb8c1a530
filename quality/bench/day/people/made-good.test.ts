import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { getPatient } from '#features/patients/contract.ts'
import { random } from '../../../../db/seed/random.ts'
import { openJournal } from './journal.ts'
import { openLine } from './line.ts'
import { openMeter } from './meter.ts'
import { makePerson } from './person.ts'
import { openSession } from './session.ts'
import { holdStream } from './stream.ts'

type Message = readonly [status: number, text: string]
/** A server that answers each path in turn with what it was told to, the last again and again. */
const serve = async (message: Record<string, Message[]>) => {
  const server = createServer((request, response) => {
    const left = message[(request.url ?? '').replace(/\?.*/, '')] ?? []
    const [status, text] = (left.length > 1 ? left.shift() : left[0]) ?? [404, '{}']
    request.resume()
    response.statusCode = status
    response.end(text)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return (server.address() as AddressInfo).port
}
const pair: Message = [200, '{"access":"a","refresh":"r"}']

test('nothing that is made good by asking once more goes uncounted', async () => {
  const port = await serve({
    '/users/login/': [[503, 'busy'], pair],
    '/users/token/refresh/': [[401, 'unknown'], pair],
    '/patients/patients/1/': [
      [401, 'over'],
      [200, '{"id":1}'],
      [200, 'no JSON'],
    ],
    '/events/': [[500, '']],
  })
  const meter = openMeter()
  const [where, ends] = [{ ports: [port], address: '127.0.0.1' }, new AbortController()]
  const line = openLine({ ...where, onCut: meter.cut })
  const account = { email: 'somebody@clinic.example', password: 'p' }
  const session = openSession({ line, account, onReply: () => {}, onCut: meter.cut })
  const who = { name: 'nurse 1', role: 'nurse', email: account.email, number: 0 } as const
  const person = makePerson({ ...who, line, session, dice: random('made good'), meter, journal: openJournal(), rest: async () => {} })

  expect(await person.read(getPatient, { params: { id: 1 } })).toEqual({ id: 1 })
  person.hear(null)
  holdStream({ ...where, session, onNews: person.hear, onCut: meter.cut, signal: ends.signal })
  const cuts = () => meter.troubles().cuts.map(({ path, why }) => `${path} ${why}`)
  await expect.poll(cuts).toContain('/events/ 500')
  ends.abort()
  expect(cuts().toSorted()).toEqual([
    '/events/ 500',
    '/patients/patients/{id}/ 401 over',
    '/users/login/ 503 busy',
    '/users/token/refresh/ 401 unknown',
  ])
  const failures = () => meter.troubles().failures.map(({ path, what }) => `${path} ${what}`)
  await expect.poll(failures).toEqual([expect.stringMatching(/^nurse 1 SyntaxError/)])
  person.leave()
})
