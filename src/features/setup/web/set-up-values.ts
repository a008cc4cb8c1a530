import type { Clinic } from '#web/clinic.ts'
import { language } from '#web/i18n.ts'
import type { RequestOf } from '#shared/endpoint.ts'
import { type setUpClinic, starterDepartments } from '../contract.ts'

export const steps = ['code', 'company', 'departments', 'administrator'] as const
export type Step = (typeof steps)[number]

export type SetUpValues = {
  code: string
  company: Record<'name' | 'address1' | 'address2' | 'phone1' | 'phone2' | 'email1' | 'email2' | 'currency' | 'time_zone', string> & {
    language: 'en' | 'sw' | 'fr'
  }
  departments: string[]
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

/** The step that asks for a field: `company.name`, `departments.2`. */
export const stepOf = (path: string): Step => {
  const head = path.split('.')[0]
  return head === 'again' ? 'administrator' : (steps.find((step) => step === head) ?? 'code')
}
