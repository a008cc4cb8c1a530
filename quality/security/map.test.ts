import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { boundedWork } from './bounded-work.ts'
import { inputs, missingTests } from './map.ts'
import { stalePages } from './pages.ts'
import { weaknesses } from './weaknesses.ts'

const root = join(import.meta.dirname, '../..')
const numbersTo = (last: number) => Array.from({ length: last }, (_, at) => String(at + 1))

test('every row of the list has its tests, and each of them is there', () => {
  expect(weaknesses.map(({ number }) => number)).toEqual(numbersTo(38))
  expect(inputs.map(({ number }) => number)).toEqual([...numbersTo(112), 'HL7 and ASTM', 'Assistant', 'Database'])
  expect([...weaknesses, ...inputs, ...boundedWork].filter(({ shown }) => shown.length === 0)).toEqual([])
  expect(missingTests()).toEqual([])
})

test('the generated pages are those of the lists and of the contract', () => {
  expect(stalePages(), 'npm run security -- --pages writes them').toEqual([])
})

test('no screen writes markup, and no program starts a shell', () => {
  const files = globSync('src/**/*.{ts,tsx}', { cwd: root }).filter((file) => !/\.test\.tsx?$/.test(file))
  expect(files.length).toBeGreaterThan(1000)
  const markup = /dangerouslySetInnerHTML|\.(inner|outer)HTML\s*=|insertAdjacentHTML|document\.write\(|\beval\(|new Function\(/
  const shell = /\bshell:\s*true|import \{[^}]*\b(exec|execSync)\b[^}]*\} from 'node:child_process'/
  const found = files.filter((file) => {
    const text = readFileSync(join(root, file), 'utf8')
    return markup.test(text) || shell.test(text)
  })
  expect(found).toEqual([])
})
