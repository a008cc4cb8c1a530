import { Button, TextInput, Radio } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { ApiError, call, query } from '#web/calls/api.ts'
import { confirm } from '#web/messages/dialogs.ts'
import { t } from '#web/i18n.ts'
import { queryClient } from '#web/calls/query-client.ts'
import { toast } from '#web/messages/toast.tsx'
import { FourStates, Loading } from '#web/ui/four-states.tsx'
import { Note } from '#web/ui/status.tsx'
import { mergePatients, previewMerge, type MergeField, mergeFields } from '#features/patients/contract-merge.ts'
import { dateTime, number } from '#web/text/format.ts'
import { tableLabel } from './table-labels.ts'
import { AllergyFlag } from '../allergy-status.tsx'
import { PregnancyFlag } from '../pregnancy-status.tsx'
import { RecordMarks } from '../record-status.tsx'
import styles from './merge.module.css'
import type { ResponseOf } from '#shared/endpoint.ts'
import { birthOf } from '#web/text/birth.ts'
import { patientFields } from '#features/patients/record.ts'
import { nameOf } from '../patient-name.tsx'
import { genderWord } from '../patient-labels.ts'

type Preview = ResponseOf<typeof previewMerge>
type Person = Preview['from']

/** What stands in the way, and what to do about it. */
const stopWord = ({ reason, text }: Preview['stops'][number]) =>
  ({
    account: t('{text} has a portal account. Unlink it first, and link it to the remaining record after the merge.', { text }),
    'two visits': t('Both have an open visit ({text}). Close one of them first.', { text }),
    appointments: t('Two appointments overlap ({text}). Move or cancel one of them first.', { text }),
    waiting: t('Both are on the waiting list for the same appointment. Remove one of them first.'),
    allergy: t('The records differ about the allergy to {text}. End the incorrect one first.', { text }),
    pregnancy: t('Both have a current pregnancy. Record the outcome of one first: "Not pregnant" for one that was recorded twice.'),
    'two deaths': t('The records differ about the death ({text}). Correct or undo one of them first.', { text }),
    'work after death': t(
      'One record has a death; the other has open work ({text}). Record the death there too, or close the work first.',
      {
        text,
      },
    ),
    insurance: t('The records differ about the cover by {text}. Remove the incorrect one first.', { text }),
    deactivated: t('{text}, the record to keep, is deactivated. Reactivate it first.', { text }),
    merged: t('{text} is already merged into another record.', { text }),
  })[reason]

const fieldWord = (field: MergeField) => (field === 'names' ? t('Name') : t(patientFields[field].label))

/** What a record says in a field; empty where it says nothing. */
const statedIn = (person: Person, field: MergeField) => {
  if (field === 'names') return nameOf(person)
  if (field === 'gender') return genderWord(person.gender)
  if (field === 'date_of_birth') {
    return birthOf(person)
  }
  return person[field] ?? ''
}

interface Props {
  preview: Preview
  take: readonly MergeField[]
  onTake: (take: MergeField[]) => void
}

/** Both people side by side; where they differ, which of the two is right is chosen field by field. */
const MergeCompare = ({ preview: { from, into, differs }, take, onTake }: Props) => {
  const choose = (field: MergeField, isTaken: boolean) => onTake(isTaken ? [...take, field] : take.filter((one) => one !== field))
  const cell = (field: MergeField, which: 'from' | 'into') => {
    const text = statedIn(which === 'from' ? from : into, field)
    if (!differs.includes(field)) return <bdi>{text || <span className="t3">{t('not recorded')}</span>}</bdi>
    return (
      <Radio
        name={`merge-${field}`}
        label={text || t('not recorded')}
        checked={take.includes(field) === (which === 'from')}
        onChange={() => choose(field, which === 'from')}
      />
    )
  }
  return (
    <div className="scroll-x">
      <table className={`k-table ${styles.compare} num`} aria-label={t('Both records')}>
        <thead>
          <tr>
            <th scope="col">{t('Field')}</th>
            <th scope="col">{t('Kept: {number}', { number: into.unique_id })}</th>
            <th scope="col">{t('Merged: {number}', { number: from.unique_id })}</th>
          </tr>
        </thead>
        <tbody>
          {mergeFields.map((field) => (
            <tr key={field}>
              <th scope="row">{fieldWord(field)}</th>
              <td>{cell(field, 'into')}</td>
              <td>{cell(field, 'from')}</td>
            </tr>
          ))}
          <tr>
            <th scope="row">{t('Allergies')}</th>
            {[into, from].map(({ id, allergies, allergy_status }) => (
              <td key={id}>
                <AllergyFlag allergies={allergies} status={allergy_status} detailed />
              </td>
            ))}
          </tr>
          <tr>
            <th scope="row">{t('Record status')}</th>
            {[into, from].map((patient) => (
              <td key={patient.id}>
                <RecordMarks record={patient} />
              </td>
            ))}
          </tr>
          <tr>
            <th scope="row">{t('Pregnancy')}</th>
            {[into, from].map(({ id, pregnancy }) => (
              <td key={id}>
                <PregnancyFlag pregnancy={pregnancy} detailed />
              </td>
            ))}
          </tr>
        </tbody>
      </table>
    </div>
  )
}

