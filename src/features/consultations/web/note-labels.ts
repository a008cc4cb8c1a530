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
    complaint: t('What brings the patient, in their words'),
    history: t('Since when, what before, what they take'),
    examination: t('What you find'),
    note: t('What else matters'),
    plan: t('What happens now, and what to watch for'),
    advice: t('In the patient’s words; printed in the visit summary'),
    return_advice: t('Danger signs for this patient; printed in the visit summary'),
  })[name]

export const dispositionWord = (value: Disposition): string =>
  ({
    discharged: t('Goes home'),
    admitted: t('Admitted'),
    referred: t('Referred'),
    lab: t('Laboratory first'),
    pharmacy: t('To the pharmacy'),
    'follow up': t('Comes again'),
    died: t('Died'),
    left: t('Left before the end'),
  })[value]

export const certaintyWord = (value: Certainty): string =>
  ({ confirmed: t('Confirmed'), provisional: t('Provisional'), 'ruled out': t('Ruled out') })[value]

export const problemWord = (value: ProblemStatus): string =>
  ({ active: t('Active'), inactive: t('Inactive'), resolved: t('Resolved') })[value]
