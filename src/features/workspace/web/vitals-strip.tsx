import { Button } from '@mantine/core'
import type { WorkspaceOnScreen } from './use-workspace.ts'
import { call } from '#web/calls/api.ts'
import { dateTime, time } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { useRights } from '#web/session/rights.ts'
import { Note } from '#web/ui/status.tsx'
import { useDeed } from '#web/calls/use-deed.ts'
import { markCriticalSeen } from '#features/triage/contract.ts'
import styles from './workspace.module.css'

type Triage = NonNullable<WorkspaceOnScreen['triage']>

interface Shown {
  label: string
  value: string | number | null
  unit: string
  flag: string | undefined
}
const pressure = ({ systolic, diastolic }: Triage) =>
  systolic === null && diastolic === null ? null : `${systolic ?? '–'}/${diastolic ?? '–'}`

const shownOf = (triage: Triage): Shown[] => {
  const { flags } = triage
  return [
    { label: t('BP'), value: pressure(triage), unit: 'mmHg', flag: flags['systolic'] ?? flags['diastolic'] },
    { label: t('Pulse'), value: triage.pulse, unit: '/min', flag: flags['pulse'] },
    { label: t('Temp'), value: triage.temperature, unit: '°C', flag: flags['temperature'] },
    { label: t('Resp'), value: triage.respiration, unit: '/min', flag: flags['respiration'] },
    { label: 'SpO2', value: triage.spo2, unit: '%', flag: flags['spo2'] },
    { label: t('Glucose'), value: triage.glucose, unit: 'mmol/L', flag: flags['glucose'] },
    { label: t('Pain'), value: triage.pain, unit: '/10', flag: flags['pain'] },
    { label: t('Weight'), value: triage.weight === null ? null : Number(triage.weight), unit: 'kg', flag: undefined },
    { label: t('BMI'), value: triage.bmi, unit: 'kg/m²', flag: undefined },
    { label: 'NEWS2', value: triage.news2.score, unit: '', flag: triage.news2.band === 'high' ? 'critical' : undefined },
  ].filter(({ value }) => value !== null)
}

const flagWord = (flag: string) =>
  flag === 'critical' ? t('Critical') : flag.includes('low') ? t('Low') : flag.includes('high') ? t('High') : t('Abnormal')
const flagLetter = (flag: string) => (flag.includes('low') ? 'L' : flag === 'critical' ? '!' : 'H')

const Seen = ({ triage }: { triage: Triage }) => {
  const { can } = useRights()
  const { run, isRunning } = useDeed()
  const { critical_at, critical_text, critical_seen_at, id, version } = triage
  if (!critical_at || critical_seen_at) return null
  return (
    <Note tone="critical" alert>
      <span className="row">
        <b className="grow">
          {critical_text} · {time(critical_at)}
        </b>
        {can(markCriticalSeen) && (
          <Button
            size="compact-sm"
            loading={isRunning}
            onClick={() => run(() => call(markCriticalSeen, { params: { id }, body: { version } }))}
          >
            {t('I have seen it')}
          </Button>
        )}
      </span>
    </Note>
  )
}

/** The latest vital signs of the visit in one line, what is out of the ordinary marked by letter and colour. */
export const VitalsStrip = ({ triage }: { triage: Triage | null }) => {
  if (!triage) return null
  const shown = shownOf(triage)
  return (
    <>
      <Seen triage={triage} />
      {shown.length > 0 ? (
        <dl className={styles.vitalsStrip} title={triage.taken_at ? t('Taken {{at}}', { at: dateTime(triage.taken_at) }) : undefined}>
          {shown.map(({ label, value, unit, flag }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd className="num">
                {value}
                {unit && <small>{unit}</small>}
                {flag && (
                  <b data-critical={flag.includes('critical') || undefined} title={flagWord(flag)}>
                    {flagLetter(flag)}
                  </b>
                )}
              </dd>
            </div>
          ))}
        </dl>
      ) : (
        <p className={`${styles.vitalsNone} small t3`}>{t('No vital signs in this visit.')}</p>
      )}
    </>
  )
}
