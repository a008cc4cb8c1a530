import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { settingNames } from '#platform/config.ts'

const read = (name: string) => readFileSync(join(import.meta.dirname, '../..', name), 'utf8')

/** What the first column of a document's tables names in code marks. */
const firstColumn = (document: string) => [...read(document).matchAll(/^\| `([^`]+)`/gm)].map(([, name]) => name)

const sorted = (names: Iterable<string | undefined>) => [...names].map(String).sort((a, b) => (a < b ? -1 : 1))

test('the page about running explains every setting, and none that does not exist', () => {
  const named = firstColumn('docs/running.md').filter((name) => /^[A-Z_]+$/.test(name ?? ''))
  expect(sorted(named)).toEqual(sorted(settingNames))
})

test('every package that the program is built with has its reason', () => {
  const { dependencies, devDependencies, optionalDependencies } = JSON.parse(read('package.json')) as Record<string, Record<string, string>>
  const packages = Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies })
  expect(sorted(firstColumn('docs/dependencies.md'))).toEqual(sorted(packages))
})

test('every package is pinned to one version', () => {
  const { dependencies, devDependencies, optionalDependencies } = JSON.parse(read('package.json')) as Record<string, Record<string, string>>
  const loose = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies }).filter(
    ([, wanted]) => !/^(npm:typescript@)?\d/.test(wanted),
  )
  expect(loose).toEqual([])
})

interface Locked {
  integrity?: string
  resolved?: string
}

test('every locked package has the hash that its archive must have, and no address of a registry', () => {
  const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, Locked> }
  const { '': _project, ...locked } = packages
  const lacking = Object.entries(locked).filter(([, { integrity }]) => !/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity ?? ''))
  expect(sorted(lacking.map(([place]) => place))).toEqual([])
  expect(Object.values(locked).filter(({ resolved }) => resolved !== undefined)).toEqual([])
})
