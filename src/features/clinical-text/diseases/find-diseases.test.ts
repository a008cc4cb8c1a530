import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { BOTH, DISEASES, f1, scoreOf } from '../../../../quality/measure-text/diseases.ts'
import { ownData } from '../../../testing/inputs/folders.ts'
import { describeReference } from '../../../testing/inputs/reference.ts'
import { sentencesOf } from '../text/sentences.ts'
import { tokensOf } from '../text/tokens.ts'
import { findDiseases } from './find-diseases.ts'

const found = (text: string) => findDiseases({ text, tokens: tokensOf(text), sentences: sentencesOf(text) })
const texts = (text: string) => found(text).map(({ start, end }) => text.slice(start, end))

describe('what a clinic writes', () => {
  test.each([
    ['Known diabetic, HTN; c/o headache, fever and cough x 3 days.', ['diabetic', 'HTN', 'headache', 'fever', 'cough']],
    ['Dx: severe malaria, UTI, PUD. Hx of TB, CCF, DM.', ['severe malaria', 'UTI', 'PUD', 'TB', 'CCF', 'DM']],
    ['malaria positive. urti, htn', ['malaria', 'urti', 'htn']],
    ['No chest pain, no shortness of breath.', ['chest pain', 'shortness of breath']],
    ['Iron deficiency anemia; Iron deficiency anaemia', ['Iron deficiency anemia', 'Iron deficiency anaemia']],
    ['Diarrhoea and diarrhea, oedema, Alzheimer’s disease', ['Diarrhoea', 'diarrhea', 'oedema', 'Alzheimer’s disease']],
    ['Mgonjwa ana homa, kikohozi na maumivu ya kichwa; kisukari.', ['homa', 'kikohozi', 'maumivu ya kichwa', 'kisukari']],
    ['fièvre, toux, paludisme, hypertension artérielle', ['fièvre', 'toux', 'paludisme', 'hypertension artérielle']],
    ['PAST HISTORY OF CHRONIC KIDNEY DISEASE AND HEART FAILURE', ['CHRONIC KIDNEY DISEASE', 'HEART FAILURE']],
    ['CA cervix; fracture of the right femur', ['CA cervix', 'fracture of the right femur']],
    ['fever cough vomiting', ['fever', 'cough', 'vomiting']],
  ])('%s', (text, expected) => expect(texts(text)).toEqual(expected))

  test.each([
    'Pt was painting the cold room when he fell.',
    'Hearing aids were provided; it aids recovery.',
    'Tonsils not enlarged, chest clear, P/E normal.',
    'The patient fits the criteria. Boil water. Ca 2.2 mmol/L, CA 125 and ALP normal.',
    'Hepatitis B vaccine given. HIV test: negative. Seen in the diabetes clinic at Homa Bay.',
    'The disease is progressing. A disorder. Power failure, type errors.',
    'She chooses and discloses; diagnosis and prognosis explained. Tab paracetamol 1g TDS.',
  ])('nothing: %s', (text) => expect(texts(text)).toEqual([]))

  test('a test is no disease, whatever its result', () => expect(texts('Malaria RDT positive. Dengue IgM\nNegative')).toEqual([]))
  test('short forms that are words count as they are written', () => expect(texts('He has AIDS. First AIDS course')).toEqual(['AIDS']))
  test('a cold is one where nothing cold follows', () => expect(texts('has a cold, a cold drink')).toEqual(['cold']))
})

test('a name brings its code, its type and how it was found', () => {
  expect(found('HTN')).toEqual([{ type: 'diagnosis', value: 'high blood pressure', code: 'I10', way: 'name', start: 0, end: 3 }])
  expect(found('Coughing')[0]).toMatchObject({ type: 'symptom', value: 'cough', code: 'R05' })
  expect(found('retroperitoneal fibrosarcoma')[0]).toMatchObject({ type: 'diagnosis', way: 'suffix' })
  expect(found('Fabry-like storage disorder')[0]).toMatchObject({ way: 'head' })
  expect(found('acute renal colic and gastric carcinoma')[1]).not.toHaveProperty('code', 'C80')
})

