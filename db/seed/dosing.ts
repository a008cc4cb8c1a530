import { type Directions, dosageText, durationText, frequencyText, readDirections } from '#features/directions/rules.ts'
import type { Need } from './treatments.ts'

/** A drug, how much of it, and how it is taken as the doctor types it. */
export interface Drug extends Need {
  directions: string
}

const pcm = (ml: number): Drug => ({ code: 'DRG-21', quantity: 1, directions: `${ml} ml tds 3/7` })

// One row a drug: what is usually handed out, and the directions that come to just that.
// oxfmt-ignore
const usual: Readonly<Record<string, Readonly<Record<number, string>>>> = {
  'DRG-01': { 6: '1 tab tds 2/7', 9: '1 tab tds 3/7', 12: '2 tabs tds 2/7', 18: '2 tabs tds 3/7' },
  'DRG-02': { 10: '1 tab bd 5/7 after food', 15: '1 tab tds 5/7 after food' },
  'DRG-03': { 6: '1 tab bd 3/7 with food', 12: '2 tabs bd 3/7 with food', 18: '3 tabs bd 3/7 with food', 24: '4 tabs bd 3/7 with food' },
  'DRG-04': { 15: '1 cap tds 5/7', 21: '1 cap tds 7/7', 28: '2 caps bd 7/7' },
  'DRG-05': { 10: '1 tab bd 5/7 with food', 14: '1 tab bd 7/7 with food' },
  'DRG-06': { 2: '2 tabs stat', 3: '1 tab od 3/7' },
  'DRG-07': { 10: '1 tab bd 5/7', 14: '1 tab bd 7/7', 20: '1 tab bd 10/7' },
  'DRG-08': { 15: '1 tab tds 5/7 after food', 28: '1 tab bd 14/7 after food' },
  'DRG-09': { 5: '1 tab nocte 5/7', 7: '1 tab nocte 7/7', 14: '1 tab nocte 14/7' },
  'DRG-10': { 14: '1 cap om 14/7 before breakfast', 28: '1 cap bd 14/7 before food' },
  'DRG-11': { 15: '1 tab tds 5/7 after food', 60: '1 tab bd 30/7 after food' },
  'DRG-12': { 30: '1 tab od 30/7', 60: '2 tabs od 30/7' },
  'DRG-13': { 30: '1 tab od 30/7' },
  'DRG-14': { 60: '1 tab bd 30/7 with food', 90: '1 tab tds 30/7 with food' },
  'DRG-15': { 30: '1 tab od 30/7', 60: '1 tab bd 30/7' },
  'DRG-16': { 1: '1 tab stat' },
  'DRG-17': { 6: '2 tabs om 3/7', 20: '4 tabs om 5/7 after food' },
  'DRG-18': { 30: 'half tab bd 30/7', 60: '1 tab bd 30/7' },
  'DRG-19': { 6: '1 sachet bd 3/7' },
  'DRG-20': { 5: 'half tab od 10/7', 10: '1 tab od 10/7' },
  'DRG-21': { 1: '5 ml tds 3/7' },
  'DRG-22': { 1: '5 ml tds 5/7' },
  'DRG-23': { 1: '10 ml tds 5/7' },
  'DRG-24': { 1: '2 puffs qds prn wheeze' },
  'DRG-25': { 1: 'apply bd 14/7' },
  'DRG-26': { 1: '1 drop qds both eyes 5/7' },
  'DRG-27': { 1: '1 g im stat' },
  'DRG-28': { 1: '75 mg im stat' },
  'DRG-29': { 1: '500 ml iv stat', 2: '500 ml iv bd 1/7' },
  'DRG-30': { 1: '12 units sc bd before food 30/7' },
  'DRG-31': { 30: '1 tab om 30/7' },
  'DRG-32': { 30: '1 tab om 30/7 before breakfast' },
  'DRG-33': { 30: '1 cap om 30/7' },
  'DRG-34': { 30: '1 tab od 30/7 after food' },
  'DRG-35': { 30: '1 cap nocte 30/7' },
  'DRG-36': { 30: '1 tab od 30/7 after food' },
  'DRG-37': { 30: '1 tab nocte 30/7' },
  'DRG-38': { 30: 'half tab bd 30/7' },
  'DRG-39': { 10: '1 cap bd 5/7' },
  'DRG-40': { 20: '1 cap qds 5/7 before food', 28: '1 cap qds 7/7 before food' },
  'DRG-41': { 28: '1 cap bd 14/7 with food', 84: '1 cap bd 42/7 with food' },
  'DRG-42': { 1: '15 ml bd 3/7' },
  'DRG-43': { 6: '1 suppository pr nocte 6/7' },
  'DRG-44': { 15: '1 tab tds 5/7' },
  'DRG-45': { 1: '60 mg iv stat', 4: '120 mg iv bd 1/7' },
  'DRG-46': { 15: '1 tab tds 5/7' },
  'DRG-47': { 15: '1 tab tds 5/7 before food' },
  'DRG-48': { 30: '1 tab od 30/7' },
  'DRG-49': { 28: '1 tab om 28/7', 84: '3 tabs om 28/7' },
  'DRG-50': { 28: '1 tab od 28/7' },
  'DRG-51': { 30: '1 tab od 30/7' },
  'DRG-52': { 30: '1 tab od 30/7' },
  'DRG-53': { 1: 'apply nocte 3/7' },
  'DRG-54': { 14: '1 tab od 14/7 after food' },
  'DRG-55': { 1: 'apply bd 7/7' },
  'DRG-56': { 35: '1 tab 5 times a day 7/7' },
  'DRG-57': { 14: '1 tab nocte 14/7' },
  'DRG-58': { 1: '5 ml od 3/7' },
  'DRG-59': { 1: '5 ml tds 5/7' },
  'DRG-60': { 1: '2.5 ml nocte 5/7' },
  'DRG-61': { 1: '5 ml tds 3/7 after food' },
  'DRG-62': { 1: '5 ml od 14/7' },
}

