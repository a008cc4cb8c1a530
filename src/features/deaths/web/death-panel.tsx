import { Button, Modal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Fragment, lazy, Suspense, useState, type ReactNode } from 'react'
import { nameOf } from '#features/patients/web/patient-name.tsx'
import { diedWords } from '#features/patients/web/record-status.tsx'
import type { PatientRecord } from '#features/patients/web/use-patient.ts'
import { call, query } from '#web/calls/api.ts'
import { useAction } from '#web/calls/use-action.ts'
import { askReason } from '#web/messages/dialogs.ts'
import { dateTime, number } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { useRights } from '#web/session/rights.ts'
import { useNow } from '#web/state/use-now.ts'
import { correctDeath, listDeaths, undoDeath } from '../contract.ts'
import type { DeathRecord } from './death-values.ts'
import { kindName, placeName, whenWords } from './death-labels.ts'
import styles from './death.module.css'

const DeathDialog = lazy(async () => ({ default: (await import('./death-dialog.tsx')).DeathDialog }))

const joined = (...parts: readonly (string | null | undefined)[]) => parts.filter(Boolean).join(', ')

/** What is on record; what is not known says so. */
const factsOf = (death: DeathRecord): (readonly [string, ReactNode])[] => {
  const facts: (readonly [string, ReactNode])[] = [
    [t('Died'), whenWords(death)],
    [t('Place of death'), joined(placeName(death.place), death.place_note)],
    [t('Cause of death'), death.cause === null ? t('Unknown') : joined(death.cause, death.cause_code)],
    [t('Reported by'), joined(death.reported_by ?? death.reported_by_user_name, death.reporter_relation)],
    [t('Recorded'), joined(death.noted_by_name, dateTime(death.noted_at))],
    [t('Remark'), death.note],
    ...death.confirmed.map(({ reason, by_name: who }) => [t('Confirmed'), joined(reason, who)] as const),
    ...death.history.map(
      ({ at, by_name: who, was }) => [t('Before correction'), joined(whenWords(was), was.cause, who, dateTime(at))] as const,
    ),
  ]
  return facts.filter(([, value]) => value !== null)
}

/** What came back and what did not, once a death was undone. */
const Restored = ({ death, close }: { death: DeathRecord; close: () => void }) => (
  <Modal opened onClose={close} title={t('Death record undone')} closeButtonProps={{ 'aria-label': t('Close') }}>
    {death.restored !== null && death.restored.length > 0 ? (
      <ul className={`${styles.restored} num`}>
        {death.restored.map(({ kind, restored, lost }) => (
          <li key={kind}>
            {kindName(kind)}: {t('restored {n}', { n: number(restored) })}
            {lost.length > 0 && (
              <b>
                {' · '}
                {t('not restored: {what}', { what: lost.filter(Boolean).join(', ') || number(lost.length) })}
              </b>
            )}
          </li>
        ))}
      </ul>
    ) : (
      <p>{t('No open work had been closed.')}</p>
    )}
    <div className="form-foot">
      <Button variant="filled" onClick={close} data-autofocus>
        {t('Close')}
      </Button>
    </div>
  </Modal>
)

/** The death of a patient over the record: the facts, corrected by who may, and undone within a day. */
export const DeathPanel = ({ patient }: { patient: PatientRecord }) => {
  const { can } = useRights()
  const { run, isRunning } = useAction()
  const [isCorrecting, setCorrecting] = useState(false)
  const [undone, setUndone] = useState<DeathRecord | null>(null)
  const { data } = useQuery({ ...query(listDeaths, { params: { id: patient.id } }), enabled: patient.death !== null })
  const now = useNow(60_000)
  const death = patient.death === null ? undefined : data?.find(({ withdrawn_at: at }) => at === null)
  const name = nameOf(patient)
  const undo = async ({ id, version }: DeathRecord) => {
    const reason = await askReason({
      title: t('Undo the death record of {name}?', { name }),
      text: t('Work that was closed with it is restored as far as that is safe. You will see what was not restored.'),
      action: t('Undo death record'),
      isGrave: true,
    })
    if (reason !== null)
      run(async () => {
        const after = await call(undoDeath, { params: { id: patient.id, death: id }, body: { reason, version } })
        setUndone(after)
      }, t('Death record undone.'))
  }
  return (
    <>
      {death && (
        <section className={`section ${styles.panel}`} aria-label={diedWords(death)}>
          <div className="row wrap">
            <h2 className="grow num">{diedWords(death)}</h2>
            {can(correctDeath) && <Button onClick={() => setCorrecting(true)}>{t('Correct details')}</Button>}
            {can(undoDeath) && new Date(death.undo_until).getTime() > now && (
              <Button loading={isRunning} onClick={() => void undo(death)}>
                {t('Undo death record…')}
              </Button>
            )}
          </div>
          <dl className="facts">
            {factsOf(death).map(([label, value], at) => (
              <Fragment key={`${label} ${at}`}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </Fragment>
            ))}
          </dl>
          <p className="small t2">{t('No new work can be started. Bills, documents, notes and results can be completed.')}</p>
        </section>
      )}
      <Suspense>
        {isCorrecting && death && <DeathDialog patientId={patient.id} name={name} death={death} close={() => setCorrecting(false)} />}
      </Suspense>
      {undone && <Restored death={undone} close={() => setUndone(null)} />}
    </>
  )
}
