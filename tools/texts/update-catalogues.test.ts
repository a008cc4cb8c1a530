import { expect, test } from 'vitest'
import { newKey } from './catalogue.ts'
import { clearChecked, editLikeness, updateCatalogues } from './update-catalogues.ts'

const entry = (key: string, english: string) => ({ key, english, sw: `${english} (sw)`, fr: `${english} (fr)` })
const board = { folder: 'features/board/texts', entries: [entry('nobody-waits', 'No patient waits here'), entry('open', 'Open the visit')] }
const shared = { folder: 'web/texts', entries: [entry('save', 'Save')] }
const update = (texts: readonly [string, string][], used: readonly string[] = []) =>
  updateCatalogues(
    [board, shared],
    texts.map(([english, file]) => ({ english, files: [file] })),
    (english) => used.includes(english) || texts.some(([text]) => text === english),
  )
const page = 'features/board/web/board-page.tsx'

test('an edited sentence keeps its key and its translations', () => {
  const { catalogues, kept, added, removed } = update([
    ['No patient waits here now', page],
    ['Open the visit', page],
    ['Save', 'web/forms/form.tsx'],
  ])
  expect(catalogues[0]?.entries).toContainEqual({ ...board.entries[0], english: 'No patient waits here now' })
  expect([kept.map(({ key }) => key), added, removed]).toEqual([['nobody-waits'], [], []])
})

test('a sentence that denies what another said, or carries other values, is a new one', () => {
  expect(editLikeness('The dose was given', 'The dose was not given')).toBe(0)
  expect(editLikeness('Dispense {n} tablets', 'Dispense {count} tablets')).toBe(0)
  expect(editLikeness('At most 10 tablets', 'At most 100 tablets')).toBe(0)
  expect(editLikeness('Register patient', 'Register a patient')).toBeGreaterThan(0.5)
  for (const [was, is] of [
    ['Give before food', 'Give after food'],
    ['One drop in the left eye', 'One drop in the right eye'],
    ['The mother was given the vaccine', 'The baby was given the vaccine'],
    ['Confirm the result', 'Reject the result'],
    ['The result is normal', 'The result is abnormal'],
    ['At most {n} mg a day', 'At most {n} ml a day'],
    ['Transfer from {store} to {other}', 'Transfer to {store} from {other}'],
    ['Age < 35', 'Age > 35'],
    ['The dose was given', 'The dose wasn’t given'],
    ['High potassium', 'Low potassium'],
  ] as const)
    expect(editLikeness(was, is), `${was} → ${is}`).toBe(0)
  const { added, removed } = update([['A patient waits here', page]], ['Open the visit', 'Save'])
  expect([added.map(({ english }) => english), removed.map(({ key }) => key)]).toEqual([['A patient waits here'], ['nobody-waits']])
})

test('a text is added to the catalogue of its feature, with nothing in place of its translations; one of several features to the shared one', () => {
  const { catalogues, added } = update(
    [
      ['Send to triage', page],
      ['Undo', page],
    ],
    ['No patient waits here', 'Open the visit', 'Save'],
  )
  expect(added.map(({ folder, key }) => `${folder} ${key}`)).toEqual(['features/board/texts send-to-triage', 'features/board/texts undo'])
  expect(catalogues[0]?.entries).toContainEqual({ key: 'undo', english: 'Undo', sw: '', fr: '' })
  const both = updateCatalogues([shared], [{ english: 'Undo', files: [page, 'features/triage/web/a.tsx'] }], () => true)
  expect(both.added).toMatchObject([{ folder: 'web/texts', key: 'undo' }])
})

test('keys are the first words of a text, and each is there once', () => {
  expect(newKey('{count, plural, one {# row} other {# rows}}', new Set())).toBe('row-rows')
  expect(newKey('Don’t print “{name}”', new Set(['dont-print-name']))).toBe('dont-print-name-2')
  expect(newKey('×', new Set())).toBe('text')
})

test('clears the named texts alone, all of them without names, and names the keys that no edited text has', () => {
  const [open, save] = [
    { folder: board.folder, key: 'open', was: 'Open the visit', english: 'Open a visit' },
    { folder: 'web/texts', key: 'save', was: 'Save', english: 'Save it' },
  ]
  const edited = [open, save, { ...open, folder: 'web/texts' }]
  expect(clearChecked(edited, null)).toEqual({ left: edited, unknown: [] })
  expect(clearChecked(edited, [])).toEqual({ left: [], unknown: [] })
  expect(clearChecked(edited, ['open', 'opne'])).toEqual({ left: [save], unknown: ['opne'] })
  expect(clearChecked(edited, ['web/texts open'])).toEqual({ left: [open, save], unknown: [] })
})
