import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { join, relative } from 'node:path'
import { afterAll, beforeEach, expect, type RunnerTask } from 'vitest'
import { formOf, promisedCalls } from './promised-calls.ts'

interface Handled {
  reply: { raw: { statusCode: number; once(event: 'finish', listener: () => void): void } }
  request: { url: string }
  route: { url: string; method: string }
}

/** The tests of this file that ran, whatever they called. */
const ran = new Set<string>()
/** What each test of this file has called and was answered with success: `method path` with the names of its query. */
const made = new Map<string, { call: string; query: URLSearchParams }[]>()

const HANDLED = 'tracing:fastify.request.handler:start'
const note = (message: unknown) => {
  const { reply, request, route } = message as Handled
  const title = expect.getState().currentTestName
  if (!title) return
  const calls = made.get(title) ?? []
  made.set(title, calls)
  const call = `${route.method} ${formOf(route.url)}`
  const query = new URLSearchParams(request.url.split('?')[1])
  reply.raw.once('finish', () => {
    if (reply.raw.statusCode < 300) calls.push({ call, query })
  })
}
subscribe(HANDLED, note)

let ofFile: readonly RunnerTask[] = []
beforeEach(({ task }) => {
  ran.add(task.fullTestName)
  ofFile = task.file.tasks
})

const titlesIn = (tasks: readonly RunnerTask[]): string[] =>
  tasks.flatMap((task) => (task.type === 'suite' ? titlesIn(task.tasks) : [task.fullTestName]))

const here = () => relative(join(import.meta.dirname, '../../..'), expect.getState().testPath ?? '')

// promised-calls.tsv says which test makes which call: it has to be true. Tests that were left out of this run have made none; that none of
// those is left out of every run is for tools/describe-calls.ts.
afterAll(() => {
  // This file is read anew for each file of tests, in the same process.
  unsubscribe(HANDLED, note)
  const file = here()
  const promised = promisedCalls().filter((one) => one.file === file)
  const untrue = promised
    .filter(({ title }) => ran.has(title))
    .filter(
      ({ method, path, query, title }) =>
        !made.get(title)?.some((one) => one.call === `${method} ${formOf(path)}` && query.every((name) => one.query.has(name))),
    )
  const titles = new Set(titlesIn(ofFile))
  const gone = ran.size > 0 ? promised.filter(({ title }) => !titles.has(title)) : []
  expect(
    [
      ...untrue.map(({ method, path, title }) => `"${title}" was never answered ${method} ${path}`),
      ...gone.map(({ title }) => `No test is called "${title}"`),
    ],
    'see promised-calls.tsv',
  ).toEqual([])
})
