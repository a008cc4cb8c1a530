import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { pdfPrinter } from './print.ts'

const dir = mkdtempSync(join(tmpdir(), 'kliniki-print-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))

const template = (name: string, text: string) => {
  const path = join(dir, name)
  writeFileSync(path, text)
  return pathToFileURL(path)
}

test('a paper that never ends is given up, and those behind it are printed', { timeout: 120_000 }, async () => {
  const printer = pdfPrinter(10_000)
  const short = template('short.typ', 'Print template')
  const endless = template('endless.typ', '#for a in range(9000) { for b in range(9000) { for c in range(9000) { let d = a + b } } }')
  expect((await printer.print(short, {})).length).toBeGreaterThan(500)
  const [first, second, third] = [printer.print(endless, {}), printer.print(short, {}), printer.print(short, {})]
  await expect(first).rejects.toMatchObject({ status: 503, code: 'paper_too_long' })
  expect((await second).length).toBeGreaterThan(500)
  expect((await third).length).toBeGreaterThan(500)
  await printer.close()
})
