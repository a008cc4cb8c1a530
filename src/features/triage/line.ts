import { dictionary, ownValue } from '#shared/dictionary.ts'
import { measureOf, numberIn, problemOf, rounded, type Consciousness, type MeasureKey, type Sentence } from './measures.ts'

/** What a line of vital signs says, and the words in it that say nothing, each with the reason. */
export interface Line {
  values: Partial<Record<MeasureKey, number>>
  on_oxygen?: boolean
  consciousness?: Consciousness
  level?: number
  wrong: { token: string; reason: Sentence }[]
}

type Key = MeasureKey | 'pressure' | 'oxygen' | 'air' | 'mind' | 'level'

const aliases: Record<Key, string> = {
  temperature: 't temp temperature',
  pulse: 'p hr pr pulse',
  pressure: 'bp pressure',
  systolic: 'sbp sys systolic',
  diastolic: 'dbp dia diastolic',
  respiration: 'r rr resp respiration',
  spo2: 's sat sats spo2 sao2',
  oxygen: 'o2 oxygen',
  oxygen_flow: 'flow',
  air: 'ra air',
  mind: 'avpu acvpu loc',
  pain: 'pain',
  glucose: 'g bg rbs glucose sugar',
  weight: 'w wt weight',
  height: 'h ht height',
  muac: 'muac',
  head_circumference: 'hc ofc head',
  level: 'l level cat',
}
const keyOf = new Map(Object.entries(aliases).flatMap(([key, words]) => words.split(' ').map((word) => [word, key as Key] as const)))

const minds: Record<string, Consciousness> = {
  a: 'alert',
  alert: 'alert',
  c: 'confusion',
  confused: 'confusion',
  confusion: 'confusion',
  v: 'voice',
  voice: 'voice',
  u: 'unresponsive',
  unresponsive: 'unresponsive',
}
/** P alone would be a pulse without its number: it is taken only after AVPU. */
const mindsAfterKey: Record<string, Consciousness> = dictionary<Consciousness>({ ...minds, p: 'pain', pain: 'pain' })

const inKilograms = (pounds: number) => pounds * 0.453_592_37

/** Units that may follow a number; those of another scale say how to come to ours. */
const units: Partial<Record<Key, Record<string, (value: number) => number>>> = {
  temperature: { f: (value) => ((value - 32) * 5) / 9, '°f': (value) => ((value - 32) * 5) / 9 },
  glucose: { 'mg/dl': (value) => value / 18.016 },
  weight: { g: (value) => value / 1000, lb: inKilograms, lbs: inKilograms, pounds: inKilograms },
  height: { m: (value) => value * 100, in: (value) => value * 2.54, inches: (value) => value * 2.54 },
  muac: { cm: (value) => value * 10 },
  head_circumference: { mm: (value) => value / 10 },
}
const ownUnits: Partial<Record<Key, string>> = {
  temperature: 'c °c',
  pulse: '/min bpm /minute',
  respiration: '/min /minute',
  pressure: 'mmhg',
  systolic: 'mmhg',
  diastolic: 'mmhg',
  spo2: '%',
  oxygen: 'l l/min lpm litres',
  oxygen_flow: 'l l/min lpm litres',
  glucose: 'mmol/l mmol',
  weight: 'kg kgs',
  height: 'cm',
  muac: 'mm',
  head_circumference: 'cm',
}
/** Units that are said together with a second one, so that one number is not the whole. */
const partialUnits = new Set(['ft', 'foot', 'feet', 'st', 'stone', 'oz', 'ounces', "'"])
const negations = new Set(['no', 'not', 'off', 'without', 'nil', 'none'])
const isOwnUnit = (key: Key, word: string) => ownUnits[key]?.split(' ').includes(word) ?? false

const TOKEN = /\d+(?:[.,]\d+)?(?:\/(?:\d+|p\b|-))?|spo2|sao2|o2|\/?[\p{L}°%]+(?:\/\p{L}+)?|\S/giu

/** Above this nobody is given oxygen by the litre: it is a saturation that lost its letter. */
const MOST_FLOW = 60

