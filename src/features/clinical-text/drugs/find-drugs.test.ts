import { expect, test } from 'vitest'
import { CHEMICALS, compare } from '../../../../quality/measure-text/drugs.ts'
import { ownData } from '../../../testing/inputs/folders.ts'
import { describeReference } from '../../../testing/inputs/reference.ts'
import { sentencesOf } from '../text/sentences.ts'
import { tokensOf } from '../text/tokens.ts'
import { findDrugs } from './find-drugs.ts'

const found = (text: string) =>
  findDrugs({ text, tokens: tokensOf(text), sentences: sentencesOf(text) }).map(({ start, end, ...rest }) => ({
    ...rest,
    text: text.slice(start, end),
  }))
const names = (text: string) => found(text).map((one) => [one.text, one.value])

test('a prescription gives the name with its code, and what is said of dose, route, frequency and duration', () => {
  expect(found('Inj. Ceftriaxone 1g IV OD for 3 days')).toEqual([
    {
      type: 'drug',
      text: 'Ceftriaxone',
      value: 'ceftriaxone',
      code: 'J01DD04',
      way: 'name',
      details: {
        substances: ['ceftriaxone'],
        dose: '1 g',
        route: 'IV',
        frequency: 'once a day',
        duration: '3 days',
        directions: '1g IV OD for 3 days',
      },
    },
  ])
  const [amoxicillin, paracetamol] = found('Tab. Amoxicillin 500 mg TDS x 5/7, PCM 1 g po qid prn')
  expect(amoxicillin?.details).toMatchObject({ dose: '500 mg', frequency: 'three times a day', duration: '5 days' })
  expect(paracetamol).toMatchObject({
    value: 'paracetamol',
    details: { dose: '1 g', route: 'PO', frequency: 'four times a day when needed' },
  })
  expect(found('given 500 mg of amoxicillin tds')[0]?.details).toMatchObject({ dose: '500 mg', frequency: 'three times a day' })
  expect(found('Syr amoxil 250mg/5ml 5ml tds x 5/7')[0]?.details).toMatchObject({ dose: '5 ml', duration: '5 days' })
})

test('nothing is claimed where the directions are not understood, are of another time or of a measurement', () => {
  const [insulin] = found('insulin mixtard 20 units am 10 units pm')
  expect(insulin?.details).toEqual({ substances: ['insulin human'], directions: '20 units am 10 units pm' })
  expect(found('amoxicillin 3 days ago')[0]?.details).toEqual({ substances: ['amoxicillin'] })
  expect(found('took ibuprofen and slept 8 hours')[0]?.details).toEqual({ substances: ['ibuprofen'] })
  expect(found('serum creatinine 90')[0]?.details).toEqual({ substances: ['creatinine'] })
})

test('brands, short forms, products of several substances and, where something is prescribed, one wrong letter', () => {
  expect(names('septrin 960 mg bd')).toEqual([['septrin', 'sulfamethoxazole + trimethoprim']])
  expect(names('amoxicillin/clavulanic acid 625mg')).toEqual([['amoxicillin/clavulanic acid', 'amoxicillin + clavulanic acid']])
  expect(names('AL 80/480 mg bd x 3 days')).toEqual([['AL', 'artemether + lumefantrine']])
  expect(names('serum AL was raised; P2+0, Rh positive, PCV 30, seen in Dec 2024')).toEqual([])
  expect(names('5-FU and MTX')).toEqual([
    ['5-FU', 'fluorouracil'],
    ['MTX', 'methotrexate'],
  ])
  expect(names('Tabs Amoxicilin 500mg tds')).toEqual([['Amoxicilin', 'amoxicillin']])
  expect(names('an amoxicilin in prose')).toEqual([])
})

test('salts and isomers belong to the name; another molecule has no code of the one in its name', () => {
  expect(names('ketamine hydrochloride and sodium pentothal')).toEqual([
    ['ketamine hydrochloride', 'ketamine'],
    ['sodium pentothal', 'thiopental'],
  ])
  expect(names('6 - hydroxydopamine')).toEqual([['6 - hydroxydopamine', '6-hydroxydopamine']])
  const [other] = found('N-methyl-dopamine')
  expect(other).toMatchObject({ text: 'N-methyl-dopamine', value: 'n-methyl-dopamine', way: 'chemical shape' })
  expect(other?.code).toBeUndefined()
})

test('a short form means what the text itself says, or nothing', () => {
  expect(names('Tranexamic acid (TAMCA) was given. TAMCA helped.').map(([text]) => text)).toEqual(['Tranexamic acid', 'TAMCA', 'TAMCA'])
  expect(names('TAMCA helped.')).toEqual([])
  expect(names('Direct aortic massage (DAM), dynamic exercise score (DES). DES rose.')).toEqual([])
})

test('everyday words that end like drugs are none', () => {
  expect(names('She was examined at baseline; determine urine and spine; famine, magazine, medicine, alone, control, inside.')).toEqual([])
})

test('of sentences with marked drugs, nineteen of twenty are found from the first letter to the last', () => {
  const { gold, f1, precision } = compare(ownData('clinical-text/mentions.iob'))
  expect(gold.size).toBe(47)
  expect([f1, precision].every((share) => share >= 0.95)).toBe(true)
})

describeReference(CHEMICALS, 'chemicals of the development data', (file) => {
  test('are found with an F1 of at least 0.80', () => {
    expect(compare(file).f1).toBeGreaterThanOrEqual(0.8)
  })
})
