import { Button, Kbd } from '@mantine/core'
import { IconBabyCarriage } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Fragment, lazy, Suspense, useState, type ReactNode } from 'react'
import { datingName, outcomeName, pregnancySourceName } from '#features/patients/web/pregnancy-name.tsx'
import { gestationWords, PregnancyFlag } from '#features/patients/web/pregnancy-status.tsx'
import type { PatientRecord } from '#features/patients/web/use-patient.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import { call, query } from '#web/calls/api.ts'
import { useAction } from '#web/calls/use-action.ts'
import { confirm } from '#web/messages/dialogs.ts'
import { date, dateTime, dayOf } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { keyLabel, useKeys } from '#web/keyboard/keys.ts'
import { useRights } from '#web/session/rights.ts'
import { Empty, FourStates, Loading } from '#web/ui/four-states.tsx'
import { Status } from '#web/ui/status.tsx'
import { beginPregnancy, listPregnancies, updatePregnancy } from '../contract.ts'
import type { PregnancyRecord } from './pregnancy-values.ts'
import styles from './pregnancy.module.css'

const PregnancyDialog = lazy(async () => ({ default: (await import('./pregnancy-dialog.tsx')).PregnancyDialog }))

const KEY = 'Alt+U'
type Part = 'dating' | 'outcome'
type Known = ResponseOf<typeof listPregnancies>

const byAndAt = (name: string | null, at: string) => [name, dayOf(at)].filter(Boolean).join(', ')

const scanWords = ({ scan_on: on, scan_days: days }: Pick<PregnancyRecord, 'scan_on' | 'scan_days'>) =>
  on !== null && days !== null ? t('{day}: {gestation}', { day: date(on), gestation: gestationWords(days) }) : null

const lmpWords = ({ lmp, lmp_is_certain: isCertain }: Pick<PregnancyRecord, 'lmp' | 'lmp_is_certain'>) =>
  lmp === null
    ? null
    : isCertain === null
      ? date(lmp)
      : t('{day}: {how}', { day: date(lmp), how: isCertain ? t('certain') : t('not certain') })

/** What is known of it, by name; what is not known has no line. */
const factsOf = (pregnancy: PregnancyRecord): (readonly [string, ReactNode])[] => {
  const { edd, dated_by: method, transfer_on: transfer, transfer_days: embryo, note, confirmed } = pregnancy
  const facts: (readonly [string, ReactNode])[] = [
    [t('Due date'), edd && method ? t('{day}: {how}', { day: date(edd), how: datingName(method) }) : t('Not dated')],
    [t('Last period'), lmpWords(pregnancy)],
    [t('Ultrasound scan'), scanWords(pregnancy)],
    [
      t('Embryo transfer (IVF)'),
      transfer !== null && embryo !== null && t('{day}, embryo of {days} d', { day: date(transfer), days: embryo }),
    ],
    [t('Source'), pregnancySourceName(pregnancy.source)],
    [t('Recorded'), byAndAt(pregnancy.noted_by_name, pregnancy.noted_at)],
    [t('Outcome recorded'), pregnancy.ended_at && byAndAt(pregnancy.ended_by_name, pregnancy.ended_at)],
    [t('Remark'), note],
    ...confirmed.map(
      ({ field, by_name: who, reason, text }) =>
        [
          t('Confirmed'),
          <span key={field} title={text}>
            {[reason, who].filter(Boolean).join(' · ')}
          </span>,
        ] as const,
    ),
  ]
  return facts.filter(([, value]) => value !== null && value !== false && value !== '')
}

/** Every dating as it was recorded, with what the rule suggested where a person chose otherwise. */
const Datings = ({ datings }: Pick<PregnancyRecord, 'datings'>) =>
  datings.length > 1 && (
    <details>
      <summary>{t('All datings')}</summary>
      <ul className="mt-2 small t2 num">
        {datings.map((one) => (
          <li key={one.id} title={dateTime(one.recorded_at)}>
            {[
              byAndAt(one.recorded_by_name, one.recorded_at),
              one.edd && one.dated_by ? `${datingName(one.dated_by)}: ${t('due {day}', { day: date(one.edd) })}` : t('Not dated'),
              scanWords(one) && `${t('Ultrasound scan')} ${scanWords(one)}`,
              one.suggested_edd !== null && one.suggested_edd !== one.edd && t('suggested: {day}', { day: date(one.suggested_edd) }),
              one.reason,
            ]
              .filter(Boolean)
              .join(' · ')}
          </li>
        ))}
      </ul>
    </details>
  )

