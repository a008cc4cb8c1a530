import { describe, expect, test } from 'vitest'
import { maskQuestion } from './mask.ts'

const catalogue = new Set(
  'bill grant sale case visit visits patient patients doctor dr doctors payment payments department malaria test tests by in of this month may grace otc'.split(
    ' ',
  ),
)
const isKnown = (word: string) => catalogue.has(word)
const masked = (question: string, spans?: Parameters<typeof maskQuestion>[2]) => {
  const { text, stated } = maskQuestion(question, isKnown, spans)
  return [text, ...[...stated].map(([mark, words]) => `${mark}=${words}`)]
}

test.each([
  ['How many visits by department?', 'how many visits by department?'],
  ['visits of Dr Otieno', 'visits of dr [name 1]', '[name 1]=Otieno'],
  ['visits of Wanjiku Kamau and otieno', 'visits of [name 1] and [name 2]', '[name 1]=Wanjiku Kamau', '[name 2]=otieno'],
  ['Otieno and OTIENO', '[name 1] and [name 1]', '[name 1]=Otieno'],
  ["did Ng'ang'a see O’Brien’s patients", 'did [name 1] see [name 2] patients', "[name 1]=Ng'ang'a", '[name 2]=O’Brien’s'],
  ['Ashley Young visits', '[name 1] visits', '[name 1]=Ashley Young'],
  ['visits of Test Otieno', 'visits of [name 1]', '[name 1]=Test Otieno'],
  ['visits of may otieno', 'visits of [name 1]', '[name 1]=may otieno'],
  ['visits of otieno grace', 'visits of [name 1]', '[name 1]=otieno grace'],
  ['HOW MANY VISITS DID OTIENO PAY', 'how many visits did [name 1]', '[name 1]=OTIENO PAY'],
  ['visits of Bill Grant', 'visits of [name 1]', '[name 1]=Bill Grant'],
  ['Bill Case visits', '[name 1] visits', '[name 1]=Bill Case'],
  ['payments of Ms Sale', 'payments of ms [name 1]', '[name 1]=Sale'],
  ['payments of ms sale', 'payments of ms [name 1]', '[name 1]=sale'],
  ['payments of mrs. bill case by doctor', 'payments of mrs. [name 1] by doctor', '[name 1]=bill case'],
  ['visits by dr this month', 'visits by dr this month'],
  ['patients with OTC. How many by doctor?', 'patients with otc. how many by doctor?'],
  ['Has Wanjiku been here?', 'has [name 1] been here?', '[name 1]=Wanjiku'],
  ["the patient's visits that weren't", "the patient's visits that weren't"],
  ['visits/payments, tests-payments', 'visits/payments, tests-payments'],
  ['patient P-26/00012', 'patient [number 1]', '[number 1]=P-26/00012'],
  [
    'call +254 712 345 678',
    '[name 1] [number 1] [number 2] [number 3] [number 4]',
    '[name 1]=call',
    '[number 1]=254',
    '[number 2]=712',
    '[number 3]=345',
    '[number 4]=678',
  ],
  ['mary@clinic.example', '[name 1]', '[name 1]=mary@clinic.example'],
  ['born ٣ of ４', '[name 1] [number 1] of [number 2]', '[name 1]=born', '[number 1]=٣', '[number 2]=4'],
  ['[name 9] of {patients}', '[name 1] [number 1] of patients', '[name 1]=name', '[number 1]=9'],
  ['Zoë\u200BAli መስፍን 王小明', '[name 1]', '[name 1]=ZoëAli መስፍን 王小明'],
  ['', ''],
  ['  ?! 😀', '?!'],
])('%s → %s', (question, ...expected) => {
  expect(masked(question)).toEqual(expected)
})

const shown = (question: string) => {
  const { text, counts } = maskQuestion(question, isKnown)
  return [text, ...counts]
}

