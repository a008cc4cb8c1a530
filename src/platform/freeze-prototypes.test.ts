import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { freezePrototypes } from './freeze-prototypes.ts'

freezePrototypes()

const path = (...names: string[]) => {
  let found = {} as Record<string, unknown>
  for (const name of names) found = found[name] as typeof found
  return found
}

test.each([
  ['an object by its constructor', () => path('constructor', 'prototype')],
  ['an object by __proto__', () => path('__proto__')],
  ['a list', () => Object.getPrototypeOf([]) as object],
  ['a function', () => Object.getPrototypeOf(() => {}) as object],
  ['a text', () => String.prototype],
  ['a number', () => Number.prototype],
  ['a promise', () => Promise.prototype],
  ['an error', () => Error.prototype],
  ['a set', () => Set.prototype],
  ['the constructor of objects', () => path('constructor')],
  ['the constructor of functions', () => path('constructor', 'constructor')],
])('nothing can be added to what is inherited from %s', (_what, find) => {
  const inherited = find() as Record<string, unknown>
  expect(() => (inherited['sendmail'] = 'yes')).toThrow(TypeError)
  expect(() => (inherited['toString'] = () => 'mine')).toThrow(TypeError)
  expect(() => Object.defineProperty(inherited, 'path', { value: 'x' })).toThrow(TypeError)
  expect(({} as Record<string, unknown>)['sendmail']).toBe(undefined)
})

test('objects may still have properties of their own under inherited names', () => {
  const own = {} as Record<string, unknown>
  for (const name of ['toString', 'valueOf', 'constructor', 'hasOwnProperty']) own[name] = name
  expect(Object.keys(own)).toEqual(['toString', 'valueOf', 'constructor', 'hasOwnProperty'])
  const failure = new TypeError('a')
  failure.name = 'Failure'
  failure.message = 'b'
  expect(String(failure)).toBe('Failure: b')
  const act = Object.assign(() => {}, { call: 1 })
  act.toString = () => 'act'
  expect([act.call, String(act)]).toEqual([1, 'act'])
  expect(Object.keys(JSON.parse('{"__proto__":1,"constructor":2}') as object)).toEqual(['__proto__', 'constructor'])
})

// Written as the source writes them, so that a process or thread that is added later is found here.
const START =
  /(?:new Worker\(new URL\(|fork\(join\(\w+, |exec: join\([\w.]+, |const (?:program|script) = join\([\w.]+, |startSandbox\(join\([\w.]+, )'([^']+\.ts)'/g
const root = join(import.meta.dirname, '../..')
const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  .map((name) => join(root, 'src', name))

// A package may start a thread of its own, as the text recognition does: docs/threat-model.md says what that may do.
test('every process and thread that the program starts itself freezes them after its imports', () => {
  const started = sources.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(START)].map(([, name = '']) => join(dirname(file), name)),
  )
  const commands = ['import', 'export', 'backup', 'restore', 'audit-verify'].map((name) => join(root, 'tools', `${name}.ts`))
  const entries = new Set([...started, join(root, 'src/main.ts'), join(root, 'src/worker.ts'), ...commands])
  expect([...entries].filter((file) => file.startsWith(join(root, 'src')))).toHaveLength(12)
  for (const file of entries) expect(readFileSync(file, 'utf8'), file).toMatch(/\nfreezePrototypes\(\)\n/)
})

test('the packages that are loaded when they are needed load afterwards', () => {
  const code = `
    const { freezePrototypes } = await import('./src/platform/freeze-prototypes.ts')
    freezePrototypes()
    for (const name of ${JSON.stringify(lazy())}) await import(name)
    console.log('loaded')`
  expect(execFileSync(process.execPath, ['--input-type=module', '-e', code], { cwd: root, encoding: 'utf8' })).toContain('loaded')
})

/** Every package that the program imports in the middle of its work. */
const lazy = () => [
  ...new Set(
    sources
      .filter((file) => !file.includes('/web/') && !file.includes('/testing/'))
      .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/\bimport\('([^'.#][^']*)'\)/g)].map(([, name = '']) => name)),
  ),
]
