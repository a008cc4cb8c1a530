import type { Clinic } from '#web/calls/clinic.ts'
import { language } from '#web/i18n.ts'
import type { ItemCategory } from '#features/catalogue/contract.ts'
import { starterItems } from '#features/catalogue/starter.ts'
import type { RequestOf } from '#shared/endpoint.ts'
import { amountText } from '#web/text/amount-text.ts'
import { type setUpClinic, starterDepartments } from '../contract.ts'

export const steps = ['code', 'company', 'departments', 'services', 'administrator'] as const
export type Step = (typeof steps)[number]

/** A line of the catalogue to begin with. */
export type ServiceLine = {
  name: string
  category: (typeof ItemCategory.options)[number]
  unit: string
  department: string
  price: string
  isChosen: boolean
  /** Written by the clinic itself, rather than offered. */
  isOwn: boolean
}

export type SetUpValues = {
  code: string
  company: Record<'name' | 'address1' | 'address2' | 'phone1' | 'phone2' | 'email1' | 'email2' | 'currency' | 'time_zone', string> & {
    language: 'en' | 'sw' | 'fr'
  }
  departments: string[]
  services: ServiceLine[]
  administrator: Record<'first_name' | 'last_name' | 'email' | 'password', string>
  /** The password once more. */
  again: string
}
export type SetUpBody = RequestOf<typeof setUpClinic>['body']

const KEY = 'set-up'

export const emptyValues = (clinic: Clinic | undefined): SetUpValues => ({
  code: '',
  company: {
    name: '',
    address1: '',
    address2: '',
    phone1: '',
    phone2: '',
    email1: '',
    email2: '',
    currency: clinic?.currency ?? 'KES',
    time_zone: new Intl.DateTimeFormat().resolvedOptions().timeZone || (clinic?.time_zone ?? 'UTC'),
    language: language(),
  },
  departments: [...starterDepartments],
  services: starterItems.map(({ name, category, unit, department = '' }) => ({
    name,
    category,
    unit,
    department,
    price: '',
    isChosen: true,
    isOwn: false,
  })),
  administrator: { first_name: '', last_name: '', email: '', password: '' },
  again: '',
})

export interface Draft {
  values: SetUpValues
  step: Step
}
const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** What this tab typed before it was loaded again, without the password; null when there is nothing. */
export const readDraft = (fresh: SetUpValues): Draft | null => {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null')
    if (!isObject(kept) || !isObject(kept['values'])) return null
    const values = kept['values'] as Partial<SetUpValues>
    return {
      step: steps.find((step) => step === kept['step']) ?? 'code',
      values: {
        ...fresh,
        ...values,
        company: { ...fresh.company, ...values.company },
        administrator: { ...fresh.administrator, ...values.administrator, password: '' },
        again: '',
      },
    }
  } catch {
    return null
  }
}

/** Keeps what is typed for this tab alone; never the password. */
export const keepDraft = ({ values, step }: Draft) => {
  const { again: _, ...rest } = values
  const administrator = { ...values.administrator, password: '' }
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ step, values: { ...rest, administrator } }))
  } catch {
    // A browser that keeps nothing still sets the clinic up.
  }
}
export const dropDraft = () => sessionStorage.removeItem(KEY)

const isNamed = (name: string) => name.trim() !== ''
/** The lines that are sent, by their places in the form: own lines without a name are not there, nor what is not ticked. */
const sentPlaces = ({ departments, services }: SetUpValues): Record<string, number[]> => ({
  departments: departments.flatMap((name, place) => (isNamed(name) ? place : [])),
  services: services.flatMap(({ name, isChosen, price }, place) => (isChosen && (isNamed(name) || price.trim() !== '') ? place : [])),
})

/** What the server is asked: without empty lines and what is not ticked, without the second password. */
export const bodyOf = (values: SetUpValues) => {
  const { code, company, departments, services, administrator } = values
  const sent = sentPlaces(values)
  const there = new Set(departments.map((name) => name.trim().toLowerCase()))
  return {
    code,
    company,
    departments: departments.filter((_, place) => sent['departments']?.includes(place)),
    services: services
      .filter((_, place) => sent['services']?.includes(place))
      .map(({ name, category, unit, department, price }) => ({
        name,
        category,
        unit,
        ...(there.has(department.toLowerCase()) && { department }),
        price: amountText(price),
      })),
    administrator,
  }
}

/** The box of the form that a path of the sent body is about: `services.2.price` may be the fifth line of the form. */
export const boxOf = (values: SetUpValues, path: string): string => {
  const [head = '', at = '', ...rest] = path.split('.')
  const place = sentPlaces(values)[head]?.[Number(at)]
  return place === undefined ? path : [head, place, ...rest].join('.')
}

/** The step that asks for a field: `company.name`, `departments.2`. */
export const stepOf = (path: string): Step => {
  const head = path.split('.')[0]
  return head === 'again' ? 'administrator' : (steps.find((step) => step === head) ?? 'code')
}
