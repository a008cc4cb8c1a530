import { expect, test } from 'vitest'
import { defaultTexts } from '#features/messages/server/default-texts.ts'
import { channels, messageKinds } from '#features/messages/rules.ts'
import { translatedLanguages } from '#platform/texts/read-texts.ts'
import { readCatalogues } from './catalogue.ts'
import { findUnwanted, terms, type Translated } from './terms.ts'

const wordsOf = (language: 'en' | 'sw' | 'fr', kind: (typeof messageKinds)[number], channel: (typeof channels)[number]) => {
  const { subject, body } = defaultTexts[language][kind][channel]
  return `${subject}\n${body}`
}
const messages = messageKinds.flatMap((kind) =>
  channels.map((channel): Translated => {
    const [english, sw, fr] = (['en', 'sw', 'fr'] as const).map((language) => wordsOf(language, kind, channel))
    return { english: english!, sw: sw!, fr: fr! }
  }),
)
const texts: readonly Translated[] = [...readCatalogues().flatMap(({ entries }) => entries), ...messages]

test('no text or message uses a word that its language does not use for the term (tools/texts/terms)', () => {
  expect(findUnwanted(texts)).toEqual([])
})

test.each(translatedLanguages)('the word of each term is used by a text in %s', (language) => {
  const unused = terms[language].filter(
    ({ use, isAbout, isUsed }) => use.length > 0 && !texts.some((entry) => isAbout(entry.english) && isUsed(entry[language] ?? '')),
  )
  expect(unused.map(({ term }) => term)).toEqual([])
})

const find = (english: string, sw: string, fr = '') => findUnwanted([{ english, sw, fr }]).map((line) => line.split(':')[0])

test('finds an unwanted word in any form, and leaves placeholders and other meanings alone', () => {
  expect(find('Cancel appointment', 'Futa miadi')).toEqual(['sw, cancel'])
  expect(find('This test was cancelled.', 'Kipimo hiki kilifutwa.')).toEqual(['sw, cancel'])
  expect(find('Delete file', 'Futa faili')).toEqual([])
  expect(find('Patient number', 'Nambari ya mgonjwa', 'Numéro du patient')).toEqual(['sw, number'])
  expect(find('Cancel {test}', 'Ghairi {test}', 'Annuler {test}')).toEqual([])
  expect(find('Dispensed', 'Imetolewa', 'Dispensé')).toEqual(['fr, dispense'])
  expect(find('Data is from {time}.', 'Data ni ya saa {time}.')).toEqual(['sw, clock time'])
})
