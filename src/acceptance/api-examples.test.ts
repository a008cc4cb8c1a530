import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadDemo } from '../../db/seed/load-demo.ts'
import { compare, fill, isJson, isLike, readExamples, type DocExample, type Named } from '../testing/calls/doc-examples.ts'
import { openTestClinic, type TestClinic } from '../testing/clinic.ts'

// Each example of docs/api.md goes to a clinic with the demonstration data, one after the other, and must answer what is written below it.
const { sections, examples } = readExamples(readFileSync(new URL('../../docs/api.md', import.meta.url), 'utf8'))

let clinic: TestClinic
let url: string
const named: Named = new Map()
beforeAll(async () => {
  clinic = await openTestClinic({ now: new Date('2026-03-09T09:00:00Z') })
  await loadDemo(clinic.ownerUrl, { now: clinic.clock.now, password: 'demonstration only', files: clinic.files })
  url = await clinic.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => clinic.close())

let cookie = ''
const send = async ({ method, url: path, headers, body }: DocExample) => {
  const isForm = headers['content-type']?.startsWith('multipart/')
  const reply = await fetch(url + fill(path, named), {
    method,
    headers: {
      ...(named.has('access') && { authorization: `Bearer ${String(named.get('access'))}` }),
      ...(cookie !== '' && { cookie }),
      ...(body !== null && { 'content-type': 'application/json' }),
      ...Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, fill(value, named)])),
    },
    ...(body !== null && { body: isForm ? fill(body, named).replaceAll('\n', '\r\n').concat('\r\n') : fill(body, named) }),
    signal: AbortSignal.timeout(20_000),
  })
  const device = reply.headers.getSetCookie().map((one) => one.split(';')[0])
  if (device.length > 0) cookie = device.join('; ')
  return reply
}

/** Reads until every line was seen, as an event stream has no end; the lines that were not. */
const missingLines = async (reply: Response, lines: readonly string[]): Promise<readonly string[]> => {
  let text = ''
  const missing = () => lines.filter((line) => !text.includes(line))
  for await (const part of reply.body!.pipeThrough(new TextDecoderStream())) {
    text += part
    if (missing().length === 0) break
  }
  return missing()
}

test('every section of the document has an example', () => {
  expect(sections.filter((section) => !examples.some((one) => one.section === section))).toEqual([])
})

test.each(examples.map((example, at) => [`${at + 1}. ${example.section}: ${example.method} ${example.url}`, example] as const))(
  '%s',
  async (_name, example) => {
    const { status, answer } = example
    const reply = await send(example)
    const { replyHeaders } = example
    const isText = answer !== null && !isJson(answer)
    const text = isText ? '' : await reply.text()
    expect(`${reply.status} ${reply.status === status ? '' : text}`).toBe(`${status} `)
    if (answer === null) expect(text).toBe('')
    else if (isText) expect(await missingLines(reply, answer.split('\n'))).toEqual([])
    else expect([compare(answer, JSON.parse(text), named), text]).toEqual([null, text])
    expect(Object.entries(replyHeaders).filter(([name, value]) => !isLike(fill(value, named), reply.headers.get(name) ?? ''))).toEqual([])
  },
)
