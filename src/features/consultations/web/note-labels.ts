import { t } from '#web/i18n.ts'
import type { certainties, dispositions, NoteText, problemStatuses } from '../rules.ts'

type Certainty = (typeof certainties)[number]
type Disposition = (typeof dispositions)[number]
type ProblemStatus = (typeof problemStatuses)[number]

export const textWord = (name: NoteText): string =>
  ({
    complaint: t('Complaint'),
    history: t('History'),
    examination: t('Examination'),
    note: t('Note'),
    plan: t('Plan'),
    advice: t('Advice for the patient'),
    return_advice: t('When to come back at once'),
  })[name]

/** What belongs into the box, while it is empty. */
export const textHint = (name: NoteText): string =>
  ({
    complaint: t('Main complaint, in the patient’s words'),
    history: t('Onset, earlier illnesses, current medicines'),
    examination: t('Examination findings'),
    note: t('Other relevant information'),
    plan: t('Treatment plan, and what to watch for'),
    advice: t('In words the patient understands; printed in the visit summary'),
    return_advice: t('Danger signs for this patient; printed in the visit summary'),
  })[name]

export const dispositionWord = (value: Disposition): string =>
  ({
    discharged: t('Discharged home'),
    admitted: t('Admitted'),
    referred: t('Referred'),
    lab: t('Send to laboratory'),
    pharmacy: t('Send to pharmacy'),
    'follow up': t('Follow-up'),
    died: t('Died'),
    left: t('Left before completion'),
  })[value]

export const certaintyWord = (value: Certainty): string =>
  ({ confirmed: t('Confirmed'), provisional: t('Provisional'), 'ruled out': t('Ruled out') })[value]

export const problemWord = (value: ProblemStatus): string =>
  ({ active: t('Active'), inactive: t('Inactive'), resolved: t('Resolved') })[value]
