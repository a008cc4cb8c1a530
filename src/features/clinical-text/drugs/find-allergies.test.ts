import { expect, test } from 'vitest'
import { sentencesOf } from '../text/sentences.ts'
import { tokensOf } from '../text/tokens.ts'
import { findAllergies } from './find-allergies.ts'

const found = (text: string) =>
  findAllergies({ text, tokens: tokensOf(text), sentences: sentencesOf(text) }).map(({ start, end, value, details }) => [
    text.slice(start, end),
    value,
    ...[details?.reaction, details?.severity].filter((one) => one !== undefined),
  ])

test('to what, and what happens', () => {
  expect(found('allergic to penicillin (rash)')).toEqual([['penicillin', 'penicillins', 'rash']])
  expect(found('penicillin allergy')).toEqual([['penicillin', 'penicillins']])
  expect(found('develops hives with aspirin')).toEqual([['aspirin', 'acetylsalicylic acid', 'hives']])
  expect(found('Anaphylaxis to ceftriaxone in 2019')).toEqual([['ceftriaxone', 'ceftriaxone', 'anaphylaxis', 'severe']])
  expect(found('Allergic to contrast media: mild urticaria')).toEqual([['contrast media', 'iodinated contrast media', 'urticaria', 'mild']])
  expect(found('Severe allergy to peanuts, eggs and bee stings')).toEqual([
    ['peanuts', 'peanuts', 'severe'],
    ['eggs', 'egg', 'severe'],
    ['bee stings', 'bee stings', 'severe'],
  ])
})

test('everything in the line of the heading, or in the list below it', () => {
  expect(found('Allergies: sulfa – anaphylaxis, latex')).toEqual([
    ['sulfa', 'sulfonamide antibiotics', 'anaphylaxis', 'severe'],
    ['latex', 'latex'],
  ])
  expect(found('Her allergies include penicillin and codeine')).toHaveLength(2)
  expect(found('Drug allergies:\n- Penicillin (rash)\n- Septrin: itching\n\nMedications:\n- Metformin')).toEqual([
    ['Penicillin', 'penicillins', 'rash'],
    ['Septrin', 'sulfamethoxazole + trimethoprim', 'itching'],
  ])
})

test('that nothing is known; an allergy that is denied is left to the context', () => {
  for (const text of ['NKDA', 'No known drug allergies', 'no history of drug allergy']) expect(found(text)).toEqual([[text, 'none known']])
  expect(found('Allergies: none')).toEqual([['none', 'none known']])
  expect(found('Allergies: unknown')).toEqual([])
  expect(found('He is not allergic to penicillin')).toEqual([['penicillin', 'penicillins']])
  expect(found('no allergies to penicillin')).toEqual([['penicillin', 'penicillins']])
})

test('what is tolerated, merely given, or only sensitive to a drug is no allergy', () => {
  expect(found('Allergic to penicillin but tolerates cefuroxime')).toEqual([['penicillin', 'penicillins']])
  expect(found('Allergic rhinitis. Given cetirizine. Organism sensitive to ciprofloxacin.')).toEqual([])
})
