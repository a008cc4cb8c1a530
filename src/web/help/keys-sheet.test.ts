import { expect, test } from 'vitest'
import { sheetOf } from './keys-sheet.tsx'

const key = (keys: string, label: string) => ({ keys, label, run: () => undefined })

test('the sheet says what a key does now, once, with the keys of every screen last', () => {
  const sheet = sheetOf([
    key('N', 'New bill'),
    key('?', 'Help'),
    key('Mod+K', 'Find anything'),
    key('N', 'Next in the queue'),
    key('B', 'Back'),
  ])
  expect(sheet.map(({ label }) => label)).toEqual(['Next in the queue', 'Back', 'Help', 'Find anything'])
})