const NOT_KNOWN = 'Not recognised.'
const NO_LETTER = 'Which measurement? Enter a letter before it, such as P or T.'

class Reader {
  line: Line = { values: {}, wrong: [] }
  tokens: string[]
  at = 0
  constructor(text: string) {
    this.tokens =
      text
        .replaceAll(/\s*\/\s*/g, '/')
        .replaceAll(/[;:=]|,(?!\d)/g, ' ')
        .match(TOKEN) ?? []
  }
  peek = () => this.tokens[this.at]?.toLowerCase()
  isNumber = () => /^\d/.test(this.peek() ?? '')
  refuse = (token: string, text: string, values: Sentence['values'] = {}) => void this.line.wrong.push({ token, reason: { text, values } })

  /** The value of a measure, once, with the unit that may stand behind it. */
  put(key: MeasureKey, token: string, value: number) {
    const problem = problemOf(key, value)
    if (problem) this.refuse(token, problem.text, problem.values)
    else if (this.line.values[key] !== undefined) this.refuse(token, '{measure} is entered twice.', { measure: measureOf(key).label })
    else this.line.values[key] = rounded(key, value)
  }

  /** The factor of the unit that follows, if one does. */
  unit(key: Key): (value: number) => number {
    const word = this.peek() ?? ''
    const other = ownValue(units[key], word)
    if (other || isOwnUnit(key, word)) this.at += 1
    return other ?? ((value) => value)
  }

  pressure(token: string, text: string) {
    const [systolic = '', diastolic = ''] = text.split('/')
    this.unit('pressure')
    this.put('systolic', token, numberIn(systolic))
    if (diastolic === '' || diastolic === 'p' || diastolic === '-') return
    this.put('diastolic', token, numberIn(diastolic))
    if (numberIn(diastolic) >= numberIn(systolic)) {
      this.refuse(token, 'Diastolic pressure must be below systolic pressure.')
      delete this.line.values.systolic
      delete this.line.values.diastolic
    }
  }

  air(token: string, onOxygen: boolean) {
    if (this.line.on_oxygen === undefined) this.line.on_oxygen = onOxygen
    else this.refuse(token, 'Air or oxygen is entered twice.')
  }

  oxygen(token: string) {
    if (negations.has(this.peek() ?? '')) {
      this.refuse(`${token} ${this.tokens[this.at++]}`, NOT_KNOWN)
      return
    }
    if (this.isNumber()) {
      const number = this.tokens[this.at++]!
      const value = numberIn(number)
      if (value > MOST_FLOW || this.peek() === '%') {
        this.refuse(`${token} ${number}`, 'Is {number} the oxygen saturation? Enter S {number}; O2 is for litres per minute.', { number })
        return
      }
      this.unit('oxygen')
      this.put('oxygen_flow', `${token} ${number}`, value)
      if (value === 0) return
    }
    this.air(token, true)
  }

  mind(token: string, found: Consciousness | undefined) {
    if (!found) this.refuse(token, 'Enter A, C, V, P or U: alert, confused, voice, pain, unresponsive.')
    else if (this.line.consciousness) this.refuse(token, 'Consciousness is entered twice.')
    else this.line.consciousness = found
  }

  level(message: string, text: string) {
    if (/^[1-5]$/.test(text)) this.line.level = Number(text)
    else this.refuse(message, 'The category must be 1 to 5.')
  }

  numbered(token: string, key: MeasureKey | 'pressure' | 'level') {
    if (!this.isNumber()) {
      this.refuse(token, 'A number must follow.')
      return
    }
    const number = this.tokens[this.at++]!
    const message = `${token} ${number}`
    const next = this.peek() ?? ''
    // "P 90-100", "T 38½", "H 5 ft 6": the number alone is not what was measured
    if (/^[½¼¾]$/.test(next) || partialUnits.has(next) || (next === '-' && /^\d/.test(this.tokens[this.at + 1] ?? ''))) {
      this.at += 1
      this.refuse(this.isNumber() ? `${message} ${next} ${this.tokens[this.at++]}` : `${message} ${next}`, 'Only one number must follow.')
      return
    }
    const [first = '', second] = number.split('/')
    if (key === 'pressure') this.pressure(message, number.toLowerCase())
    else if (second !== undefined && !(key === 'pain' && second === '10')) this.refuse(message, 'Only one number must follow.')
    else if (key === 'level') this.level(message, first)
    else this.put(key, message, this.unit(key)(numberIn(first)))
    if (key === 'oxygen_flow') this.line.on_oxygen = true
  }