const headOf = ({ outcome, ended_on: on, gestation_days: days, noted_on: noted }: PregnancyRecord) =>
  outcome === null
    ? t('Current pregnancy')
    : [outcomeName(outcome), date(on ?? noted), outcome !== 'not pregnant' && days !== null && gestationWords(days)]
        .filter(Boolean)
        .join(' · ')

const One = ({
  patient,
  pregnancy,
  isOpen,
  open,
}: {
  patient: number
  pregnancy: PregnancyRecord
  isOpen: boolean
  open: (part: Part) => void
}) => {
  const { can } = useRights()
  const { run, isRunning } = useAction()
  const { id, outcome, version, is_suboptimally_dated: isSuboptimal } = pregnancy
  const reopen = async () => {
    const asked = { title: t('Undo outcome?'), text: t('The pregnancy will be current again.'), action: t('Undo outcome'), isGrave: true }
    if (await confirm(asked))
      run(
        () => call(updatePregnancy, { params: { id: patient, pregnancy: id }, body: { outcome: null, version } }),
        t('The pregnancy will be current again.'),
      )
  }
  return (
    <section className="section form-stack" aria-label={headOf(pregnancy)}>
      <div className={`row wrap ${styles.head}`}>
        <h2 className="grow num">{headOf(pregnancy)}</h2>
        {outcome === null && can(beginPregnancy) && (
          <>
            <Button onClick={() => open('dating')} rightSection={<Kbd className="not-phone">{keyLabel(KEY)}</Kbd>}>
              {t('Date pregnancy')}
            </Button>
            <Button onClick={() => open('outcome')}>{t('Record outcome')}</Button>
          </>
        )}
        {outcome !== null && !isOpen && can(updatePregnancy) && (
          <Button loading={isRunning} onClick={() => void reopen()}>
            {t('Undo outcome')}
          </Button>
        )}
      </div>
      {outcome === null && isSuboptimal && (
        <Status whole tone="attention">
          {t('Suboptimally dated: no scan before 22w 0d.')}
        </Status>
      )}
      <dl className="facts">
        {factsOf(pregnancy).map(([name, value], at) => (
          <Fragment key={`${name} ${at}`}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </Fragment>
        ))}
      </dl>
      <Datings datings={pregnancy.datings} />
    </section>
  )
}

const statedWords = ({ status: { said_on: on, said_by_name: by } }: Known) =>
  on === null ? null : t('Last reported not pregnant: {when}', { when: [date(on), by].filter(Boolean).join(', ') })

/** Every pregnancy of the record, the current one first, and when the patient last said not to be pregnant. */
export const PatientPregnancies = ({ patient }: { patient: PatientRecord }) => {
  const { can } = useRights()
  const [part, setPart] = useState<Part | null>(null)
  const asked = useQuery(query(listPregnancies, { params: { id: patient.id } }))
  const may = can(beginPregnancy)
  useKeys(may ? [{ keys: KEY, label: t('Pregnancy'), run: () => setPart('dating') }] : [])
  const isOpen = asked.data?.pregnancies.some(({ outcome }) => outcome === null) ?? false
  const record = may && !isOpen && (
    <Button onClick={() => setPart('dating')} rightSection={<Kbd className="not-phone">{keyLabel(KEY)}</Kbd>}>
      {t('Record pregnancy')}
    </Button>
  )
  return (
    <FourStates query={asked} loading={<Loading rows={6} />}>
      {(known) => (
        <div className="form-stack">
          <div className="row wrap">
            <span className="grow row wrap">
              <PregnancyFlag pregnancy={known.status} detailed />
              {statedWords(known) && <span className="small t2 num">{statedWords(known)}</span>}
            </span>
            {known.pregnancies.length > 0 && record}
          </div>
          {known.pregnancies.length === 0 && (
            <Empty icon={IconBabyCarriage} title={t('No pregnancies recorded')} action={record || undefined}>
              {t('A pregnancy recorded here or at triage triggers warnings at prescribing, dispensing and laboratory orders.')}
            </Empty>
          )}
          {known.pregnancies.map((pregnancy) => (
            <One key={pregnancy.id} patient={patient.id} pregnancy={pregnancy} isOpen={isOpen} open={setPart} />
          ))}
          <Suspense>{part !== null && <PregnancyDialog patientId={patient.id} part={part} close={() => setPart(null)} />}</Suspense>
        </div>
      )}
    </FourStates>
  )
}
