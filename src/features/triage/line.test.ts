import { describe, expect, test } from 'vitest'
import { readLine as read, settledPart } from './line.ts'
import { inEnglish } from './measures.ts'

const readLine = (text: string) => {
  const { wrong, ...line } = read(text)
  return { ...line, wrong: wrong.map(({ token, reason }) => ({ token, reason: inEnglish(reason) })) }
}

describe('a line of vital signs', () => {
  const whole = {
    values: { temperature: 38.5, pulse: 110, systolic: 120, diastolic: 80, respiration: 22, spo2: 94, weight: 70, height: 172 },
    on_oxygen: true,
    consciousness: 'alert',
    wrong: [],
  }
  test.each([
    'T 38.5 P 110 BP 120/80 R 22 S 94 O2 W 70 H 172 A',
    't38.5 p110 bp120/80 r22 s94 o2 w70 h172 a',
    'T 38,5 °C, P 110/min; BP 120 / 80 mmHg, RR 22 /min, SpO2 94 %, O2, W 70 kg, H 172 cm, A',
    'Temp: 38.5 C HR: 110 120/80 resp=22 sats 94% oxygen weight 70kg height 1.72m alert',
  ])('%s', (text) => expect(readLine(text)).toEqual(whole))

  test.each([
    ['T 101.3 F', { temperature: 38.5 }],
    ['W 3245 g', { weight: 3.245 }],
    ['G 126 mg/dL', { glucose: 7 }],
    ['G 7.2 mmol/L', { glucose: 7.2 }],
    ['MUAC 11.5 cm', { muac: 115 }],
    ['HC 350 mm', { head_circumference: 35 }],
    ['pain 3/10', { pain: 3 }],
    ['W 154 lb', { weight: 69.853 }],
    ['H 68 in', { height: 172.7 }],
    ['BP 90/p', { systolic: 90 }],
    ['BP 90', { systolic: 90 }],
  ])('%s turns units that are written into ours', (text, values) => expect(readLine(text)).toEqual({ values, wrong: [] }))

  test('air, oxygen and how much of it', () => {
    expect(readLine('RA')).toEqual({ values: {}, on_oxygen: false, wrong: [] })
    expect(readLine('S 90 O2 2.5 L/min')).toEqual({ values: { spo2: 90, oxygen_flow: 2.5 }, on_oxygen: true, wrong: [] })
    expect(readLine('O2 94').wrong[0]?.reason).toMatch(/S 94/)
    expect(readLine('O2 sat 94%')).toEqual({ values: { spo2: 94 }, wrong: [] })
    expect(readLine('O2sats 94 RA')).toEqual({ values: { spo2: 94 }, on_oxygen: false, wrong: [] })
    expect(readLine('O2 RA').wrong).toEqual([{ token: 'RA', reason: 'Air or oxygen is entered twice.' }])
  })

  test('consciousness and level', () => {
    expect(['A', 'C', 'V', 'AVPU P', 'U'].map((text) => readLine(text).consciousness)).toEqual([
      'alert',
      'confusion',
      'voice',
      'pain',
      'unresponsive',
    ])
    expect(readLine('A 120/80')).toEqual({ values: { systolic: 120, diastolic: 80 }, consciousness: 'alert', wrong: [] })
    expect(readLine('L 2').level).toBe(2)
    expect(readLine('L 7').wrong).toEqual([{ token: 'L 7', reason: 'The category must be 1 to 5.' }])
  })

  test.each([
    ['P', 'P', 'A number must follow.'],
    ['T 101', 'T 101', 'Temperature must be 25 to 45 °C. 101 looks like °F: did you mean 38.3 °C?'],
    ['P 0', 'P 0', 'Pulse cannot be 0: leave it empty if it was not measured.'],
    ['BP 80/120', 'BP 80/120', 'Diastolic pressure must be below systolic pressure.'],
    ['DBP 120 SBP 80', 'BP', 'Diastolic pressure must be below systolic pressure.'],
    ['P 80 P 90', 'P 90', 'Pulse is entered twice.'],
    ['80', '80', 'Which measurement? Enter a letter before it, such as P or T.'],
    ['glargine', 'glargine', 'Not recognised.'],
    ['R 20/10', 'R 20/10', 'Only one number must follow.'],
  ])('%s names what is wrong', (text, token, reason) => expect(readLine(text).wrong).toEqual([{ token, reason }]))

  test.each([
    ['P 90-100', 'P 90 - 100'],
    ['T 38½', 'T 38 ½'],
    ['H 70 ft 6', 'H 70 ft 6'],
    ['W 70 stone', 'W 70 stone'],
    ['no O2', 'no O2'],
    ['not on O2', 'not on O2'],
    ['O2 nil', 'O2 nil'],
    ['O2 0', 'O2 0'],
    ['not alert', 'not alert'],
    ['V 98', 'V 98'],
    ['38.5C', '38.5 C'],
  ])('%s leaves no half of it behind', (text, token) => {
    const { wrong, ...message } = readLine(text)
    expect({ message, tokens: wrong.map((one) => one.token) }).toEqual({ message: { values: {} }, tokens: [token] })
  })

  test('whatever is typed, nothing implausible comes out and nothing is lost silently', () => {
    let seed = 5
    const random = (max: number) => (seed = (seed * 48_271) % 2_147_483_647) % max
    const words = [
      'T',
      'P',
      'BP',
      'R',
      'S',
      'O2',
      'W',
      'H',
      'A',
      '38',
      '120/80',
      '0',
      '101',
      '%',
      'kg',
      '/',
      ',',
      'x',
      '½',
      '-5',
      '1e9',
      'RA',
      '',
    ]
    for (let round = 0; round < 3000; round++) {
      const text = Array.from({ length: random(9) }, () => words[random(words.length)]).join(' ')
      const { values } = readLine(text)
      expect(Object.values(values).every((value) => Number.isFinite(value) && value > 0)).toBe(true)
    }
  })
})

test.each([
  ['P 1', ''],
  ['P 128', ''],
  ['P 128 ', 'P 128'],
  ['P 128 BP ', 'P 128 '],
  ['P 128 BP 120/8', 'P 128 '],
  ['S 98 O2 ', 'S 98 O2'],
  ['no ', ''],
])('of "%s" only "%s" is typed to its end', (typed, settled) => {
  expect(settledPart(typed)).toBe(settled)
})
