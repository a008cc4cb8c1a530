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
    text: () => t('Shown on receipts, reports and cards. Choose the number formats before the first patient is registered.'),
    progress: ({ count }) => (count > 0 ? t('Logo added') : t('No logo yet')),
    to: `${ADMINISTRATION}/clinic`,
    access: 'company.change',
  },
  departments: {
    title: () => t('Departments and rooms'),
    text: () => t('Where services are provided and staff work, and the rooms used for appointments.'),
    progress: (step) => t('Departments: {n}', { n: counted(step) }),
    to: `${ADMINISTRATION}/departments`,
    access: 'company.change',
    starter: 'departments',
  },
  stores: {
    title: () => t('Stores'),
    text: () => t('Where drugs and supplies are kept: a main store, the pharmacy, the laboratory, each ward.'),
    progress: (step) => t('Stores: {n}', { n: counted(step) }),
    to: '/dashboard/inventory/stores',
    access: 'stock.view',
  },
  services: {
    title: () => t('Services'),
    text: () => t('Everything that you charge, from consultations to dressings.'),
    progress: (step) => t('Services in the catalogue: {n}', { n: counted(step) }),
    to: `${ADMINISTRATION}/catalogue`,
    access: 'services.view',
    file: 'items',
    starter: 'services',
  },
  drugs: {
    title: () => t('Drugs'),
    text: () => t('Doctors prescribe from this list; it is used to check interactions and doses.'),
    progress: (step) => t('Drugs in the catalogue: {n}', { n: counted(step) }),
    to: `${ADMINISTRATION}/drugs`,
    access: 'drugs.change',
    file: 'items',
    starter: 'drugs',
  },
  laboratory: {
    title: () => t('Laboratory tests'),
    text: () => t('With units, reference ranges from birth and profiles.'),
    progress: (step) => t('Tests: {n}', { n: counted(step) }),
    to: '/dashboard/laboratory/catalogue',
    access: 'laboratory.enter',
    file: 'laboratory',
    starter: 'laboratory',
  },
  ranges: {
    title: () => t('Reference ranges'),
    text: () => t('The starter reference ranges flag results at once, marked as not confirmed. Laboratory staff must confirm them.'),
    progress: ({ count, of }) => t('{n} of {all} confirmed', { n: number(count), all: number(of ?? 0) }),
    to: '/dashboard/laboratory/catalogue/unconfirmed',
    access: 'laboratory.view',
  },
  diagnoses: {
    title: () => t('Diagnoses'),
    text: () => t('The common diagnoses of primary care are included; import a longer list from a file.'),
    progress: (step) => t('Diagnoses: {n}', { n: counted(step) }),
    to: `${ADMINISTRATION}/diagnoses`,
    access: 'diagnoses.change',
  },
  payers: {
    title: () => t('Insurance companies'),
    text: () => t('Insurers and other payers of your patients.'),
    progress: (step) => t('Insurance companies: {n}', { n: counted(step) }),
    to: `${ADMINISTRATION}/insurance-companies`,
    access: 'insurance.view',
    starter: 'payers',
  },
  prices: {
    title: () => t('Prices'),
    text: () => t('Items without a price are charged at 0.00 and marked at the cashier until a price is set.'),
    progress: ({ count, of }) => t('{n} of {all} have a cash price', { n: number(count), all: number(of ?? 0) }),
    to: `${ADMINISTRATION}/price-lists`,
    access: 'prices.view',
    file: 'prices',
  },
  stock: {
    title: () => t('Opening stock'),
    text: () => t('Today’s counted stock, with batches and expiry dates.'),
    progress: (step) => t('Items with stock: {n}', { n: counted(step) }),
    to: '/dashboard/inventory/stock',
    access: 'stock.view',
    file: 'stock',
  },
  papers: {
    title: () => t('Print templates'),
    text: () => t('Optional contents of receipts, reports and labels, and the openings of letters.'),
    progress: ({ count }) => (count > 0 ? t('Own print and letter templates: {n}', { n: number(count) }) : t('Standard templates')),
    to: `${ADMINISTRATION}/templates`,
    access: 'company.change',
  },
  security: {
    title: () => t('Security'),
    text: () => t('Password length, screen lock and two-factor authentication.'),
    progress: ({ count }) => (count > 0 ? t('Own settings') : t('Standard settings')),
    to: `${ADMINISTRATION}/security`,
    access: 'security.change',
  },
  people: {
    title: () => t('People'),
    text: () => t('Each user signs in with their own account.'),
    progress: (step) => t('Users who can sign in: {n}', { n: counted(step) }),
    to: `${ADMINISTRATION}/people`,
    access: 'users.view',
    file: 'people',
  },
  backups: {
    title: () => t('Backup passphrase'),
    text: () => t('A backup is made each night. With a passphrase it can be restored on another computer if this one is lost.'),
    progress: ({ count }) => (count > 0 ? t('Passphrase set') : t('No passphrase yet')),
    to: `${ADMINISTRATION}/backups`,
    access: 'backups.manage',
  },
}

export const fileAddress = (kind: string) => `${ADMINISTRATION}/imports?kind=${kind}`