  /** What a "no" or "not" takes back: "not on O2", "not alert". */
  denied(): string[] {
    const from = this.at
    if (this.peek() === 'on') this.at += 1
    const word = this.peek() ?? ''
    const isDenied = Object.hasOwn(minds, word) || keyOf.has(word)
    this.at = isDenied ? this.at + 1 : from
    return this.tokens.slice(from, this.at)
  }

  keyed(token: string, key: Key) {
    // "O2 sat 94" is a saturation, and says nothing of oxygen being given
    if (key === 'oxygen' && keyOf.get(this.peek() ?? '') === 'spo2') this.numbered(`${token} ${this.tokens[this.at++]}`, 'spo2')
    else if (key === 'oxygen') this.oxygen(token)
    else if (key === 'air') this.air(token, false)
    else if (key === 'mind') this.mind(token, mindsAfterKey[this.tokens[this.at++]?.toLowerCase() ?? ''])
    else this.numbered(token, key)
  }

  read(): Line {
    while (this.at < this.tokens.length) {
      const token = this.tokens[this.at++]!
      const word = token.toLowerCase()
      const key = keyOf.get(word)
      const next = keyOf.get(this.peek() ?? '')
      if (word === 'on' && (next === 'oxygen' || next === 'air')) continue
      if (key) this.keyed(token, key)
      else if (negations.has(word)) this.refuse([token, ...this.denied()].join(' '), NOT_KNOWN)
      else if (Object.hasOwn(minds, word) && word.length === 1 && /^\d[\d.,]*$/.test(this.peek() ?? ''))
        this.refuse(`${token} ${this.tokens[this.at++]}`, NOT_KNOWN)
      else if (Object.hasOwn(minds, word)) this.mind(token, minds[word])
      else if (/^\d/.test(word) && this.peek() === 'c') this.refuse(`${token} ${this.tokens[this.at++]}`, NO_LETTER)
      else if (/^\d+\/\d+$/.test(word)) this.pressure(token, word)
      else if (/^\p{L}/u.test(word) && this.isNumber()) this.refuse(`${token} ${this.tokens[this.at++]}`, NOT_KNOWN)
      else this.refuse(token, /^\d/.test(word) ? NO_LETTER : NOT_KNOWN)
    }
    const { systolic, diastolic } = this.line.values
    if (systolic !== undefined && diastolic !== undefined && diastolic >= systolic) {
      this.refuse('BP', 'Diastolic pressure must be below systolic pressure.')
      delete this.line.values.systolic
      delete this.line.values.diastolic
    }
    return this.line
  }
}

/**
 * Reads vital signs as a nurse types them: `T 38.5 P 110 BP 120/80 R 22 S 94 O2 2 A W 70 H 172 L 2`, in any order, with or without spaces and
 * units (°F, g, lb, m, in and mg/dL are turned into ours when they are written). What cannot be understood or cannot be right is named, and is not
 * among the values.
 */
export const readLine = (text: string): Line => new Reader(text).read()

/** Keys that say something by themselves. */
const alone = new Set<Key | undefined>(['air', 'oxygen'])

/** The part of a line that is typed to its end: words before the last space, without a letter that waits for its number. */
export const settledPart = (text: string): string => {
  const whole = text.slice(0, text.search(/\S*$/)).trimEnd()
  const last = /\S*$/.exec(whole)?.[0] ?? ''
  const key = keyOf.get(last.toLowerCase())
  return (key && !alone.has(key)) || negations.has(last.toLowerCase()) ? whole.slice(0, whole.length - last.length) : whole
}
