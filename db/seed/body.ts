import { dayOf, dayOfInstant } from './calendar.ts'
import type { Patient } from './people.ts'
import { random } from './random.ts'

const MONTH = 30.4375

/** What a person brings along, the same at every visit. */
interface Constitution {
  /** cm, full-grown. */
  height: number
  /** kg/m², full-grown. */
  bmi: number
  /** How tall and heavy a child is beside others of the age, about 1. */
  tall: number
  stout: number
  /** mmHg above what is usual at this age. */
  pressure: number
}

const constitutions = new WeakMap<Patient, Constitution>()
const constitutionOf = (patient: Patient): Constitution => {
  let own = constitutions.get(patient)
  if (!own) {
    const rng = random(`body ${patient.registered_at} ${patient.date_of_birth} ${patient.first_name}`)
    const conditions = patient.chronic_conditions
    const stout = (conditions.includes('diabetes') ? 3 : 0) + (conditions.includes('hypertension') ? 1.8 : 0)
    own = {
      height: rng.normal(patient.gender === 'male' ? 170 : 160, 5.5),
      bmi: Math.max(17.2, rng.normal((patient.gender === 'male' ? 23.4 : 25) + stout, 3.2)),
      tall: Math.min(1.07, Math.max(0.93, rng.normal(1, 0.025))),
      stout: Math.min(1.25, Math.max(0.8, rng.normal(1, 0.08))),
      pressure: rng.normal(conditions.includes('hypertension') ? 12 : -2, 6),
    }
    constitutions.set(patient, own)
  }
  return own
}

/** Between the points of a curve, in a straight line. */
const along = (points: readonly (readonly [number, number])[], x: number): number => {
  const next = points.findIndex(([at]) => at > x)
  if (next === -1) return (points.at(-1) as readonly [number, number])[1]
  const [toX, toY] = points[next] as readonly [number, number]
  const [fromX, fromY] = points[Math.max(0, next - 1)] as readonly [number, number]
  return toX === fromX ? fromY : fromY + ((toY - fromY) * (x - fromX)) / (toX - fromX)
}

// Medians by month of age, girls and boys taken together (WHO child growth standards and reference 2007, rounded).
const heights = [[0, 50], [3, 60.5], [6, 66.5], [12, 75], [24, 87], [36, 95.5], [60, 109.5], [84, 121], [120, 138], [150, 153], [180, 165], [204, 168]] as const // prettier-ignore
const weights = [[0, 3.3], [3, 6.1], [6, 7.6], [12, 9.3], [24, 11.8], [36, 14.1], [60, 18.3], [84, 22.6], [120, 31.5], [150, 42], [180, 54], [204, 60]] as const // prettier-ignore
const heads = [[0, 34.2], [3, 40], [6, 42.9], [12, 45.6], [24, 47.8], [36, 49]] as const // prettier-ignore
const GROWN = 204

/** Months of age at an instant (epoch milliseconds), with a fraction. */
export const monthsOf = (patient: Patient, at: number): number => Math.max(0, dayOfInstant(at) - dayOf(patient.date_of_birth)) / MONTH

/** cm at an instant. */
export const heightAt = (patient: Patient, at: number): number => {
  const { height, tall } = constitutionOf(patient)
  const months = monthsOf(patient, at)
  const child = along(heights, months) * tall
  if (months >= GROWN) return height
  // The last years lead to the height of the grown person.
  return months < 150 ? child : child + ((height - child) * (months - 150)) / (GROWN - 150)
}

/** kg at an instant. */
export const weightAt = (patient: Patient, at: number): number => {
  const { bmi, height, stout } = constitutionOf(patient)
  const months = monthsOf(patient, at)
  const grown = bmi * (height / 100) ** 2
  const child = along(weights, months) * stout
  if (months >= GROWN) return grown
  return months < 150 ? child : child + ((grown - child) * (months - 150)) / (GROWN - 150)
}

/** cm of the head of a child below three. */
export const headAt = (patient: Patient, at: number): number => along(heads, monthsOf(patient, at)) * constitutionOf(patient).tall

/** mmHg, systolic, on an ordinary day. */
export const pressureAt = (patient: Patient, at: number): number => {
  const months = monthsOf(patient, at)
  const usual = along([[0, 75], [12, 88], [36, 95], [72, 100], [144, 108], [192, 115], [360, 117], [720, 131], [1000, 136]], months) // prettier-ignore
  return usual + constitutionOf(patient).pressure * Math.min(1, months / 240)
}