describe('what belongs to a name', () => {
  test.each([
    ['hereditary breast and ovarian cancer', 'hereditary breast and ovarian cancer'],
    ['a case of X-linked recessive Emery-Dreifuss muscular dystrophy', 'X-linked recessive Emery-Dreifuss muscular dystrophy'],
    ['with Weber-Christian syndrome', 'Weber-Christian syndrome'],
    ['the von Hippel-Lindau (VHL) disease', 'von Hippel-Lindau (VHL) disease'],
    ['deficiency of the third component of complement was', 'deficiency of the third component of complement'],
    ['spinocerebellar ataxia type 2 in', 'spinocerebellar ataxia type 2'],
    ['NSAID-induced gastritis', 'gastritis'],
    ['drug-induced hepatitis', 'drug-induced hepatitis'],
    ['it reveals atrial flutter', 'atrial flutter'],
    ['colorectal, endometrial, and ovarian cancers', 'colorectal, endometrial, and ovarian cancers'],
    ['severe cough', 'cough'],
  ])('%s', (text, expected) => expect(texts(text)).toEqual([expected]))
})

describe('short forms that a text explains', () => {
  test('count everywhere in it, with the meaning of the long form', () => {
    const text = 'VKH was seen. Vogt-Koyanagi-Harada disease (VKH) is rare. Other VKH patients'
    expect(texts(text)).toEqual(['VKH', 'Vogt-Koyanagi-Harada disease', 'VKH', 'VKH'])
    expect(found(text)[0]).toMatchObject({ way: 'abbreviation', value: 'vogt-koyanagi-harada disease' })
  })
  test('bring the code of a known name', () => expect(found('ataxia telangiectasia (A-T); A-T')[2]).toMatchObject({ code: 'G11.3' }))
  test('are none where they stand for a gene', () => {
    expect(texts('the hemochromatosis (HFE) gene; HFE mutations')).toEqual(['hemochromatosis'])
    expect(texts('deficiency of phenylalanine hydroxylase (PAH); PAH')).toEqual(['deficiency of phenylalanine hydroxylase'])
  })
})

test('the names of the starter list are found whole', () => {
  const sql = readFileSync(new URL('../../../../db/migrations/0014_starter_diagnoses.sql', import.meta.url), 'utf8')
  const rows = [...sql.matchAll(/^ {2}\('([A-T]\d[^']*)', '((?:[^']|'')*)'/gm)].map(([, code, title]) => ({
    code,
    title: title!.replaceAll("''", "'"),
  }))
  const names = rows.filter(({ title }) => !/[,(]/.test(title))
  const whole = names.filter(({ title }) => found(title)[0]?.end === title.length && found(title)[0]?.start === 0)
  expect(names.length).toBeGreaterThan(400)
  expect(whole.length / names.length).toBeGreaterThan(0.95)
})

test('spans are in order, never overlap, and lie in the text', () => {
  const text = 'Fever (high), cough/cold; TB - HIV. '.repeat(50)
  let end = 0
  for (const one of found(text)) {
    expect(one.start).toBeGreaterThanOrEqual(end)
    expect(one.end).toBeGreaterThan(one.start)
    end = one.end
  }
  expect(end).toBeLessThanOrEqual(text.length)
})

test('of sentences with marked diseases, nine of ten are found from the first letter to the last', () => {
  const score = scoreOf(ownData('clinical-text/mentions.iob'), BOTH)
  expect(score.stated).toBe(47)
  expect(f1(score)).toBeGreaterThanOrEqual(0.9)
})

describeReference(DISEASES, 'diseases of the development data', (path) => {
  test('are found with an F1 of at least 0.70', () => {
    expect(f1(scoreOf(path, BOTH))).toBeGreaterThanOrEqual(0.7)
  })
})