/** Every kind of thing that moves, opened to the newest of its rows. */
const MergeMoving = ({ preview: { kinds, same, from } }: { preview: Preview }) => (
  <section className="section" aria-label={t('Data to move')}>
    <h2>{t('Data to move')}</h2>
    {kinds.length === 0 && <p className="t2">{t('The record contains patient details only.')}</p>}
    <ul className={`lined ${styles.kinds}`}>
      {kinds.map(({ kind, count, rows }) => (
        <li className="pad-3-0" key={kind}>
          {rows.length === 0 ? (
            <span className="num">
              {tableLabel(kind)} <span className="t3">{number(count)}</span>
            </span>
          ) : (
            <details>
              <summary className="num">
                {tableLabel(kind)} <span className="t3">{number(count)}</span>
              </summary>
              <ul className="bare-list">
                {rows.map(({ id, at, text }) => (
                  <li key={id} className="small num">
                    {at && <span className="t2">{dateTime(at)} </span>}
                    <bdi>{text}</bdi>
                  </li>
                ))}
                {count > rows.length && <li className="small t3 num">{t('{n} more', { n: number(count - rows.length) })}</li>}
              </ul>
            </details>
          )}
        </li>
      ))}
    </ul>
    {same.length > 0 && (
      <p className="small t2">
        {t('Stays with {number} (already in the other record):', { number: from.unique_id })}{' '}
        <bdi>{same.map(({ text }) => text).join(', ')}</bdi>
      </p>
    )}
  </section>
)

const Decide = ({ preview, again }: { preview: Preview; again: () => void }) => {
  const { from, into, stops, is_doubtful } = preview
  const navigate = useNavigate()
  const [take, setTake] = useState<MergeField[]>([])
  const [typed, setTyped] = useState('')
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      call(mergePatients, {
        body: {
          from: from.id,
          into: into.id,
          seen: preview.seen,
          take,
          ...(is_doubtful && { typed_number: typed.trim() }),
        },
      }),
    onSuccess: () => {
      toast.done(t('{from} merged into {into}.', { from: from.unique_id, into: into.unique_id }))
      void queryClient.invalidateQueries()
      void navigate(`/dashboard/patients/${into.id}`)
    },
    onError: (error) => {
      toast.failed(error)
      if (error instanceof ApiError && error.status === 409) again()
    },
  })
  const isReady = stops.length === 0 && (!is_doubtful || typed.trim() === into.unique_id)
  const merge = async () => {
    const title = t('Merge {from} into {into}', { from: from.unique_id, into: into.unique_id })
    const text = t('All data of one record moves to the other. This can be undone.')
    if (await confirm({ title, text, action: t('Merge'), isGrave: true })) mutate()
  }
  return (
    <>
      {stops.map((stop) => (
        <Note key={`${stop.reason} ${stop.text}`} tone="critical">
          {stopWord(stop)}
        </Note>
      ))}
      <MergeCompare preview={preview} take={take} onTake={setTake} />
      <MergeMoving preview={preview} />
      {is_doubtful && stops.length === 0 && (
        <>
          <Note tone="critical">{t('Conflicting sex or date of birth: these may be two people.')}</Note>
          <TextInput
            label={t('To continue, enter the number of the record to keep: {number}', { number: into.unique_id })}
            value={typed}
            autoComplete="off"
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        </>
      )}
      <div className="form-foot">
        <Button variant="filled" disabled={!isReady} loading={isPending} onClick={() => void merge()}>
          {t('Merge')}
        </Button>
      </div>
    </>
  )
}

/** What a merge of these two would do, what has to be decided, and the merge itself. */
export const MergeForm = ({ from, into }: { from: number; into: number }) => {
  const preview = useQuery(query(previewMerge, { query: { from, into } }))
  return (
    <FourStates query={preview} loading={<Loading rows={10} />}>
      {(found) => <Decide key={found.seen} preview={found} again={() => void preview.refetch()} />}
    </FourStates>
  )
}