/** The usual directions for so much of a drug; throws when nobody prescribes that. */
export const usualDrug = ({ code, quantity }: Need): Drug => {
  const directions = usual[code]?.[quantity]
  if (directions === undefined) throw new RangeError(`No directions for ${quantity} of ${code}`)
  return { code, quantity, directions }
}

/** Everything that anybody prescribes. */
export const usualDrugs: readonly Drug[] = Object.entries(usual).flatMap(([code, by]) =>
  Object.entries(by).map(([quantity, directions]) => ({ code, quantity: Number(quantity), directions })),
)

const one = (code: string, directions: string): Drug => ({ code, quantity: 1, directions })
const millilitres = (kg: number, perKg: number) => (kg * perKg < 1.9 ? 1.25 : Math.min(10, Math.round((kg * perKg) / 2.5) * 2.5))
const amoxicillin = (kg: number) => one('DRG-22', `${millilitres(kg, 0.4)} ml tds 5/7`)

// What a child gets instead; null for what is not given to children. Below `age` years.
const forChildren: Readonly<Record<string, readonly [age: number, instead: (kg: number, age: number) => Drug | null]>> = {
  'DRG-01': [12, (kg, age) => (age < 7 ? pcm(millilitres(kg, 0.6)) : usualDrug({ code: 'DRG-01', quantity: 9 }))],
  'DRG-02': [12, (kg) => one('DRG-61', `${millilitres(kg, 0.35)} ml tds 3/7 after food`)],
  'DRG-03': [14, (kg) => usualDrug({ code: 'DRG-03', quantity: kg < 15 ? 6 : kg < 25 ? 12 : kg < 35 ? 18 : 24 })],
  'DRG-04': [10, amoxicillin],
  'DRG-05': [12, amoxicillin],
  'DRG-06': [12, (kg) => one('DRG-58', `${millilitres(kg, 0.25)} ml od 3/7`)],
  'DRG-07': [
    18,
    (kg, age) => (age < 12 ? one('DRG-58', `${millilitres(kg, 0.25)} ml od 5/7`) : usualDrug({ code: 'DRG-06', quantity: 3 })),
  ],
  'DRG-08': [12, (kg) => one('DRG-59', `${millilitres(kg, 0.2)} ml tds 5/7`)],
  'DRG-09': [12, (_, age) => (age < 1 ? null : one('DRG-60', age < 6 ? '2.5 ml nocte 5/7' : '5 ml nocte 5/7'))],
  'DRG-10': [12, () => null],
  'DRG-11': [16, (kg, age) => (age < 7 ? pcm(millilitres(kg, 0.6)) : usualDrug({ code: 'DRG-01', quantity: 9 }))],
  'DRG-15': [12, () => one('DRG-62', '5 ml od 14/7')],
  'DRG-16': [1, () => null],
  'DRG-17': [14, () => usualDrug({ code: 'DRG-17', quantity: 6 })],
  'DRG-18': [8, () => usualDrug({ code: 'DRG-18', quantity: 30 })],
  'DRG-20': [1, () => usualDrug({ code: 'DRG-20', quantity: 5 })],
  'DRG-21': [1, (kg) => pcm(millilitres(kg, 0.6))],
  'DRG-22': [10, amoxicillin],
  'DRG-23': [6, (kg) => pcm(millilitres(kg, 0.6))],
  'DRG-27': [12, () => null],
  'DRG-28': [16, () => null],
  'DRG-29': [12, () => usualDrug({ code: 'DRG-29', quantity: 1 })],
  'DRG-33': [18, () => null],
  'DRG-40': [10, amoxicillin],
  'DRG-41': [12, () => null],
  'DRG-42': [6, () => one('DRG-42', '5 ml bd 3/7')],
  'DRG-44': [12, () => null],
  'DRG-45': [12, () => usualDrug({ code: 'DRG-45', quantity: 1 })],
  'DRG-47': [18, () => null],
  'DRG-48': [12, () => one('DRG-62', '5 ml od 14/7')],
  'DRG-49': [15, () => usualDrug({ code: 'DRG-49', quantity: 28 })],
  'DRG-51': [12, () => null],
  'DRG-52': [12, () => null],
  'DRG-54': [12, () => null],
  'DRG-56': [12, () => null],
  'DRG-57': [18, () => null],
}

/** A drug as somebody of this age (completed years) and weight gets it; null for what is not for them. */
export const drugFor = (need: Need, { age, kg }: { age: number; kg: number }): Drug | null => {
  const child = forChildren[need.code]
  return child && age < child[0] ? child[1](kg, age) : usualDrug(need)
}

/** Directions as the table of prescribed drugs has them. */
export interface ReadDirections {
  structure: Directions
  dosage: string
  frequency: string
  duration: string
}

const known = new Map<string, ReadDirections>()
/** Directions as they are read; throws when they are not. */
export const readKnown = (text: string): ReadDirections => {
  let read = known.get(text)
  if (!read) {
    const { directions: structure, abstained } = readDirections(text)
    if (abstained !== null) throw new RangeError(`${text}: ${abstained}`)
    read = { structure, dosage: dosageText(structure), frequency: frequencyText(structure), duration: durationText(structure) }
    known.set(text, read)
  }
  return read
}
