// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { changeLanguage } from '#web/i18n.ts'
import { sentMessage } from './cell-messages.ts'

afterEach(() => changeLanguage('en'))

const messages = [
  '“28/02/67” has a two-digit year: read as 1967-02-28.',
  'Code Z99.8 means “A title: with “marks” and $& (brackets)”: kept as text.',
  'The file says “Akinyi”, but the patient with this number is Wanjiru Kamau. Correct the number or the name.',
  'Left empty: Enter the date as 2026-12-31.',
  'A sentence that nobody translated.',
]

test('a message with values stays as it is in English', () => expect(messages.map(sentMessage)).toEqual(messages))

test('a message with values is translated around them', async () => {
  await changeLanguage('fr')
  const french = messages.map(sentMessage)
  expect(french).toEqual([
    '« 28/02/67 » a une année à deux chiffres : lu 1967-02-28.',
    'Le code Z99.8 signifie « A title: with “marks” and $& (brackets) » : gardé comme texte.',
    'Le fichier dit « Akinyi », mais le patient qui a ce numéro est Wanjiru Kamau. Corrigez le numéro ou le nom.',
    expect.stringMatching(/^Laissé vide: (?!Enter)/),
    'A sentence that nobody translated.',
  ])
  await changeLanguage('sw')
  expect(
    messages
      .slice(0, 3)
      .map(sentMessage)
      .filter((message) => messages.includes(message)),
  ).toEqual([])
})
