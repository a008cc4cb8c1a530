import { NativeSelect } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import type { ResponseOf } from '#shared/endpoint.ts'
import { triageScales, type TriageScale } from '#features/attendance/rules.ts'
import { call, query } from '#web/calls/api.ts'
import { dayOf, minutes } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { useRows } from '#web/calls/rows.ts'
import { DataTable } from '#web/ui/data-table.tsx'
import { Empty, FourStates } from '#web/ui/four-states.tsx'
import { Page } from '#web/ui/page.tsx'
import { Status } from '#web/ui/status.tsx'
import { useAction } from '#web/calls/use-action.ts'
import { getTriageSettings, listVitalLimits, updateTriageSettings } from '../contract.ts'
import { levelsOf, scaleLabel } from '../levels.ts'
import { measureKeys, measureOf, type MeasureKey } from '../measures.ts'
import { measureWord } from './triage-labels.ts'
import { figure, tenths } from './vitals-values.ts'
import { ageRange } from './age-range.ts'
import triageStyles from './triage.module.css'
import levelStyles from './level.module.css'
import { PHONE } from '#web/look/tokens.ts'

const VitalLimitDialog = lazy(async () => ({ default: (await import('./vital-limit-dialog.tsx')).VitalLimitDialog }))

export type LimitRow = ResponseOf<typeof listVitalLimits>[number]
const isMeasure = (key: string): key is MeasureKey => measureKeys.some((one) => one === key)
/** As they are taken, not by the alphabet. */
const inClinicalOrder = (rows: readonly LimitRow[]) =>
  rows.toSorted(
    (a, b) =>
      measureKeys.findIndex((key) => key === a.measure) - measureKeys.findIndex((key) => key === b.measure) ||
      a.age_from_months - b.age_from_months,
  )
const limitText = (measure: string, value: string | number | null) => (measure === 'temperature' ? tenths(value) : figure(value))
const isScale = (text: string): text is TriageScale => triageScales.some((one) => one === text)

const Scale = () => {
  const settings = useQuery(query(getTriageSettings))
  const { run, isRunning } = useAction()
  return (
    <section className="section form-stack" aria-label={t('Triage scale')}>
      <h2>{t('Triage scale')}</h2>
      <FourStates query={settings}>
        {({ scale, version }) => (
          <>
            <NativeSelect
              label={t('Scale')}
              description={t('Categories already assigned keep their scale and target time.')}
              value={scale}
              disabled={isRunning}
              maw={480}
              data={triageScales.map((value) => ({ value, label: t(scaleLabel[value]) }))}
              onChange={({ currentTarget: { value } }) => {
                if (isScale(value)) run(() => call(updateTriageSettings, { body: { scale: value, version } }), t('Saved'))
              }}
            />
            <ol className={`stack gap-4 ${triageStyles.scaleLevels}`}>
              {levelsOf[scale].map(({ level, name, colour, minutes: target }) => (
                <li key={level} className="row">
                  <i className={`rigid ${levelStyles.levelMark}`} data-colour={colour} aria-hidden />
                  <b className="num">{level}</b>
                  <span className="grow">{t(name)}</span>
                  <span className="t3 num">{target === null ? t('no target') : target === 0 ? t('immediate') : minutes(target)}</span>
                </li>
              ))}
            </ol>
          </>
        )}
      </FourStates>
    </section>
  )
}

/** The scale of triage, and what is ordinary at which age: defaults to be confirmed by the clinical lead. */
export const TriageSettingsPage = () => {
  const asked = useRows(query(listVitalLimits))
  const limits = { ...asked, data: asked.data && inClinicalOrder(asked.data) }
  const isPhone = useMediaQuery(PHONE) ?? false
  const [edited, setEdited] = useState<LimitRow | null>(null)
  const open = limits.data?.filter(({ confirmed_at }) => confirmed_at === null).length ?? 0
  return (
    <Page
      title={t('Triage settings')}
      sub={limits.data && t('{n} of {all} limits await confirmation by the clinical lead', { n: open, all: limits.data.length })}
    >
      <Scale />
      <h2 className={`size-l ${triageStyles.limitsTitle}`}>{t('Vital sign limits')}</h2>
      <DataTable
        label={t('Vital sign limits')}
        rows={limits}
        rowKey={({ id }) => id}
        onOpen={setEdited}
        empty={<Empty title={t('No limits')} />}
        columns={[
          {
            key: 'measure',
            title: t('Measure'),
            render: ({ measure }) =>
              isMeasure(measure) ? (
                <span className="block text-wraps leading-s">
                  {measureWord(measure)} {!isPhone && <span className="t3">{measureOf(measure).unit}</span>}
                </span>
              ) : (
                measure
              ),
          },
          {
            key: 'age',
            title: t('Age'),
            width: isPhone ? 112 : 152,
            render: (row) => <span className="block text-wraps num leading-s">{ageRange(row)}</span>,
          },
          {
            key: 'low_critical',
            title: t('Critical at'),
            width: 96,
            align: 'end',
            hideOnPhone: true,
            render: (row) => limitText(row.measure, row.low_critical),
          },
          {
            key: 'low',
            title: isPhone ? t('Low') : t('Low below'),
            width: isPhone ? 64 : 96,
            align: 'end',
            render: (row) => limitText(row.measure, row.low),
          },
          {
            key: 'high',
            title: isPhone ? t('High') : t('High above'),
            width: isPhone ? 64 : 96,
            align: 'end',
            render: (row) => limitText(row.measure, row.high),
          },
          {
            key: 'high_critical',
            title: t('Critical from'),
            width: 104,
            align: 'end',
            hideOnPhone: true,
            render: (row) => limitText(row.measure, row.high_critical),
          },
          {
            key: 'confirmed',
            title: t('Confirmed'),
            width: 220,
            hideOnPhone: true,
            render: ({ confirmed_at, confirmed_by_name }) =>
              confirmed_at === null ? (
                <Status tone="attention">{t('To be confirmed')}</Status>
              ) : (
                <Status tone="done">
                  {confirmed_by_name} · {dayOf(confirmed_at)}
                </Status>
              ),
          },
        ]}
      />
      <Suspense>{edited && <VitalLimitDialog limit={edited} onClose={() => setEdited(null)} />}</Suspense>
    </Page>
  )
}
