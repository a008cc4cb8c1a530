import { number } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import type { Permission } from '#shared/permissions.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import type { getSetUp, SetUpStep, starterKinds } from '../contract.ts'

export type SentSetUp = ResponseOf<typeof getSetUp>
export type Step = SentSetUp['steps'][number]

export interface StepWords {
  title: () => string
  text: () => string
  /** What is there, in words. */
  progress: (step: Step) => string
  /** The room in which it is done for good, and who may enter that. */
  to: string
  access: Permission
  /** A file may bring it: what its rows are. */
  file?: string
  /** Most clinics have the same to begin with. */
  starter?: (typeof starterKinds)[number]
}

const counted = ({ count }: Step) => number(count)

const ADMINISTRATION = '/dashboard/administration'
export const SET_UP = `${ADMINISTRATION}/set-up`

/** Of each step what it is, what is there of it, and where it is done. */
export const stepWords: Record<SetUpStep, StepWords> = {
  formats: {
    title: () => t('Logo, currency, language and formats'),
    text: () => t('They stand on receipts, reports and cards. Choose how numbers look before the first patient gets one.'),
    progress: ({ count }) => (count > 0 ? t('The logo is there') : t('There is no logo yet')),
    to: `${ADMINISTRATION}/clinic`,
    access: 'company.change',
  },
  departments: {
    title: () => t('Departments and rooms'),
    text: () => t('Where services are given and people work, and the rooms that appointments are booked in.'),
    progress: (step) => t('Departments: {n}', { n: counted(step) }),
    to: `${ADMINISTRATION}/departments`,
    access: 'company.change',
    starter: 'departments',
  },
  stores: {
    title: () => t('Stores'),
    text: () => t('Where drugs and supplies lie: a main store, the pharmacy, the laboratory, each ward.'),
    progress: (step) => t('Stores: {n}', { n: counted(step) }),
    to: '/dashboard/inventory/stores',
    access: 'stock.view',
  },
  services: {
    title: () => t('Services'),
    text: () => t('What you can charge, from the consultation to the dressing.'),
    progress: (step) => t('Services in the catalogue: {n}', { n: counted(step) }),
    to: `${ADMINISTRATION}/catalogue`,
    access: 'services.view',
    file: 'items',
    starter: 'services',
  },
  drugs: {
    title: () => t('Drugs'),
    text: () => t('Doctors prescribe from this list; interactions and doses are checked by it.'),
    progress: (step) => t('Drugs in the catalogue: {n}', { n: counted(step) }),
    to: `${ADMINISTRATION}/drugs`,
    access: 'drugs.change',
    file: 'items',
    starter: 'drugs',
  },
  laboratory: {
    title: () => t('Laboratory tests'),
    text: () => t('With units, reference ranges from birth on and profiles.'),
    progress: (step) => t('Tests: {n}', { n: counted(step) }),
    to: '/dashboard/laboratory/catalogue',
    access: 'laboratory.enter',
    file: 'laboratory',
    starter: 'laboratory',
  },
  ranges: {
    title: () => t('Reference ranges'),
    text: () =>
      t('The ranges of the starter tests flag results at once, marked as not confirmed. A person of the laboratory confirms them.'),
    progress: ({ count, of }) => t('{n} of {all} are confirmed', { n: number(count), all: number(of ?? 0) }),
    to: '/dashboard/laboratory/catalogue/unconfirmed',
    access: 'laboratory.view',
  },
  diagnoses: {
    title: () => t('Diagnoses'),
    text: () => t('The usual ones of a first contact clinic are there; a longer list comes by file.'),
    progress: (step) => t('Diagnoses: {n}', { n: counted(step) }),
    to: `${ADMINISTRATION}/diagnoses`,
    access: 'diagnoses.change',
  },
  payers: {
    title: () => t('Insurance companies'),
    text: () => t('Whoever pays for your patients besides themselves.'),
    progress: (step) => t('Insurance companies: {n}', { n: counted(step) }),
    to: `${ADMINISTRATION}/insurance-companies`,
    access: 'insurance.view',
    starter: 'payers',
  },
  prices: {
    title: () => t('Prices'),
    text: () => t('What has none is charged with nothing and marked at the till until somebody sets it.'),
    progress: ({ count, of }) => t('{n} of {all} have a cash price', { n: number(count), all: number(of ?? 0) }),
    to: `${ADMINISTRATION}/price-lists`,
    access: 'prices.view',
    file: 'prices',
  },
  stock: {
    title: () => t('Opening stock'),
    text: () => t('What lies on the shelves today, counted, with lots and expiry dates.'),
    progress: (step) => t('Items with stock: {n}', { n: counted(step) }),
    to: '/dashboard/inventory/stock',
    access: 'stock.view',
    file: 'stock',
  },
  papers: {
    title: () => t('Papers'),
    text: () => t('What stands on receipts, reports and labels beside what must, and what letters begin with.'),
    progress: ({ count }) =>
      count > 0 ? t('Papers and letters of your own: {n}', { n: number(count) }) : t('All are as the program brings them'),
    to: `${ADMINISTRATION}/templates`,
    access: 'company.change',
  },
  security: {
    title: () => t('Security'),
    text: () => t('How long passwords are, when an idle screen locks, and who signs in with a second step.'),
    progress: ({ count }) => (count > 0 ? t('You have set the rules') : t('The rules are as the program brings them')),
    to: `${ADMINISTRATION}/security`,
    access: 'security.change',
  },
  people: {
    title: () => t('People'),
    text: () => t('Everybody signs in with their own account.'),
    progress: (step) => t('People who can sign in: {n}', { n: counted(step) }),
    to: `${ADMINISTRATION}/people`,
    access: 'users.view',
    file: 'people',
  },
  backups: {
    title: () => t('Passphrase of the backups'),
    text: () => t('A backup is made each night. With a passphrase it can be read on another computer, should this one be lost.'),
    progress: ({ count }) => (count > 0 ? t('The passphrase is set') : t('There is no passphrase yet')),
    to: `${ADMINISTRATION}/backups`,
    access: 'backups.manage',
  },
}

export const fileAddress = (kind: string) => `${ADMINISTRATION}/imports?kind=${kind}`
