import type { DeathPlace } from '#features/patients/contract-summaries.ts'
import { date, dateTime, number } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import type { DeathPreview, EndedKind } from '../contract.ts'

export const placeName = (place: DeathPlace): string =>
  ({
    here: t('Here, in the clinic'),
    'brought in dead': t('Brought in dead'),
    home: t('At home'),
    'other facility': t('Other facility'),
    other: t('Other place'),
  })[place]

/** What is ended with a death, with its number. */
export const endedWords = (kind: EndedKind, n: number): string =>
  ({
    visit: t('Open visits closed: {n}', { n: number(n) }),
    appointment: t('Appointments cancelled: {n}', { n: number(n) }),
    waiting: t('Waiting list entries closed: {n}', { n: number(n) }),
    test: t('Laboratory tests without a sample cancelled: {n}', { n: number(n) }),
    prescription: t('Undispensed medicines cancelled: {n}', { n: number(n) }),
    medicine: t('Medicines from elsewhere stopped: {n}', { n: number(n) }),
    referral: t('Open referrals cancelled: {n}', { n: number(n) }),
    draft: t('Unsent orders discarded: {n}', { n: number(n) }),
    'laboratory request': t('Submitted laboratory requests closed: {n}', { n: number(n) }),
    'prescription request': t('Medicine requests closed: {n}', { n: number(n) }),
    message: t('Messages to the patient stopped: {n}', { n: number(n) }),
    account: t('Portal account closed'),
  })[kind]

/** The same kinds, for what is restored. */
export const kindName = (kind: EndedKind): string =>
  ({
    visit: t('Visit'),
    appointment: t('Appointments'),
    waiting: t('Waiting list'),
    test: t('Laboratory tests'),
    prescription: t('Prescriptions'),
    medicine: t('Medicines from elsewhere'),
    referral: t('Referrals'),
    draft: t('Unsent orders'),
    'laboratory request': t('Submitted laboratory requests'),
    'prescription request': t('Medicine requests'),
    message: t('Messages'),
    account: t('Portal account'),
  })[kind]

/** What stays open after a death. */
export const keptWords = (kind: DeathPreview['keeps'][number]['kind'], n: number): string =>
  ({
    sample: t('Samples already collected: {n}', { n: number(n) }),
    result: t('Results to approve: {n}', { n: number(n) }),
    note: t('Notes to sign: {n}', { n: number(n) }),
    bill: t('Open bills: {n}', { n: number(n) }),
    pregnancy: t('Current pregnancy'),
  })[kind]

const actName = (kind: string): string =>
  ({
    visit: t('Visit'),
    'vital signs': t('Vital signs'),
    triage: t('Triage'),
    consultation: t('Consultation'),
    prescription: t('Prescription'),
    dispensing: t('Dispensing'),
    sample: t('Sample collected'),
    referral: t('Referral'),
  })[kind] ?? kind

export const lastActWords = ({ kind, at }: { kind: string; at: string }): string =>
  t('Last entry: {what}, {at}', { what: actName(kind), at: dateTime(at) })

/** "26 Nov 2026, 14:30", or that the time is not known. */
export const whenWords = ({ died_on, died_at }: { died_on: string; died_at: string | null }): string =>
  died_at === null ? t('{day}, time unknown', { day: date(died_on) }) : t('{day}, {time}', { day: date(died_on), time: died_at })
