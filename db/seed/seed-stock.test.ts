import { expect, test } from 'vitest'
import { gtin14, readGs1 } from '#features/stock/gs1.ts'
import { barcodeOf } from './seed-stock.ts'

test('every pack of the demonstration bears an EAN-13 of its own, which a GS1 code can name', () => {
  const codes = [1, 9, 42, 110, 4096].flatMap((item) => [0, 1, 2].map((place) => barcodeOf(item, place)))
  expect(new Set(codes).size).toBe(codes.length)
  for (const code of codes) {
    expect(code).toMatch(/^616\d{10}$/)
    expect(gtin14(code)).toBe(`0${code}`)
    expect(readGs1(`010${code}17280630\u001d10AMX77`, 2026)).toMatchObject({ gtin: `0${code}`, lot: 'AMX77' })
  }
})
