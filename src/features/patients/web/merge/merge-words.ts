import type { ResponseOf } from '#shared/endpoint.ts'
import { t } from '#web/i18n.ts'
import { birthOf } from '#web/text/birth.ts'
import type { MergeField, previewMerge } from '#features/patients/contract-merge.ts'
import { patientFields } from '#features/patients/record.ts'
import { nameOf } from '../patient-name.tsx'
import { genderWord } from '../patient-words.ts'

export type Preview = ResponseOf<typeof previewMerge>
type Person = Preview['from']

/** What stands in the way, and what to do about it. */
export const stopWord = ({ reason, text }: Preview['stops'][number]) =>
  ({
    account: t('{{text}} has a portal account. Unlink it first, and link it again with the record that stays after the merge.', { text }),
    'two visits': t('Both have an open visit ({{text}}). Close one of them first.', { text }),
    appointments: t('Two appointments overlap ({{text}}). Move or cancel one of them first.', { text }),
    waiting: t('Both wait for the same appointment. Take one of them off the waiting list first.'),
    allergy: t('The records say different things about the allergy to {{text}}. End the one that is wrong first.', { text }),
    pregnancy: t('Both have a current pregnancy. Record the outcome of one first: "Not pregnant" for one that was recorded twice.'),
    'two deaths': t('The records say different things about the death ({{text}}). Correct or undo one of them first.', { text }),
    'work after death': t(
      'One record says that the patient died; the other has open work ({{text}}). Record the death there too, or end the work first.',
      {
        text,
      },
    ),
    insurance: t('The records say different things about the cover by {{text}}. Remove the one that is wrong first.', { text }),
    deactivated: t('{{text}}, which is to stay, is deactivated. Bring it back first.', { text }),
    merged: t('{{text}} was put away into another record already.', { text }),
  })[reason]

export const fieldWord = (field: MergeField) => (field === 'names' ? t('Name') : t(patientFields[field].label))

/** What a record says in a field; empty where it says nothing. */
export const saidIn = (person: Person, field: MergeField) => {
  if (field === 'names') return nameOf(person)
  if (field === 'gender') return genderWord(person.gender)
  if (field === 'date_of_birth') {
    return birthOf(person)
  }
  return person[field] ?? ''
}
