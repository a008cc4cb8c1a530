import { namesOf } from './names.ts'

export interface Vital {
  /** As the triage calls it, and two more. */
  measure: string
  /** Spelt units with the UCUM unit and what is plausible in it; the first is what is meant where none is written. */
  units: readonly { ucum: string; spelt: readonly string[]; least: number; most: number }[]
  /** Plausible without a unit; nothing is found without one where there is none. */
  bare?: readonly (readonly [number, number])[]
  /** Said out of how many: `5/10`. */
  outOf?: number
}

const perMinute = (spelt: string, least: number, most: number) => [
  { ucum: '/min', spelt: ['/min', '/minute', 'permin', 'perminute', 'bpm', ...spelt.split(' ')], least, most },
]
const percent = (least: number, most: number) => [{ ucum: '%', spelt: ['%', 'percent'], least, most }]

const temperature: Vital = {
  measure: 'temperature',
  units: [
    {
      ucum: 'Cel',
      spelt: ['°c', 'ºc', '˚c', 'c', 'degc', 'degreesc', 'degreescelsius', 'celsius', 'oc', '0c', 'degreecelsius'],
      least: 30,
      most: 45,
    },
    { ucum: '[degF]', spelt: ['°f', 'ºf', '˚f', 'f', 'degf', 'degreesf', 'degreesfahrenheit', 'fahrenheit'], least: 86, most: 113 },
  ],
  bare: [
    [30, 45],
    [86, 113],
  ],
}
const pulse: Vital = {
  measure: 'pulse',
  units: perMinute('b/min beats/min beats/minute beatspermin beatsperminute bpmin', 20, 300),
  bare: [[20, 300]],
}
const respiration: Vital = {
  measure: 'respiration',
  units: perMinute('b/min breaths/min breaths/minute breathsperminute breathspermin cpm c/min cycles/min rpm', 4, 120),
  bare: [[4, 120]],
}
const spo2: Vital = { measure: 'spo2', units: percent(30, 100), bare: [[30, 100]] }
const oxygen: Vital = {
  measure: 'oxygen_flow',
  units: [
    {
      ucum: 'L/min',
      spelt: ['l/min', 'lpm', 'l/m', 'litres/min', 'liters/min', 'litresperminute', 'l/minute', 'litres/minute', 'lit/min'],
      least: 0.1,
      most: 60,
    },
  ],
}
const weight: Vital = {
  measure: 'weight',
  units: [
    { ucum: 'kg', spelt: ['kg', 'kgs', 'kilograms', 'kilos', 'kilogram'], least: 0.4, most: 400 },
    { ucum: 'g', spelt: ['g', 'gm', 'gms', 'grams'], least: 400, most: 15_000 },
    { ucum: '[lb_av]', spelt: ['lb', 'lbs', 'pounds'], least: 1, most: 900 },
  ],
  bare: [[0.4, 400]],
}
const height: Vital = {
  measure: 'height',
  units: [
    { ucum: 'cm', spelt: ['cm', 'cms', 'centimetres', 'centimeters'], least: 25, most: 250 },
    { ucum: 'm', spelt: ['m', 'metres', 'meters', 'mtrs'], least: 0.25, most: 2.5 },
  ],
  bare: [
    [30, 250],
    [0.4, 2.5],
  ],
}
const muac: Vital = {
  measure: 'muac',
  units: [
    { ucum: 'cm', spelt: ['cm', 'cms'], least: 5, most: 60 },
    { ucum: 'mm', spelt: ['mm'], least: 50, most: 600 },
  ],
  bare: [
    [5, 60],
    [61, 600],
  ],
}
const head: Vital = {
  measure: 'head_circumference',
  units: [
    { ucum: 'cm', spelt: ['cm', 'cms'], least: 15, most: 80 },
    { ucum: 'mm', spelt: ['mm'], least: 150, most: 800 },
  ],
  bare: [[20, 80]],
}
const bmi: Vital = {
  measure: 'bmi',
  units: [{ ucum: 'kg/m2', spelt: ['kg/m2', 'kg/m²', 'kg/m^2', 'kgm2', 'kg/sqm'], least: 8, most: 100 }],
  bare: [[8, 100]],
}
const pain: Vital = { measure: 'pain', units: [], outOf: 10 }
const painScore: Vital = { ...pain, bare: [[0, 10]] }
const gcs: Vital = { measure: 'gcs', units: [], outOf: 15, bare: [[3, 15]] }

const listed = (vital: Vital, names: string) => names.split(',').map((name) => [name.trim(), vital] as const)

export const vitalNames = namesOf([
  ...listed(
    temperature,
    'temp, temperature, body temperature, body temp, axillary temperature, axillary temp, tympanic temp, rectal temp, oral temp',
  ),
  ...listed(pulse, 'pulse, pulse rate, heart rate, hr, pr, p r, fc'),
  ...listed(respiration, 'rr, respiration, respirations, respiratory rate, resp rate, resp, respiration rate, r r'),
  ...listed(
    spo2,
    'spo 2, spo, sp o 2, sao 2, o 2 sat, o 2 sats, o 2 saturation, oxygen saturation, oxygen saturations, saturation, saturations, sats, sat, pulse ox, pulse oximetry, spo 2 on room air, spo 2 ra, spo₂',
  ),
  ...listed(oxygen, 'o 2, oxygen, oxygen flow, o 2 flow, o 2 at, oxygen at'),
  ...listed(weight, 'wt, weight, body weight, bwt, current weight, weight today'),
  ...listed(height, 'ht, height, body height, stature'),
  ...listed(muac, 'muac, mid upper arm circumference, mid-upper arm circumference'),
  ...listed(head, 'head circumference, ofc, occipitofrontal circumference'),
  ...listed(bmi, 'bmi, body mass index, b m i'),
  ...listed(pain, 'pain'),
  ...listed(painScore, 'pain score, pain scale, vas, vas score, pain rating, numeric rating scale, pain severity'),
  ...listed(gcs, 'gcs, glasgow coma scale, glasgow coma score, glasgow'),
])
/** One letter in capitals, only beside other vital signs or with its unit. */
export const letterNames = namesOf([
  ...listed(temperature, 'T, t°'),
  ...listed(pulse, 'P'),
  ...listed(respiration, 'R'),
  ...listed(weight, 'W'),
])
export const pressureNames = namesOf(
  listed(
    { measure: 'systolic', units: [] },
    'bp, b p, blood pressure, blood pressures, arterial pressure, bp reading, bp today, bp rt arm, bp lt arm, nibp',
  ),
)