test('counts of rows stay, and are told; any other number goes', () => {
  expect(shown('top 5 doctors')).toEqual(['top 5 doctors', 5])
  expect(shown('the first 100 visits')).toEqual(['the first 100 visits', 100])
  expect(shown('last 101 visits')).toEqual(['last [number 1] visits'])
  expect(shown('last 07 12')).toEqual(['last [number 1] [number 2]'])
  expect(shown('first 12 345')).toEqual(['first [number 1] [number 2]'])
  expect(shown('top 1.5 or 5')).toEqual(['top [number 1] or [number 2]'])
})

test('what the reader has understood is hidden whole', () => {
  const question = 'visits of Grace in May 2026 and of Grace'
  const spans = [
    { start: 19, end: 27, is: 'time' as const },
    { start: 10, end: 15, is: 'patient' as const },
    { start: 35, end: 40, is: 'patient' as const },
  ]
  const { text, stated } = maskQuestion(question, isKnown, spans)
  expect(text).toBe('visits of [patient 1] in [time 1] and of [patient 1]')
  expect(Object.fromEntries(stated)).toEqual({ '[patient 1]': 'Grace', '[time 1]': 'May 2026' })
})

/** The same numbers in every run (mulberry32). */
const randomOf = (seed: number) => {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

describe('of names and numbers that are put into questions', () => {
  const random = randomOf(20_261_122)
  const below = (end: number) => Math.floor(random() * end)
  const pick = <T>(list: readonly T[]) => list[below(list.length)]!
  const letters = (alphabet: string, length: number) => Array.from({ length }, () => pick(Array.from(alphabet))).join('')
  const alphabets = ['bcdfghjklmnpqrstvwxz', 'aeioubgkmnwyz', 'éàçñößłžğ', 'абвгдежзик', 'ابتثجحخد', 'መስፍንአበበ', '王小明李雷']
  const marks = ["'", '’', '-', '.', '@', '_', '/']
  const written = (name: string) => pick([name, name.toUpperCase(), name[0]!.toUpperCase() + name.slice(1), name.normalize('NFD')])
  const names = () => {
    const name = written(letters(pick(alphabets), 4 + below(6)))
    const other = letters(pick(alphabets), 4 + below(4))
    return pick([[name], [name, other], [name + pick(marks) + other], [`${name}'s`], [`(${name})`], [`${name}?`], [`"${name}${other}"`]])
  }
  const numbers = () => {
    const digits = letters('0123456789', 3 + below(8))
    return pick([
      [digits.replace(/^100$/, '999')],
      [`+254${digits}`],
      [`P-26/${digits}`],
      [`${digits}.50`],
      [`KSh${digits}`],
      [`${digits}th`],
    ])
  }
  const plain =
    'how many visits of patients were there in each department this month by doctor top last first and payments the test may grace'.split(
      ' ',
    )

  test('no sequence of letters or digits leaves', () => {
    let found = 0
    for (let turn = 0; turn < 3_000; turn++) {
      const secrets = Array.from({ length: 1 + below(3) }, () => pick([names, numbers])()).flat()
      const words = Array.from({ length: 3 + below(8) }, () => pick(plain))
      for (const secret of secrets) words.splice(below(words.length + 1), 0, secret)
      const question = words.join(pick([' ', '  ', ' ', '\t', ', ', ' - ']))
      const { text, stated } = maskQuestion(question, isKnown)
      const sent = text.replaceAll(/\[(name|number) \d+\]/g, ' ')
      for (const secret of secrets)
        for (const [run] of secret
          .normalize('NFKC')
          .toLowerCase()
          .matchAll(/[\p{L}\p{M}]{2,}|\p{N}+/gu)) {
          // The letters before a number may be those of any word.
          if (run.length < 3) continue
          expect(sent, question).not.toContain(run)
          found++
        }
      expect(sent, question).toMatch(/^\p{ASCII}*$/u)
      expect(sent.replaceAll(/\b(?:top|first|last) (?:[1-9]\d?|100)\b/g, ''), question).not.toMatch(/\d/)
      // Everything is kept for the way back.
      const kept = [...stated.values()].join(' ').toLowerCase()
      for (const secret of secrets) expect(kept, question).toContain(/[\p{L}\p{M}\p{N}]+/u.exec(secret.normalize('NFKC').toLowerCase())![0])
    }
    expect(found).toBeGreaterThan(5_000)
  })
})
